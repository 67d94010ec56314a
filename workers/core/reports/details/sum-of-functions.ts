/**
 * Why the self times of all functions, the end of the cumulative column, are not the time of all samples.
 *
 * They are less where samples fell outside of every function. They are more, or less, because gprof takes the edges of the
 * histogram's bins for whole units of code, but divides by their exact size: of a program whose code is no multiple of 16 bytes
 * long every time is larger by a little (`profile/assign-ticks.ts`).
 */
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import { formatExact, formatFixed, formatSeconds, secondsOf } from '../quantities.ts'

export interface SumOfFunctions {
  /** "The functions add up to 10.28 s: …" */
  readonly besideTotal: string
  /** "All samples are 10.26 s: …" */
  readonly besideSum: string
}

/** Null where the two read alike. */
export function sumOfFunctions(
  { profile }: AnalyzedProfile,
  { cumulativeTicks }: Pick<FlatProfile, 'cumulativeTicks'>,
): SumOfFunctions | null {
  const { totals, rate, abbreviation } = profile
  if (profile.listed || !(rate > 0) || !(totals.ticks > 0)) return null
  const sum = cumulativeTicks[cumulativeTicks.length - 1] ?? 0
  const [all, whole] = [sum, totals.ticks].map((ticks) => formatSeconds(secondsOf(ticks, rate), abbreviation))
  if (all === whole) return null
  const why =
    totals.unattributedTicks > 0
      ? `${formatExact(Number(totals.unattributedTicks.toPrecision(3)))} samples fell outside of every function`
      : `gprof rounds the edges of the histogram’s bins, so that each time is ${formatFixed(100 * Math.abs(sum / totals.ticks - 1), 2)} % too ${sum > totals.ticks ? 'long' : 'short'}`
  return {
    besideTotal: `The functions’ self times add up to ${all}: ${why}.`,
    besideSum: `The time of all samples is ${whole}: ${why}.`,
  }
}
