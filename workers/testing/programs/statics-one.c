/* Functions of one name in two files: this file's own `step` and `finish`. */
#include "busy.h"

int run_two(int rounds);

static KEEP void finish(void) { SPEND(30); }

static KEEP int step(int value) {
  SPEND(90);
  finish();
  return value + 1;
}

KEEP int run_one(int rounds) {
  int value = 0;
  while (value < rounds) value = step(value);
  return value;
}

int main(void) { return run_one(400) + run_two(400) == 0; }
