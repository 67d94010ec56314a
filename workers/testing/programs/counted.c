/* Compiled with -pg beside `uncounted-part.c`, which is not. */
#include "busy.h"

void uncounted_work(void (*then)(void));

KEEP void counted_work(void) { SPEND(300); }

KEEP void both(void) {
  uncounted_work(counted_work);
  counted_work();
}

int main(void) {
  for (int round = 0; round < 200; round++) both();
  return 0;
}
