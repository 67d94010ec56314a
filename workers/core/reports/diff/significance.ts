// Significance of differences between sampled times, for one function or many at once.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { selfRangeOf } from '../../trust/self-range.ts'
import { type BeforeAfter, callsOf, type Measure, runsIn, ticksOf, type Unit } from './measures.ts'
import type { PairIndex } from './pairs.ts'
import { binomialTail } from '../../base/tails.ts'

/** Probability that a diff without any change shows at least one function as changed. */
export const ANY_BY_CHANCE = 0.05

/**
 * Differences within this many variances are always likelier than ANY_BY_CHANCE, so no tail is
 * computed.
 */
const NEAR = 3
/** Rows examined between two pauses. */
const STEP = 500

/** Rows with significant differences. */
export interface Changed {
  /** By row: 1 for a significant difference. */
  readonly isChanged: Uint8Array<ArrayBuffer>
  /** Number of these rows. */
  readonly count: number
  /** Rows with samples or calls; each is a chance of a false positive. */
  readonly compared: number
}

/**
 * Finds the rows with significant differences; yields between steps. If nothing has changed, at most one
 * diff in twenty shows any such row. Calls are counted exactly, so any difference between known calls is a
 * change.
 */
export function* findChanged(
  { before, after, pairs }: BeforeAfter,
  measure: Measure,
  unit: Unit,
): Generator<void, Changed> {
  const isChanged = new Uint8Array(pairs.length)
  const part = laterPart({ before, after }, unit)
  const runs = runsIn({ before, after })
  const compared = yield* countCompared({ before, after, pairs }, measure)
  const level = levelFor(compared)
  let count = 0
  for (let at = 0; at < pairs.length; at++) {
    if (at % STEP === 0) yield
    const row = at as PairIndex
    const earlier = amountOf(before, pairs.before[row], measure)
    const later = amountOf(after, pairs.after[row], measure)
    const is =
      measure === 'calls'
        ? // False if either is unknown.
          Math.abs(later * runs.before - earlier * runs.after) > 0
        : isMoreThanChance(earlier, later, part, level) &&
          holdsDespiteSharedBins({ before, after, pairs }, row, [earlier, later], part, level)
    if (!is) continue
    isChanged[at] = 1
    count++
  }
  return { isChanged, count, compared }
}

function* countCompared({ before, after, pairs }: BeforeAfter, measure: Measure): Generator<void, number> {
  let count = 0
  for (let at = 0; at < pairs.length; at++) {
    if (at % STEP === 0) yield
    const row = at as PairIndex
    if (amountOf(before, pairs.before[row], measure) + amountOf(after, pairs.after[row], measure) > 0) count++
  }
  return count
}

/**
 * Probability below which one of `compared` differences is significant, so that ANY_BY_CHANCE
 * holds for all together.
 */
const levelFor = (compared: number): number => ANY_BY_CHANCE / Math.max(1, compared)

function isMoreThanChance(earlier: number, later: number, part: number, level: number): boolean {
  const all = earlier + later
  const away = later - all * part
  return away * away > NEAR * all * part * (1 - part) && likelihoodOf(earlier, later, part) < level
}

/**
 * Returns the probability, 0–1, of a split of samples at least as uneven in either direction if nothing has
 * changed; NaN if it cannot be computed.
 *
 * @param earlier samples in the earlier profile, of all runs together
 * @param later samples in the later profile, of all runs together
 * @param part result of `laterPart`
 */
export function likelihoodOf(earlier: number, later: number, part: number): number {
  const all = earlier + later
  if (!(part > 0 && part < 1 && all >= 0)) return Number.NaN
  const isMore = later > all * part
  const tail = isMore ? binomialTail(later, all, part) : binomialTail(earlier, all, 1 - part)
  return Math.min(1, 2 * tail)
}

/**
 * Whether a difference between samples (earlier and later, of all runs together) stays significant
 * whichever functions own the samples of shared bins. True if its bins are its own. What callees share is
 * not considered.
 *
 * @param part result of `laterPart`
 * @param level probability below which a difference is significant
 */
export function holdsDespiteSharedBins(
  { before, after, pairs }: BeforeAfter,
  row: PairIndex,
  [earlier, later]: readonly [number, number],
  part: number,
  level: number,
): boolean {
  const [was, is] = [sharingOf(before, pairs.before[row]), sharingOf(after, pairs.after[row])]
  if (was === null && is === null) return true
  const isMore = later > (earlier + later) * part
  const earliest = isMore ? earlier + (was?.more ?? 0) : earlier - (was?.less ?? 0)
  const latest = isMore ? later - (is?.less ?? 0) : later + (is?.more ?? 0)
  const isStillMore = latest > (earliest + latest) * part
  return isStillMore === isMore && isMoreThanChance(earliest, latest, part, level)
}

/** By how many ticks the self time may be less or more; null if its bins are its own. */
function sharingOf(
  { profile }: AnalyzedProfile,
  f: FunctionIndex | None,
): { readonly less: number; readonly more: number } | null {
  const range = f === NONE ? null : selfRangeOf(profile, f)
  if (f === NONE || range === null) return null
  const self = profile.functions.selfTicks[f]
  return { less: Math.max(0, self - range.least), more: Math.max(0, range.most - self) }
}

/**
 * Returns the later profile's part of all chances, 0–1: of sampling rate × runs for times, of all samples
 * for shares. NaN if either profile has no samples.
 */
export function laterPart(both: Pick<BeforeAfter, 'before' | 'after'>, unit: Unit): number {
  const runs = runsIn(both)
  const weightOf = ({ profile: { rate, totals } }: AnalyzedProfile, times: number): number =>
    unit === 'time' ? rate * times : totals.ticks
  const [earlier, later] = [weightOf(both.before, runs.before), weightOf(both.after, runs.after)]
  return earlier > 0 && later > 0 ? later / (earlier + later) : Number.NaN
}

/**
 * Returns samples (ticks) or calls of a function, of all runs together; 0 without a function, NaN if
 * unknown.
 */
export function amountOf(analyzed: AnalyzedProfile, f: FunctionIndex | None, measure: Measure): number {
  if (f === NONE) return 0
  return measure === 'calls' ? callsOf(analyzed, f) : ticksOf(analyzed, f, measure)
}
