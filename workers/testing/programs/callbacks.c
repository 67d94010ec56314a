/* Functions that only the C library calls: comparisons, and handlers at the end. Their callers are not in the profile. */
#include "busy.h"

#include <stdlib.h>

enum { MANY = 4000 };
static int numbers[MANY];

static KEEP int difference(int left, int right) { SPEND(1); return (left > right) - (left < right); }

static KEEP int rising(const void *left, const void *right) {
  return difference(*(const int *)left, *(const int *)right);
}

KEEP int falling(const void *left, const void *right) { return rising(right, left); }

static KEEP void shuffle(unsigned seed) {
  for (int at = 0; at < MANY; at++) numbers[at] = (int)((seed = seed * 1103515245u + 12345u) >> 8);
}

static KEEP void at_the_end(void) { SPEND(8000); }

__attribute__((constructor)) static void before_main(void) { SPEND(8000); }

int main(void) {
  atexit(at_the_end);
  for (unsigned round = 0; round < 3; round++) {
    shuffle(round);
    qsort(numbers, MANY, sizeof *numbers, round % 2 ? rising : falling);
    if (!bsearch(&numbers[7], numbers, MANY, sizeof *numbers, round % 2 ? rising : falling)) return 1;
  }
  return 0;
}
