/* Made for -O2: functions that the compiler splits, clones for constants, strips of arguments, and cold paths it moves
   away. Local names with dots, some of which gprof passes over. */
#include "busy.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((cold, noinline)) static void complain(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

/* Over at once as a rule, long where it is not: only the beginning is inlined, the rest is split off as `.part`. */
static int weigh(const int *weights, int count) {
  int sum = 0;
  if (count == 0) return 0;
  for (int at = 0; at < count; at++) {
    for (int other = at; other < count; other++) {
      sum += weights[at] * weights[other];
      spent += (unsigned long)(sum & 1);
    }
    if (weights[at] % 2) sum -= weights[at] / 3;
    else sum += weights[at] / 5;
  }
  for (int at = count - 1; at >= 0; at--) sum ^= weights[at] << (at % 5);
  return sum;
}

/* Called with few different numbers: `.constprop`. */
__attribute__((noinline)) static int power_of(int base, int exponent) {
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
    spent += (unsigned long)(sum & 3);
  }
  return sum;
}

__attribute__((noinline)) int mostly_hot(const int *weights, int count) {
  int sum = weigh(weights, count);
  for (int step = 0; step < 60; step++) sum += power_of(3, 40) + (int)(spent++ & 1);
  if (sum == -12345) complain("an unlikely number");
  return sum;
}

__attribute__((noinline)) int also_hot(const int *weights, int count) {
  struct pair pair = {weights[0], 1, {0}};
  int sum = left_of(&pair, count * 30 + 100) + weigh(weights, count / 2) + power_of(5, 40);
  if (sum == -54321) complain("another");
  return sum;
}

int main(int count, char **arguments) {
  static int weights[64];
  int sum = count;
  (void)arguments;
  for (int at = 0; at < 64; at++) weights[at] = at * 37 % 101;
  for (int round = 0; round < 20000; round++) {
    int used = round % 8 ? 0 : 40;
    sum ^= mostly_hot(weights, used) + also_hot(weights, used);
  }
  return sum == -1;
}
