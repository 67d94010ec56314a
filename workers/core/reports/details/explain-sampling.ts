// Explains what numbers are based on: samples, gprof's assumption, the 100 %, and which part of a
// total time is certain.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import {
  formatCount,
  formatExact,
  formatFixed,
  formatScaled,
  formatSeconds,
  secondsOf,
} from '../quantities.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { FlatProfile } from '../listing/listing.ts'
import { arcTicks } from '../../analysis/arc-times.ts'
import { factorOfFunction } from '../../analysis/scenario/apply-scenario.ts'
import {
  certainBelowMember,
  certainPart,
  certainPartOfArc,
  certainPartOfCycle,
  hasUpperBounds,
  isMember,
  isOnlyWay,
  lowerBoundCache,
  partOf,
  rangeOfTotal,
  uncountedOf,
  upperBound,
} from '../bounds.ts'

/** Explanation of one number. */
export interface Explanation {
  readonly title: string
  /** "0.34 s = 0.56 s × 6000 of 10000 calls"; "" if nothing is computed. */
  readonly formula: string
  /** What the number is based on, or how far off it may be. */
  readonly note: string
}

/** What the two parts of a time bar mean. */
export const BAR_WORDS =
  'Solid is certain: self time, then what runs below this function only. Hatched is an estimate, or in a cycle what is possible.'

/** gprof's assumption, in one sentence. */
export const ASSUMPTION =
  'Assumes every call of a function costs the same, whoever calls: gprof records no more.'
/** Note for a number that a listing printed. */
export const AS_PRINTED = 'As the listing prints it, rounded.'

/** Explains unknown calls of a function: if it has ticks, it must have been called. */
export const explainUnknownCalls = (ticks: number): string =>
  `Not known: nothing counted its calls. It was ${ticks > 0 ? '' : 'never called, '}compiled without -pg, or only called from outside the program.`

/** Explains why a time per call is missing although calls are known. */
export const ONLY_ITS_OWN_CALLS = 'Not known: the only calls that were counted are those it made to itself.'

/** Returns a number of samples: "1 sample", "2.5 samples". */
export function formatSamples(ticks: number): string {
  return `${formatExact(ticks)} sample${ticks === 1 ? '' : 's'}`
}

/**
 * Sampling error of a time in ticks: one standard deviation of a count of samples.
 *
 * @param factor factor by which a scenario divided the samples, and so their deviation
 */
function samplingError(ticks: number, factor = 1): number {
  return Math.sqrt(Math.max(0, ticks * factor)) / factor
}

/**
 * Returns the sampling error of a time: "0.03 s", or "1.4 ms" if two decimals would show nothing.
 */
export function formatError(ticks: number, rate: number, abbreviation: string, factor = 1): string {
  const seconds = secondsOf(samplingError(ticks, factor), rate)
  return seconds >= 0.005 ? formatSeconds(seconds, abbreviation) : formatScaled(seconds, abbreviation)
}

/**
 * If no sample is seen, at most this many were to be expected in 95 of 100 cases: e⁻³ is a
 * twentieth.
 */
const UNSEEN = 3

/**
 * Explains how precise a sampled time is.
 *
 * @param factor factor by which the scenario divides the samples of the function
 */
export function explainSampling(analyzed: AnalyzedProfile, ticks: number, factor = 1): string {
  const { rate, abbreviation, totals } = analyzed.profile
  if (rate === 0 && totals.ticks > 0)
    return 'The files do not say how often samples were taken: seconds are not known.'
  if (!(rate > 0)) return 'The files hold no samples, so times are not known.'
  if (factor === Infinity) return NO_TIME
  if (ticks === 0) {
    const most = formatScaled(secondsOf(UNSEEN, rate), abbreviation)
    return `No sample caught it: most likely (95 %) it took less than ${most}, the time of three samples.`
  }
  return `Sampled, so about ± ${formatError(ticks, rate, abbreviation, factor)} ${standardDeviation(ticks, factor)}`
}

/** Explains the time of a function whose factor is Infinity. */
const NO_TIME = 'The what-if removes its time.'

/**
 * Explains how precise a time per call is: calls are exact, so the time is as uncertain as
 * before.
 */
export function explainSamplingPerCall(
  analyzed: AnalyzedProfile,
  ticks: number,
  calls: number,
  factor = 1,
): string {
  const { rate, abbreviation } = analyzed.profile
  if (!(rate > 0)) return explainSampling(analyzed, 0)
  if (factor === Infinity) return NO_TIME
  const perCall = (of: number) => `${formatScaled(secondsOf(of, rate) / calls, abbreviation)} per call`
  return ticks === 0
    ? `No sample caught it: most likely (95 %) it took less than ${perCall(UNSEEN)}, the time of three samples.`
    : `Sampled, so about ± ${perCall(samplingError(ticks, factor))} ${standardDeviation(ticks, factor)}`
}

