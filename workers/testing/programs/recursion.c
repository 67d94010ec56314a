/* Functions that call themselves, once, twice and in turn with another. */
#include "busy.h"

static int table[512];

KEEP int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

KEEP int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

KEEP int is_odd(int n);
KEEP int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
KEEP int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

KEEP int partition(int low, int high) {
  int at = low;
  for (int place = low; place < high; place++) {
    if (table[place] >= table[high]) continue;
    int kept = table[at];
    table[at++] = table[place];
    table[place] = kept;
  }
  int kept = table[at];
  table[at] = table[high];
  table[high] = kept;
  return at;
}

KEEP void quick_sort(int low, int high) {
  if (low >= high) return;
  int middle = partition(low, high);
  quick_sort(low, middle - 1);
  quick_sort(middle + 1, high);
}

int main(void) {
  int sum = fibonacci(30);
  for (int round = 0; round < 120; round++) sum += ackermann(2, 60) + is_even(300);
  for (unsigned round = 0; round < 1200; round++) {
    for (unsigned place = 0; place < 512; place++) table[place] = (int)((place * 7919u + round * 31u) % 4099u);
    quick_sort(0, 511);
  }
  return sum == 0;
}
