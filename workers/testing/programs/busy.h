/* Ways to spend time that a compiler keeps. */
#ifndef BUSY_H
#define BUSY_H

#ifdef __GNUC__
#define KEEP __attribute__((noinline, noclone))
#else
#define KEEP
#endif

static volatile unsigned long spent;

/* Some microseconds, in the function itself. */
#define SPEND(microseconds) \
  for (unsigned long spend_step = 0; spend_step < (microseconds) * 250ul; spend_step++) spent += spend_step

#endif
