// Whether a difference of two sampled times is more than chance.
//
// Samples are a draw. Of two profiles of one and the same program, n samples of a function in both together fall to the later one
// as n draws that hit with the later one's part q of all chances there were (binomial, given n): of times q is that of the sampling
// rates, in all runs together, of shares that of all samples. So likely it is that a split as uneven as this, or more, comes about though nothing has changed.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/brand.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { binomialTail } from '../limits/tails.ts'
import { callsOf, runsIn, ticksOf, type BeforeAfter, type Measure, type Unit } from './measures.ts'
import type { PairIndex } from './pairs.ts'

/** Of comparisons in which nothing has changed, so many may show any function as changed. */
export const ANY_BY_CHANCE = 0.05

/** Variances within which what differs is always likelier than ANY_BY_CHANCE: no tail has to be worked out for it. */
const NEAR = 3
/** Rows looked at between two pauses. */
const STEP = 500

/** Rows whose difference is more than chance. */
export interface Changed {
  /** 1 for those, by row. */
  readonly isChanged: Uint8Array<ArrayBuffer>
  readonly count: number
  /** Rows that have samples, or calls: each of them was a chance to see a change where there is none. */
  readonly compared: number
}

/** In steps. Calls are counted: whatever differs there has changed, where they are known on both sides. */
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
        ? // False where one is not known.
          Math.abs(later * runs.before - earlier * runs.after) > 0
        : isMoreThanChance(earlier, later, part, level)
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

/** Probability below which one of so many differences is more than chance: all together keep to ANY_BY_CHANCE. */
const levelFor = (compared: number): number => ANY_BY_CHANCE / Math.max(1, compared)

function isMoreThanChance(earlier: number, later: number, part: number, level: number): boolean {
  const all = earlier + later
  const away = later - all * part
  return away * away > NEAR * all * part * (1 - part) && likelihoodOf(earlier, later, part) < level
}

/**
 * So likely is a split of samples as uneven as this, or more, to either side, if nothing has changed: 0–1; NaN where it cannot be told.
 *
 * @param part what `laterPart` answers
 */
export function likelihoodOf(earlier: number, later: number, part: number): number {
  const all = earlier + later
  if (!(part > 0 && part < 1 && all >= 0)) return Number.NaN
  const isMore = later > all * part
  const tail = isMore ? binomialTail(later, all, part) : binomialTail(earlier, all, 1 - part)
  return Math.min(1, 2 * tail)
}

/** 0–1; NaN where one of them has no samples at all. */
export function laterPart(both: Pick<BeforeAfter, 'before' | 'after'>, unit: Unit): number {
  const runs = runsIn(both)
  const weightOf = ({ profile: { rate, totals } }: AnalyzedProfile, times: number): number =>
    unit === 'time' ? rate * times : totals.ticks
  const [earlier, later] = [weightOf(both.before, runs.before), weightOf(both.after, runs.after)]
  return earlier > 0 && later > 0 ? later / (earlier + later) : Number.NaN
}

/** Samples, or calls; 0 for a function that is not there, NaN where it is not known. */
export function amountOf(analyzed: AnalyzedProfile, f: FunctionIndex | None, measure: Measure): number {
  if (f === NONE) return 0
  return measure === 'calls' ? callsOf(analyzed, f) : ticksOf(analyzed, f, measure)
}
