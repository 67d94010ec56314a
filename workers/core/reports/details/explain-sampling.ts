// What any number may rest on: how it was sampled, what gprof assumes, what nobody counted.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { formatCount, formatExact, formatScaled, formatSeconds, secondsOf } from '../quantities.ts'

export interface Explanation {
  readonly title: string
  /** "0.34 s = 0.56 s × 6000 of 10000 calls"; "" where there is nothing to work out. */
  readonly formula: string
  /** What it rests on, or how far off it may be. */
  readonly note: string
}

export const ASSUMPTION =
  'Assumes every call of a function costs the same, whoever calls: gprof records no more.'
/** Of a number that a listing printed. */
export const AS_PRINTED = 'As the listing prints it, rounded.'

/** What took time, or handed some on, was called. */
export const explainUnknownCalls = (ticks: number): string =>
  `Not known: nothing counted its calls. It was ${ticks > 0 ? '' : 'never called, '}compiled without -pg, or only called from outside the program.`

/** Its calls are known, and yet there are none to divide a time by. */
export const ONLY_ITS_OWN_CALLS = 'Not known: the only calls that were counted are those it made to itself.'

/** "1 sample", "2.5 samples" */
export function formatSamples(ticks: number): string {
  return `${formatExact(ticks)} sample${ticks === 1 ? '' : 's'}`
}

/** How far a sampled time may be off: one standard deviation of a count of samples. */
function samplingError(ticks: number): number {
  return Math.sqrt(Math.max(0, ticks))
}

/** "0.03 s", or "1.4 ms" where two decimals would show nothing. */
export function formatError(ticks: number, rate: number, abbreviation: string): string {
  const seconds = secondsOf(samplingError(ticks), rate)
  return seconds >= 0.005 ? formatSeconds(seconds, abbreviation) : formatScaled(seconds, abbreviation)
}

/** Where none is seen, as many or fewer were to be expected in 95 of 100 cases: e⁻³ is a twentieth. */
const UNSEEN = 3

export function explainSampling(analyzed: AnalyzedProfile, ticks: number): string {
  const { rate, abbreviation, totals } = analyzed.profile
  if (rate === 0 && totals.ticks > 0)
    return 'The files do not say how often samples were taken: seconds are not known.'
  if (!(rate > 0)) return 'The files hold no samples, so times are not known.'
  if (ticks === 0) {
    const most = formatScaled(secondsOf(UNSEEN, rate), abbreviation)
    return `No sample caught it: most likely (95 %) it took less than ${most}, the time of three samples.`
  }
  return `Sampled, so about ± ${formatError(ticks, rate, abbreviation)} ${standardDeviation(ticks)}`
}

/** The same of a time that was divided by calls: those are exact, the time is as uncertain as before. */
export function explainSamplingPerCall(analyzed: AnalyzedProfile, ticks: number, calls: number): string {
  const { rate, abbreviation } = analyzed.profile
  if (!(rate > 0)) return explainSampling(analyzed, 0)
  const perCall = (of: number) => `${formatScaled(secondsOf(of, rate) / calls, abbreviation)} per call`
  return ticks === 0
    ? `No sample caught it: most likely (95 %) it took less than ${perCall(UNSEEN)}, the time of three samples.`
    : `Sampled, so about ± ${perCall(samplingError(ticks))} ${standardDeviation(ticks)}`
}

const standardDeviation = (ticks: number): string =>
  `(one standard deviation, √${formatExact(Number(ticks.toPrecision(3)))} samples).`

/** "0.56 s", with all digits. */
export function exactSeconds({ profile: { rate, abbreviation } }: AnalyzedProfile, ticks: number): string {
  return `${formatExact(secondsOf(ticks, rate))} ${abbreviation}`
}

export function recursionNote(selfCalls: number): string {
  return selfCalls === 0
    ? ''
    : `Besides, it called itself ${selfCalls === 1 ? 'once' : `${formatCount(selfCalls)} times`}; those pass no time.`
}

/**
 * Whether a time that holds what was called is certain: what its bar shows solid and hatched.
 *
 * @param part how much of it is certain, 0–1
 * @param where what runs there: "below it", "on this path"
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
