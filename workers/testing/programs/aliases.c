/* One address under several names: strong, weak, local, with underscores before them; and weak symbols of every kind. */
#include "busy.h"

KEEP void _quiet(void) { SPEND(20); }
void quiet(void) __attribute__((alias("_quiet")));

KEEP void __very_quiet(void) { SPEND(20); }
void _very_quiet(void) __attribute__((alias("__very_quiet")));
void very_quiet(void) __attribute__((weak, alias("__very_quiet")));

static KEEP void local_first(void) { SPEND(20); }
void global_later(void) __attribute__((alias("local_first")));

KEEP void zebra(void) { SPEND(20); }
void antelope(void) __attribute__((alias("zebra")));
void mule(void) __attribute__((weak, alias("zebra")));

__attribute__((weak)) KEEP void may_be_replaced(void) { SPEND(20); }
__attribute__((weak)) void nowhere_to_be_found(void);
__attribute__((weak)) int weak_number = 3;

/* A label that is no function, in the middle of one. */
KEEP void with_a_label(void) {
  SPEND(20);
  __asm__ volatile(".globl label_inside\nlabel_inside:\n" ::: "memory");
  SPEND(20);
}

int main(void) {
  for (int round = 0; round < 600; round++) {
    quiet();
    _quiet();
    very_quiet();
    _very_quiet();
    local_first();
    global_later();
    mule();
    antelope();
    may_be_replaced();
    with_a_label();
    if (nowhere_to_be_found) nowhere_to_be_found();
  }
  return weak_number == 0;
}
