/* The other file's `step` and `finish`. */
#include "busy.h"

static KEEP void finish(void) { SPEND(90); }

static KEEP int step(int value) {
  SPEND(30);
  finish();
  return value + 1;
}

KEEP int run_two(int rounds) {
  int value = 0;
  while (value < rounds) value = step(value);
  return value;
}
