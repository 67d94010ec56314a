/* Meant to be compiled without -pg and linked with it: time but no arcs. */
#include "busy.h"

KEEP void slow(void) { SPEND(30000); }
KEEP void slower(void) { SPEND(50000); }

int main(void) {
  slow();
  slower();
  return 0;
}
