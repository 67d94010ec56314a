/* Compiled without -pg: its time is seen, its calls are not, and calls it makes seem to come from it all the same. */
#include "busy.h"

KEEP void uncounted_helper(void) { SPEND(200); }

KEEP void uncounted_work(void (*then)(void)) {
  uncounted_helper();
  then();
}
