// Explains the sampling error of times.
import { factorOfFunction } from '../../analysis/apply-scenario.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import {
  formatExact,
  formatFixed,
  formatScaled,
  formatSeconds,
  secondsOf,
  wholeTicks,
} from '../../quantities.ts'
import { lastBelow, poissonTail } from '../../base/tails.ts'
import { type TimeRange, foldedSelfRange } from '../../trust/bounds/folded-self.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { rangeOfTotal } from '../../trust/bounds/certain-parts.ts'

/** Returns a number of samples, which may be a fraction, as text: "1 sample", "2.5 samples". */
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

/** Probability that the true value lies outside an interval, on each side. */
const OUTSIDE = 0.025

/**
 * Returns the time that was to be expected, from a time of this many samples, with a confidence of at least
 * 95%: the exact interval of a Poisson distribution, in ticks. Without samples it is 0 to about 3.7.
 *
 * Source: F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28 (1936).
 *
 * @param ticks the samples after the division by `factor`; below 0 counts as 0
 * @param factor factor by which a scenario divided the samples, above 0 and finite; 1 for none
 */
export function samplingInterval(ticks: Ticks, factor = 1): TimeRange {
  const count = Math.max(0, ticks * factor)
  const far = 2 * count + 20
  const least = count === 0 ? 0 : lastBelow(OUTSIDE, 0, count, (mean) => poissonTail(count, mean))
  const most = lastBelow(1 - OUTSIDE, count, far, (mean) => poissonTail(count + 1, mean))
  return { least: least / factor, most: most / factor }
}

/** Returns "0.20 to 0.43 s", rounded outwards, or "98.9 µs to 1.2 ms" if two decimals show little. */
function formatInterval({ least, most }: TimeRange, rate: number, abbreviation: string): string {
  const [low, high] = [secondsOf(least, rate), secondsOf(most, rate)]
  if (high < 0.1) return `${formatScaled(low, abbreviation)} to ${formatScaled(high, abbreviation)}`
  return `${formatFixed(Math.floor(100 * low + 1e-9) / 100, 2)} to ${formatFixed(Math.ceil(100 * high - 1e-9) / 100, 2)} ${abbreviation}`
}

/**
 * Returns the sampling error of a time, one standard deviation, as text: "0.03 s", or "1.4 ms" if two
 * decimals would show nothing; "not known" without a rate.
 *
 * @param ticks the time after the division by `factor`
 * @param rate ticks per second; 0 if unknown
 * @param factor factor by which a scenario divided the samples, above 0 and finite; 1 for none
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
 * Explains in one or two sentences how precise a sampled time is: standard deviation and 95% interval. If
 * there is no rate, no sample, or no time left by the scenario, it says so.
 *
 * @param ticks the time after the division by `factor`
 * @param factor factor by which the scenario divides the samples of the function; Infinity removes them all
 */
export function explainSampling(analyzed: AnalyzedProfile, ticks: number, factor = 1): string {
  const { rate, abbreviation, totals } = analyzed.profile
  if (rate === 0 && totals.ticks > 0)
    return 'The files do not say how often samples were taken: seconds are not known.'
  if (!(rate > 0)) return 'The files hold no samples, so times are not known.'
  if (factor === Infinity) return NO_TIME
  if (ticks === 0) {
    const most = formatScaled(secondsOf(UNSEEN, rate), abbreviation)
    return `No sample caught it: most likely (95%) it took less than ${most}, the time of three samples.`
  }
  const interval = formatInterval(samplingInterval(ticks, factor), rate, abbreviation)
  return `Sampled, so about ± ${formatError(ticks, rate, abbreviation, factor)} ${standardDeviation(ticks, factor)} With 95% confidence ${interval}.`
}

/**
 * Explains how precise the self time of a function is, as `explainSampling`; a self time with folded time of
 * several callers is an estimate with bounds.
 *
 * @param perCall calls to divide by, above 0; by default the time is that of all calls
 */
export function explainSelf(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  ticks: Ticks,
  perCall: number | null = null,
): string {
  const range = foldedSelfRange(analyzed, f)
  const { rate, abbreviation } = analyzed.profile
  if (range && rate > 0) {
    const calls = perCall ?? 1
    const interval = formatInterval(
      { least: range.least / calls, most: range.most / calls },
      rate,
      abbreviation,
    )
    return `An estimate: it includes time of folded functions, divided by calls. It is ${interval}${perCall === null ? '' : ' per call'}, and the sampling error comes on top.`
  }
  const factor = factorOfFunction(analyzed, f)
  return perCall === null
    ? explainSampling(analyzed, ticks, factor)
    : explainSamplingPerCall(analyzed, ticks, perCall, factor)
}

