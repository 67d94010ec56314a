/* Names given to the assembler by hand: with dollars, dots, digits, at signs; some of them local. */
#include "busy.h"

KEEP void with_dollar(void) __asm__("with$dollar");
KEEP void with_dollar(void) { SPEND(60); }

KEEP void with_dots(void) __asm__("with.dots.in.it");
KEEP void with_dots(void) { SPEND(60); }

static KEEP void local_number(void) __asm__("numbered.17");
static KEEP void local_number(void) { SPEND(60); }

static KEEP void local_words(void) __asm__("local.words");
static KEEP void local_words(void) { SPEND(60); }

static KEEP void local_constprop(void) __asm__("kept.constprop.0");
static KEEP void local_constprop(void) { SPEND(60); }

static KEEP void local_part(void) __asm__("dropped.part.0");
static KEEP void local_part(void) { SPEND(60); }

KEEP void like_cxx(void) __asm__("_ZN5shape4areaEv");
KEEP void like_cxx(void) { SPEND(60); }

KEEP void like_rust(void) __asm__("_ZN6island5coast17h0123456789abcdefE");
KEEP void like_rust(void) { SPEND(60); }

KEEP void like_mcount(void) __asm__("__mcount_internal");
KEEP void like_mcount(void) { SPEND(60); }

int main(void) {
  for (int round = 0; round < 250; round++) {
    with_dollar();
    with_dots();
    local_number();
    local_words();
    local_constprop();
    local_part();
    like_cxx();
    like_rust();
    like_mcount();
  }
  return 0;
}
