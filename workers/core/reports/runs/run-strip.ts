// All runs in one strip of bars, in the order of their files. If there are more runs than fit, neighbours
// share a bar.

/** A bar of the strip. */
export interface Bar {
  /** The runs of the bar (index in `sizes`): `from` to `to`, exclusive. */
  readonly from: number
  readonly to: number
  /** The first of its runs with the maximum. */
  readonly longest: number
  /** Minimum and maximum of its runs as lengths, 0–1. */
  readonly least: number
  readonly most: number
}

/**
 * Returns the bars of a strip with room for `room` bars (at least 1), in the order of the runs. All bars
 * hold the same number of runs; only the last may hold fewer. The largest size has length 1.
 *
 * @param sizes by run, in any unit, not negative; NaN if unknown, which counts as 0
 */
export function barsOf(sizes: readonly number[], room: number): readonly Bar[] {
  const each = Math.max(1, Math.ceil(sizes.length / Math.max(1, Math.floor(room))))
  const highest = sizes.reduce((before, size) => (size > before ? size : before), 0)
  const scale = highest > 0 ? 1 / highest : 0
  const bars: Bar[] = []
  for (let from = 0; from < sizes.length; from += each) {
    const to = Math.min(sizes.length, from + each)
    let longest = from
    let least = Infinity
    for (let run = from; run < to; run++) {
      const size = sizes[run] ?? Number.NaN
      if (size > knownOr0(sizes[longest])) longest = run
      least = Math.min(least, knownOr0(size))
    }
    bars.push({ from, to, longest, least: least * scale, most: knownOr0(sizes[longest]) * scale })
  }
  return bars
}

const knownOr0 = (size: number | undefined): number => (size === undefined || Number.isNaN(size) ? 0 : size)