/**
 * Explains how precise a share of all samples is, as a sentence that begins with a space: " That is 1.2 to
 * 3.4% of all recorded samples." Returns "" where `explainSampling` says all (no rate or no samples), and for a
 * scenario with faster functions.
 *
 * @param ticks the samples of the share
 */
export function explainShareSampling({ profile, scenario }: AnalyzedProfile, ticks: Ticks): string {
  const { rate } = profile
  if (!(rate > 0 && ticks > 0) || scenario.faster.length > 0) return ''
  const { least, most } = samplingInterval(ticks)
  const percent = (part: number): number => 1000 * Math.min(1, part / wholeTicks(profile))
  const [low, high] = [Math.floor(percent(least) + 1e-9), Math.ceil(percent(most) - 1e-9)]
  return ` That is ${formatFixed(low / 10, 1)} to ${formatFixed(high / 10, 1)}% of all recorded samples.`
}

/** The sampling error of a total that is certain otherwise; "" for times changed or printed. */
export function explainSamplingOfTotal({ profile, scenario }: AnalyzedProfile, ticks: Ticks): string {
  const { rate, abbreviation, listed } = profile
  if (listed || !(rate > 0) || scenario.faster.length > 0) return ''
  return ` Sampled: with 95% confidence ${formatInterval(samplingInterval(ticks), rate, abbreviation)}.`
}

/**
 * Returns bounds of a function's time on the stack that cover the sampling error as well (95%): "0.20 to
 * 0.43 s". Returns "" without bounds, and for a scenario with faster functions. The profile must have a rate.
 */
export function rangeWithSampling(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex,
): string {
  const { rate, abbreviation } = analyzed.profile
  if (!bounds || analyzed.scenario.faster.length > 0) return ''
  const { least, most } = rangeOfTotal(analyzed, bounds, f)
  const wide = { least: samplingInterval(least).least, most: samplingInterval(most).most }
  return formatInterval(wide, rate, abbreviation)
}

/** Explains the time of a function whose factor is Infinity. */
const NO_TIME = 'The what-if removes its time.'

/**
 * Explains in one or two sentences how precise a time per call is: calls are exact, so the time is as
 * uncertain as before. Without a rate it says why times are unknown.
 *
 * @param ticks the time of all calls, after the division by `factor`
 * @param calls number of calls, above 0
 * @param factor factor by which the scenario divides the samples of the function; Infinity removes them all
 */
function explainSamplingPerCall(analyzed: AnalyzedProfile, ticks: number, calls: number, factor = 1): string {
  const { rate, abbreviation } = analyzed.profile
  if (!(rate > 0)) return explainSampling(analyzed, 0)
  if (factor === Infinity) return NO_TIME
  const perCall = (of: number) => `${formatScaled(secondsOf(of, rate) / calls, abbreviation)} per call`
  const perCallInterval = ({ least, most }: TimeRange) =>
    `${formatScaled(secondsOf(least, rate) / calls, abbreviation)} to ${perCall(most)}`
  return ticks === 0
    ? `No sample caught it: most likely (95%) it took less than ${perCall(UNSEEN)}, the time of three samples.`
    : `Sampled, so about ± ${perCall(samplingError(ticks, factor))} ${standardDeviation(ticks, factor)} With 95% confidence ${perCallInterval(samplingInterval(ticks, factor))}.`
}

const standardDeviation = (ticks: number, factor: number): string =>
  `(one standard deviation, √${formatExact(Number((ticks * factor).toPrecision(3)))} samples${factor === 1 ? '' : ` ÷ ${formatExact(factor)}`}).`

/**
 * Returns the samples of a function as text: "271.175 samples", or "271.175 samples ÷ 2" if a scenario
 * makes it faster.
 *
 * @param ticks the samples after the division by `factor`
 * @param factor factor by which the scenario divides them; 1 for none, Infinity for all removed
 */
export function samplesOfFunction(ticks: Ticks, factor: number): string {
  return factor === 1 || factor === Infinity
    ? formatSamples(ticks)
    : `${formatSamples(ticks * factor)} ÷ ${formatExact(factor)}`
}
