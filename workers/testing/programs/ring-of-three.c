/* Three functions that pass a ball round, two that throw it in, one they all use. */
#include "busy.h"

static int turns;

KEEP void catch_ball(void) { SPEND(40); }
KEEP void north(int left);
KEEP void south(int left);

KEEP void east(int left) {
  SPEND(60);
  catch_ball();
  if (left > 0) south(left - 1);
}

KEEP void south(int left) {
  SPEND(20);
  if (left > 0) north(left - 1);
}

KEEP void north(int left) {
  SPEND(40);
  turns++;
  catch_ball();
  if (left > 0) east(left - 1);
  if (left > 5) east(left / 3);
}

KEEP void first_player(void) {
  for (int throws = 0; throws < 120; throws++) north(7);
}

KEEP void second_player(void) {
  for (int throws = 0; throws < 60; throws++) south(4);
  SPEND(9000);
}

int main(void) {
  first_player();
  second_player();
  return turns == 0;
}
