/* Ways to spend time that a compiler keeps. */
#ifndef BUSY_H
#define BUSY_H

#ifdef __GNUC__
#define KEEP __attribute__((noinline, noclone))
#else
#define KEEP
#endif

static volatile unsigned long spent;

/* Time in the function itself; a unit is a few microseconds. Multiplications take as long on every processor, while newer
   ones do not wait for memory between two additions. */
#define SPEND(units) \
  for (unsigned long spend_step = 0; spend_step < (units) * 3000ul; spend_step++) \
  spent = (spent ^ spend_step) * 2654435761ul

#endif
