// The two meanings of 100% in gprof: in the flat profile all samples but those of the profiler, in the
// call graph the sum over the functions shown.
//
// That sum differs by the rounding of bins, and is smaller if samples fell outside all functions. The
// page has a third: all recorded samples (`wholeTicks`).
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import { formatExact, formatFixed, formatSeconds, secondsOf, wholeTicks } from '../../quantities.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import { exactSeconds } from './explanation.ts'

/** Smallest relative difference that changes one digit after the point. */
const ALIKE = 0.0004

/**
 * Explains what gprof takes for 100%, as a sentence that begins with a space. Returns "" if all look the
 * same, or if a listing printed them.
 */
export function explainWhole(analyzed: AnalyzedProfile): string {
  const { profile, printedTicks, asPrinted } = analyzed
  const { totals } = profile
  const whole = wholeTicks(profile)
  const isAlike = (ticks: Ticks): boolean => Math.abs(ticks / whole - 1) < ALIKE
  if (asPrinted || !(printedTicks > 0) || (isAlike(totals.ticks) && isAlike(printedTicks))) return ''
  const [all, samples, functions] = [whole, totals.ticks, printedTicks].map((ticks) =>
    exactSeconds(analyzed, ticks),
  )
  return ` 100% is all recorded samples, ${all}; in gprof’s flat profile ${samples}, in its call graph ${functions}.`
}

/**
 * Why the self times of all functions, the end of the cumulative column, differ from the time of
 * all samples.
 *
 * They are smaller if samples fell outside every function. They also differ because gprof rounds
 * the edges of bins to whole units of code, but divides by the exact size. In a program whose
 * code size is no multiple of 16 bytes every time is slightly larger
 * (`profile/build-profile.ts`).
 */

/** Explanations of the difference, for both places that show it. */
export interface SumOfFunctions {
  /** "The functions’ self times add up to 10.28 s: …" */
  readonly besideTotal: string
  /** "The time of all samples is 10.26 s: …" */
  readonly besideSum: string
}

/**
 * Explains the difference between the sum of functions and all samples. Returns null if both look the same,
 * and for a profile without a rate, without samples, or from a listing.
 *
 * @param cumulativeTicks running sum of self times of the flat profile, in ticks
 */
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
      : `gprof rounds the edges of the histogram’s bins, so that each time is ${formatFixed(100 * Math.abs(sum / totals.ticks - 1), 2)}% too ${sum > totals.ticks ? 'long' : 'short'}`
  return {
    besideTotal: `The functions’ self times add up to ${all}: ${why}.`,
    besideSum: `The time of all samples is ${whole}: ${why}.`,
  }
}
