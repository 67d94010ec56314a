// Ticks → whole numbers in a small unit, for formats that count. What rounding takes from one it gives to the next, so that
// the sum is that of the profile.
import type { Ticks } from '../../base/units.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'

export interface CostUnit {
  /** "us" */
  readonly symbol: string
  /** "microseconds" */
  readonly name: string
  readonly perTick: number
}

/** Beyond this many samples a second a microsecond is too coarse. */
const FINEST_RATE = 10_000

/** Millionths of what a tick measures, or billionths. `rate` of the profile must not be 0. */
export function smallUnit({ rate, dimension, abbreviation }: CallGraphProfile): CostUnit {
  return rate > FINEST_RATE
    ? { symbol: `n${word(abbreviation)}`, name: `nano${word(dimension)}`, perTick: 1e9 / rate }
    : { symbol: `u${word(abbreviation)}`, name: `micro${word(dimension)}`, perTick: 1e6 / rate }
}

/** What no format could take for anything but a word. */
const word = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '')

/** @param perTick units that a tick makes, see `smallUnit` */
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
