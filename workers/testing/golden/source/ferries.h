#ifndef FERRIES_H
#define FERRIES_H

#define KEEP __attribute__((noinline, noclone))

#ifndef SPEND_STEPS
#define SPEND_STEPS 15000ul
#endif
#ifndef DAYS
#define DAYS 600
#endif

/* Time in the function itself; a unit is some thousand instructions. */
static volatile unsigned long spent;
#define SPEND(units) \
  for (unsigned long step = 0; step < (units) * SPEND_STEPS; step++) spent += step

void weigh(int load);
unsigned visit_harbour(int day);

#endif
