/*
 * A little traffic of ferries: every way in which one function can call another, in few lines. A cycle of three, one of
 * two, direct recursion, calls through a table, static functions of one name in two files. The same work every time.
 */
#include "ferries.h"

/* Three that call one another in a ring: a cycle. */
KEEP static void board(int left);
KEEP static void cross(int left);
KEEP static void land(int left) {
  SPEND(2);
  if (left > 0) board(left - 1);
}
KEEP static void cross(int left) {
  SPEND(4);
  weigh(left);
  land(left);
}
KEEP static void board(int left) {
  SPEND(1);
  cross(left);
}

/* Two that call each other, one of them itself too. */
KEEP void ebb(int depth);
KEEP void flow(int depth) {
  SPEND(1);
  if (depth % 3 == 0 && depth > 0) flow(depth - 1);
  if (depth > 0) ebb(depth - 1);
}
KEEP void ebb(int depth) {
  SPEND(1);
  if (depth > 0) flow(depth - 1);
}

/* Direct recursion alone. */
KEEP unsigned count_ways(int rows, int columns) {
  SPEND(rows * columns == 1 ? 1 : 0);
  if (rows == 0 || columns == 0) return 1;
  return count_ways(rows - 1, columns) + count_ways(rows, columns - 1);
}

/* Called through a table only. */
KEEP static unsigned paint(unsigned coats) {
  SPEND(3 * coats);
  return coats;
}
KEEP static unsigned rig(unsigned ropes) {
  SPEND(ropes);
  return ropes + 1;
}
KEEP static unsigned tidy(unsigned corners) {
  SPEND(1);
  return corners / 2;
}
static unsigned (*const chores[])(unsigned) = {paint, rig, tidy};

/* Never called. */
KEEP void sink(void) { SPEND(9); }

int main(int argc, char **argv) {
  unsigned work = 0;
  (void)argv;
  for (int day = 0; day < DAYS; day++) {
    board(4);
    if (day % 2 == 0) ebb(7);
    work += count_ways(4, 4) + chores[day % 3]((unsigned)(day % 4));
    if (day % 5 == 0) work += visit_harbour(day);
  }
  if (argc > 100) sink();
  return work == 1;
}
