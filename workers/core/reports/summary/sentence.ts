// A sentence of the summary, with its numbers as text.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { SuggestedCuts } from '../../analysis/cuts/suggest-cuts.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import type { Notice } from '../../problems/problem.ts'
import { foldedSelfRange } from '../../trust/bounds/folded-self.ts'
import type { Analysis } from '../listing/listing.ts'
import { briefName } from '../../names/brief-name.ts'
import { displayName } from '../../names/names.ts'
import { shortenName } from '../../names/shorten-name.ts'
import { formatFixed, percentOf, secondsOf } from '../../quantities.ts'

/** What a sentence is about. */
export type SummaryKind =
  | 'mismatch'
  | 'damage'
  | 'forks'
  | 'function'
  | 'calls'
  | 'line'
  | 'cycle'
  | 'slow-run'
  | 'sampling'
  | 'no-calls'
  | 'bins'

/** The place that proves a sentence: a view by its id, or the notices. */
export type SummaryPlace = 'flat-profile' | 'call-graph' | 'cycles' | 'runs' | 'source' | 'notices'

/** A part of a sentence: plain text, or a name from the profile. */
export type SummaryPart = string | { readonly name: string }

/** One sentence of the summary. */
export interface SummarySentence {
  readonly kind: SummaryKind
  readonly parts: readonly SummaryPart[]
  readonly place: SummaryPlace
  /** The function to select there, or null. */
  readonly f: FunctionIndex | null
}

/** What the summary is made of. Null for what is not read or not computed. */
export interface SummaryInput extends Analysis {
  readonly notices: readonly Notice[]
  /** As measured. */
  readonly hotLines: HotLines | null
  /** Cuts of the cycle that `cycleToCut` returns. */
  readonly cuts: SuggestedCuts | null
}

/** With this many samples, the error of a time is a third of it. */
export const RELIABLE_SAMPLES = 9

/** A longer name would fill a line. */
const MOST_CHARACTERS = 40

/** At most 100%: the parts of divided bins can add up to a little more than the samples. */
export function percent(part: number, whole: number): string {
  const text = formatFixed(percentOf(Math.min(part, whole), whole), 1)
  return text === '0.0' && part > 0 ? 'under 0.1%' : `${text}%`
}

/**
 * "2.71 ± 0.16 s"; without the error where the times are no samples or are divided.
 *
 * @param f function whose self time it is; null for other times
 */
export function timeText(analyzed: AnalyzedProfile, ticks: number, f: FunctionIndex | null = null): string {
  const { profile, scenario } = analyzed
  const isEstimate = f !== null && foldedSelfRange(analyzed, f) !== null
  const isSampled = !profile.listed && scenario.faster.length === 0 && !isEstimate
  const error = isSampled ? secondsOf(Math.sqrt(ticks), profile.rate) : null
  return scaledTime(secondsOf(ticks, profile.rate), error, profile.abbreviation)
}

/** A time and its error in one unit, the largest in which two decimals show the error. */
export function scaledTime(seconds: number, error: number | null, abbreviation: string): string {
  const shown = error ?? seconds
  const prefixes = ['', 'm', 'µ', 'n'] as const
  let at = 0
  while (at < prefixes.length - 1 && shown * 1000 ** at < 0.005) at++
  const digits = (value: number): string => formatFixed(value * 1000 ** at, 2)
  const range = error === null ? digits(seconds) : `${digits(seconds)} ± ${digits(error)}`
  return `${range} ${prefixes[at]}${abbreviation}`
}

/** Returns a name that fits a sentence. */
export function nameOf(
  { profile: { functions } }: AnalyzedProfile,
  f: FunctionIndex,
): { readonly name: string } {
  return { name: shortenName(briefName(displayName(functions, f)), MOST_CHARACTERS) }
}
