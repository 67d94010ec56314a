/* The harbour: a second file, with a static function that has a namesake in the first. */
#include "ferries.h"

KEEP static unsigned tidy(unsigned corners) {
  SPEND(2);
  return corners;
}

KEEP static unsigned open_gates(unsigned width) {
  if (width > 1) return open_gates(width / 2) + tidy(width);
  return 1;
}

KEEP void weigh(int load) { SPEND((unsigned)(load % 2)); }

KEEP unsigned visit_harbour(int day) {
  weigh(day);
  return open_gates(16) + open_gates((unsigned)day % 8);
}
