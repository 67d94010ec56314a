// Explanations of displayed numbers, with the sentences that several of them share.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { formatCount, formatExact, secondsOf } from '../../quantities.ts'
import type { Equation } from '../equation.ts'

/** Explanation of one number. */
export interface Explanation {
  /** What the number is, with the names and numbers that it is about; no full stop. */
  readonly title: string
  /** "0.34 s = 0.56 s × 6000 of 10000 calls"; "" if nothing is computed. */
  readonly formula: string
  /** The formula in symbols, and as a structure; absent if nothing is computed. */
  readonly equations?: readonly Equation[]
  /** What the number is based on, or how far off it may be, as sentences; "" if there is nothing to add. */
  readonly note: string
}

/** What the two parts of a time bar mean. */
export const BAR_WORDS =
  'As long as the number. Solid is certain, as far as calls were counted: self time, then what runs below this function only. Hatched is an estimate. The thin line is the possible range.'

/** gprof's assumption, in one sentence. */
export const ASSUMPTION = 'Assumes that all calls of a function cost the same: gprof records no more.'
/** Note for a number that a listing printed. */
export const AS_PRINTED = 'As the listing prints it, rounded.'

/**
 * Explains in two sentences why the calls of a function are unknown. A function with time must have been
 * called.
 *
 * @param ticks self and child time; only whether it is above 0 matters
 */
export const explainUnknownCalls = (ticks: number): string =>
  `Not known: nothing counted its calls. It was ${ticks > 0 ? '' : 'never called, '}compiled without -pg, or only called from outside the program.`

/** Explains why a time per call is missing although calls are known. */
export const ONLY_ITS_OWN_CALLS = 'Not known: the only calls that were counted are those it made to itself.'

/**
 * Returns a time with as many digits as have a meaning, for formulas: "0.56 s", "0.02713 s". The profile
 * must have a rate.
 *
 * @param ticks the time in ticks
 */
export function exactSeconds({ profile: { rate, abbreviation } }: AnalyzedProfile, ticks: number): string {
  return `${formatExact(secondsOf(ticks, rate))} ${abbreviation}`
}

/** Returns a sentence about direct recursive calls: "Besides, it called itself once; …"; "" for none. */
export function recursionNote(selfCalls: number): string {
  return selfCalls === 0
    ? ''
    : `Besides, it called itself ${selfCalls === 1 ? 'once' : `${formatCount(selfCalls)} times`}; those pass no time.`
}