const standardDeviation = (ticks: number, factor: number): string =>
  `(one standard deviation, √${formatExact(Number((ticks * factor).toPrecision(3)))} samples${factor === 1 ? '' : ` ÷ ${formatExact(factor)}`}).`

/** "271.175 samples", "271.175 samples ÷ 2" of a function that a scenario makes faster */
export function samplesOfFunction(ticks: Ticks, factor: number): string {
  return factor === 1 || factor === Infinity
    ? formatSamples(ticks)
    : `${formatSamples(ticks * factor)} ÷ ${formatExact(factor)}`
}

/** Returns a time with all digits: "0.56 s". */
export function exactSeconds({ profile: { rate, abbreviation } }: AnalyzedProfile, ticks: number): string {
  return `${formatExact(secondsOf(ticks, rate))} ${abbreviation}`
}

/** Returns the note about direct recursive calls; "" for none. */
export function recursionNote(selfCalls: number): string {
  return selfCalls === 0
    ? ''
    : `Besides, it called itself ${selfCalls === 1 ? 'once' : `${formatCount(selfCalls)} times`}; those pass no time.`
}

/**
 * Explains whether a time that includes callees is certain: the solid and hatched parts of its
 * bar.
 *
 * @param part certain part, 0–1
 * @param where "below it" or "on this path"
 */
export function explainCertainty(
  analyzed: AnalyzedProfile,
  ticks: number,
  part: number,
  where: string,
): string {
  if (ticks <= 0) return ''
  if (part === 1) return `Certain, as far as calls were counted: no other function calls what runs ${where}.`
  if (part <= 0) return ASSUMPTION
  return `At least ${exactSeconds(analyzed, part * ticks)} for certain, the rest by assumption. ${ASSUMPTION}`
}

// The two meanings of 100 %, as in gprof. In the flat profile it is all samples. In the call
// graph it is the sum over the functions shown, which differs by the rounding of bins and is
// smaller if samples fell outside all functions. Shares of self time refer to the former, shares
// of total time to the latter, in every view.

/**
 * Returns the 100 % of a function's total time, in ticks. If the call graph excludes the
 * function's time or part of it, that is all samples.
 */
export function wholeOfTotal({ profile, times, printedTicks }: AnalyzedProfile, f: FunctionIndex): Ticks {
  return times.fraction[f] >= 1 ? printedTicks : profile.totals.ticks
}

/** Smallest relative difference that changes one digit after the point. */
const ALIKE = 0.0004

/**
 * Explains why a share differs between the two tables; "" if both look the same, or if a listing
 * printed them.
 */
export function explainWhole(analyzed: AnalyzedProfile): string {
  const { profile, printedTicks, asPrinted } = analyzed
  const { totals } = profile
  if (asPrinted || !(printedTicks > 0) || Math.abs(totals.ticks / printedTicks - 1) < ALIKE) return ''
  const [samples, functions] = [totals.ticks, printedTicks].map((ticks) => exactSeconds(analyzed, ticks))
  return ` As with gprof, 100 % is ${samples} of samples in the flat profile, ${functions} of functions in the call graph.`
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
  /** "The functions add up to 10.28 s: …" */
  readonly besideTotal: string
  /** "All samples are 10.26 s: …" */
  readonly besideSum: string
}

/**
 * Explains the difference between the sum of functions and all samples; null if both look the
 * same.
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
      : `gprof rounds the edges of the histogram’s bins, so that each time is ${formatFixed(100 * Math.abs(sum / totals.ticks - 1), 2)} % too ${sum > totals.ticks ? 'long' : 'short'}`
  return {
    besideTotal: `The functions’ self times add up to ${all}: ${why}.`,
    besideSum: `The time of all samples is ${whole}: ${why}.`,
  }
}

// Why a cycle without callers outside has no self time as a whole, though its members have. gprof
// divides a cycle's own time among the calls into it, so without calls there is none.

/** Explains that; "" for a cycle that is called from outside, or without time to account for. */
export function explainUnentered({ cycles, times, profile }: AnalyzedProfile, cycle: CycleIndex): string {
  if (cycles.calls[cycle] > 0 || !(profile.rate > 0)) return ''
  const { offsets, items } = cycles.members
  let ticks = 0
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) ticks += times.propagatedSelf[items[at]]
  if (ticks === 0) return ''
  const held = `${formatFixed(secondsOf(ticks, profile.rate), 2)} ${profile.abbreviation}`
  return `Nobody outside calls it, so its own time is passed to nobody and, as in gprof, not counted for it as a whole. Its members have ${held} of their own.`
}

