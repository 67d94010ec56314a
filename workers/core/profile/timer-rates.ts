/** Ticks per second at which profiling timers are known to run, the likeliest first. */
export const TIMER_RATES: readonly number[] = [
  100, 1000, 60, 64, 128, 200, 250, 256, 500, 512, 300, 1024, 10000,
]
