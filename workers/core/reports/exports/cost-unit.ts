// Ticks as integers in a small unit, for formats that count. Rounding errors are carried to the next
// value, so that the sum stays exact.
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { Ticks } from '../../base/units.ts'

/** An integer unit of cost. */
export interface CostUnit {
  /** "us" */
  readonly symbol: string
  /** "microseconds" */
  readonly name: string
  /** Units per tick. */
  readonly perTick: number
}

/** Samples per second beyond which a microsecond is too coarse. */
const FINEST_RATE = 10_000

/**
 * Returns the unit for exports that count: millionths of a tick's unit or, above a rate of 10,000 per
 * second, billionths. The profile's `rate` must not be 0.
 */
export function smallUnit({ rate, dimension, abbreviation }: CallGraphProfile): CostUnit {
  return rate > FINEST_RATE
    ? { symbol: `n${word(abbreviation)}`, name: `nano${word(dimension)}`, perTick: 1e9 / rate }
    : { symbol: `u${word(abbreviation)}`, name: `micro${word(dimension)}`, perTick: 1e6 / rate }
}

/** Keeps letters and digits only, which every format takes for a word. */
const word = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '')

/**
 * Converts ticks to integers in the same order. Rounding errors are carried to the next value, so that the
 * sum is that of the ticks, rounded.
 *
 * @param perTick units per tick; see `smallUnit`
 */
export function wholeUnits(ticks: Iterable<Ticks>, perTick: number): number[] {
  const whole: number[] = []
  let exact = 0
  let given = 0
  for (const one of ticks) {
    exact += one * perTick
    const next = Math.round(exact)
    whole.push(next - given)
    given = next
  }
  return whole
}
