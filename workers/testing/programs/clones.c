/* Made for -O2: functions that the compiler splits, clones for constants, strips of arguments, and cold paths it moves
   away. Local names with dots, some of which gprof passes over. */
#include "busy.h"

#include <stdio.h>
#include <stdlib.h>

static int lines;

__attribute__((cold, noinline)) static void complain(const char *what) {
  fprintf(stderr, "%s\n", what);
  if (++lines > 1000) abort();
}

/* Hot at the front, long and unlikely behind: split into `.part`. */
static int checked(int value, int limit) {
  if (__builtin_expect(value < limit, 1)) return value;
  for (int digit = 0; digit < limit; digit++) {
    if (value % (digit + 2) == 0) complain("divisible");
    value -= digit * 3;
  }
  complain("too large");
  return limit;
}

__attribute__((noinline)) static int power_of(int base, int exponent, int unused) {
  int result = 1;
  for (int step = 0; step < exponent; step++) {
    result = result * base % 10007;
    spent += (unsigned long)step;
  }
  return result;
}

struct pair {
  int left, right, others[30];
};

/* Only one field of what is pointed to is used: `.isra`. */
__attribute__((noinline)) static int left_of(const struct pair *pair, int times) {
  int sum = 0;
  for (int step = 0; step < times; step++) {
    sum += pair->left * step;
    spent += (unsigned long)sum;
  }
  return sum;
}

__attribute__((noinline)) int mostly_hot(int value) {
  int sum = checked(value, 900);
  for (int step = 0; step < 400; step++) sum += power_of(3, 40, step) + (int)(spent++ & 1);
  if (sum < 0) complain("overflow");
  return sum;
}

__attribute__((noinline)) int also_hot(int value) {
  struct pair pair = {value, 1, {0}};
  return left_of(&pair, 300) + checked(value + 1, 900) + power_of(5, 40, 0);
}

int main(int count, char **arguments) {
  int sum = count;
  (void)arguments;
  for (int round = 0; round < 600; round++) sum ^= mostly_hot(round) + also_hot(round);
  return sum == 0;
}
