// All runs in one strip of bars, in the order of their files. Where there are more runs than the strip has room for bars,
// neighbours share one.

export interface Bar {
  /** The runs it is of: `from` to `to`, without the last. */
  readonly from: number
  readonly to: number
  /** Which of them has the most; the first of equal ones. */
  readonly longest: number
  /** As lengths, 0–1: what all of them have, and what the longest has. */
  readonly least: number
  readonly most: number
}

/** @param sizes by run; NaN where it is not known, which is nothing to draw */
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
