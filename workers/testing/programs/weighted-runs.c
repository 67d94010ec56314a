/* Does as its arguments say, so that its runs differ: which functions, how often. */
#include "busy.h"

#include <stdlib.h>

KEEP void dig(int depth) {
  SPEND(50);
  if (depth > 0) dig(depth - 1);
}
KEEP void carry(int load) { SPEND(70); if (load % 5 == 0) dig(1); }
KEEP void rest(void) { SPEND(30); }

int main(int count, char **arguments) {
  int digs = count > 1 ? atoi(arguments[1]) : 0;
  int carries = count > 2 ? atoi(arguments[2]) : 0;
  for (int round = 0; round < digs; round++) dig(round % 4);
  for (int round = 0; round < carries; round++) carry(round);
  if (digs != carries) rest();
  return 0;
}
