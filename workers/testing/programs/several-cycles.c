/* Cycles of two, three, four and six members, one reached only from another, one from nowhere but itself. */
#include "busy.h"

#define LINK(name, next, cost)  \
  KEEP void next(int left);     \
  KEEP void name(int left) {    \
    SPEND(cost);                \
    if (left > 0) next(left - 1); \
  }

KEEP void leaf(void) { SPEND(15); }

LINK(two_b, two_a, 10)
KEEP void two_a(int left) {
  SPEND(30);
  leaf();
  if (left > 0) two_b(left - 1);
}

LINK(three_c, three_a, 25)
LINK(three_b, three_c, 25)
KEEP void three_a(int left) {
  SPEND(25);
  if (left % 3 == 0) two_a(3);
  if (left > 0) three_b(left - 1);
}

LINK(six_f, six_a, 5)
LINK(six_e, six_f, 15)
LINK(six_d, six_e, 5)
LINK(six_c, six_d, 15)
LINK(six_b, six_c, 5)
KEEP void six_a(int left) {
  SPEND(20);
  leaf();
  if (left > 4) six_d(left / 2);
  if (left % 4 == 0) three_b(2);
  if (left > 0) six_b(left - 1);
}

/* Two loops that share two of their four members. */
KEEP void shared_in(int left);
LINK(left_side, shared_in, 12)
LINK(right_side, shared_in, 14)
KEEP void shared_out(int left) {
  SPEND(5);
  if (left % 2) left_side(left);
  else right_side(left);
}
KEEP void shared_in(int left) {
  SPEND(5);
  if (left > 0) shared_out(left - 1);
}

int main(void) {
  for (int round = 0; round < 300; round++) {
    two_a(5);
    six_a(9);
    shared_in(8);
    if (round % 10 == 0) three_c(6);
  }
  return 0;
}