// What a total time is based on: samples alone, calls that no other function made, or gprof's
// assumption.

/** Notes about a total time and about its inherited part, which is certain as a whole or not. */
export interface TotalNotes {
  readonly total: string
  readonly children: string
}

/** Explains the total time of a function. */
export function explainTotal(analyzed: AnalyzedProfile, f: FunctionIndex): TotalNotes {
  const self = analyzed.profile.functions.selfTicks[f]
  const child = analyzed.times.childTicks[f]
  const certain = lowerBoundCache.get(analyzed) ?? null
  const factor = factorOfFunction(analyzed, f)
  if (isMember(analyzed, f)) {
    const part = partOf(certainBelowMember(analyzed, certain, f), child)
    return {
      total: explainMember(analyzed, f),
      children: explainCertainty(analyzed, child, Math.floor(part), 'below it'),
    }
  }
  const part = certainPart(analyzed, certain, f)
  const notes = notesOf(analyzed, self, child, part, factor)
  return child > 0 && certain ? { ...notes, total: notes.total + explainUncounted(analyzed, f) } : notes
}

/** Explains the total time of a whole cycle. */
export function explainTotalOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): TotalNotes {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const part = certainPartOfCycle(analyzed, lowerBoundCache.get(analyzed) ?? null, cycle)
  return notesOf(analyzed, cyclePropagatedSelf[cycle], cyclePropagatedChild[cycle], part)
}

/**
 * Returns how long a function was on the stack: "0.25 to 0.31 s", or "0.31 s" if both bounds
 * agree. In hundredths, the lower bound rounded down and the upper one up. "at least 0.25 s"
 * without upper bounds; "" while bounds are not computed, and for a listing, whose times are
 * rounded.
 */
export function rangeText(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const certain = lowerBoundCache.get(analyzed)
  const { rate, listed, abbreviation } = analyzed.profile
  if (!certain || listed || !(rate > 0)) return ''
  const { least, most } = rangeOfTotal(analyzed, certain, f)
  if (!hasUpperBounds(analyzed))
    return `at least ${formatSeconds(Math.floor(100 * secondsOf(least, rate) + 1e-9) / 100, abbreviation)}`
  if (partOf(least, most) === 1) return formatSeconds(secondsOf(most, rate), abbreviation)
  // A whole number of hundredths must not be rounded to the next.
  const [low, high] = [
    Math.floor(100 * secondsOf(least, rate) + 1e-9),
    Math.ceil(100 * secondsOf(most, rate) - 1e-9),
  ]
  return `${formatFixed(low / 100, 2)} to ${formatFixed(high / 100, 2)} ${abbreviation}`
}

/** gprof's total of a member excludes what other members take while it is on the stack. */
function explainMember(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const range = rangeText(analyzed, f)
  const why = 'gprof passes no time between members of a cycle.'
  if (range === '') return why
  const { least } = rangeOfTotal(analyzed, lowerBoundCache.get(analyzed) ?? null, f)
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  const isOutside = total < least * (1 - 1e-9)
  return `On the stack for ${range}${isOutside ? `: more than gprof’s ${exactSeconds(analyzed, total)}` : ''}. ${why}`
}

/** What may run below a function unseen; "" if everything that took time has recorded callers. */
function explainUncounted(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const { ticks } = uncountedOf(analyzed)
  if (Number.isNaN(ticks)) return ' Functions whose callers were not counted may run below it as well.'
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  const more = Math.min(ticks, upperBound(analyzed, f) - total)
  return more > total * 1e-9
    ? ` Up to ${exactSeconds(analyzed, more)} more: functions whose callers were not counted may run below it.`
    : ''
}

function notesOf(analyzed: AnalyzedProfile, self: Ticks, child: Ticks, part: number, factor = 1): TotalNotes {
  return {
    total:
      child > 0
        ? explainCertainty(analyzed, self + child, part, 'below it')
        : explainSampling(analyzed, self, factor),
    children: explainCertainty(analyzed, child, Math.floor(part), 'below it'),
  }
}

/**
 * Explains the time that an arc passes, or one of its parts: the child's self time, or the
 * child's inherited time, which is certain as a whole or not.
 */
export function explainPassed(
  analyzed: AnalyzedProfile,
  arc: ArcIndex,
  column: 'self' | 'children' | 'both',
): string {
  if (!isOnlyWay(analyzed, arc)) return ASSUMPTION
  if (column === 'self') return 'Certain: all its calls came along this arc.'
  const part = certainPartOfArc(analyzed, lowerBoundCache.get(analyzed) ?? null, arc)
  const ofColumn = column === 'both' ? part : Math.floor(part)
  return explainCertainty(analyzed, arcTicks(analyzed, arc), ofColumn, 'below this arc')
}
