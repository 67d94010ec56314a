// Significance of differences between sampled times: tails of the binomial and the Poisson
// distribution, and the level for many functions at once.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { selfRangeOf } from '../../profile/shared-bins.ts'
import { type BeforeAfter, callsOf, type Measure, runsIn, ticksOf, type Unit } from './measures.ts'
import type { PairIndex } from './pair-functions.ts'

// Samples are random draws. If two profiles of the same program have n samples of a function
// together, the later one's count is binomial given n. Its probability q is the later profile's
// part of all chances: for times, its part of sampling rate × runs; for shares, its part of all
// samples. The likelihood is that of a split at least as uneven, although nothing has changed.

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

// Upper tails of the binomial and the Poisson distribution.
//
// Source: W. H. Press et al., "Numerical Recipes", chapters 6.2 and 6.4, for the two continued
// fractions and the series; C. Lanczos, "A precision approximation of the gamma function", 1964,
// for its logarithm.

/** Relative precision, far finer than any confidence requested. */
const CLOSE = 1e-13
const STEPS = 100_000
const TINY = 1e-300

/**
 * Returns the probability, 0–1, of at least `count` successes in `trials` trials, each with probability
 * `chance`. `count` and `trials` may be fractional: the incomplete beta function interpolates smoothly.
 */
export function binomialTail(count: number, trials: number, chance: number): number {
  if (count <= 0 || chance >= 1) return 1
  if (count > trials || chance <= 0) return 0
  return betaPart(chance, count, trials - count + 1)
}

/**
 * Returns the probability, 0–1, of at least `count` events where `mean` are expected. `count` may be
 * fractional.
 */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1
  return mean <= 0 ? 0 : gammaPart(count, mean)
}

/**
 * Returns the largest argument between `low` and `high` at which an increasing function is below `level`,
 * by bisection; `low` if there is none.
 */
export function lastBelow(level: number, low: number, high: number, rising: (at: number) => number): number {
  let from = low
  let to = high
  for (let step = 0; step < 100 && from < to; step++) {
    const middle = (from + to) / 2
    if (rising(middle) < level) from = middle
    else to = middle
  }
  return from
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const

/** Returns the natural logarithm of the gamma function, for arguments above 0. */
export function logGamma(at: number): number {
  if (at < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * at)) - logGamma(1 - at)
  const x = at - 1
  let sum = 0.99999999999980993
  LANCZOS.forEach((coefficient, nth) => {
    sum += coefficient / (x + nth + 1)
  })
  const t = x + LANCZOS.length - 0.5
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}

/** Regularized incomplete beta function. */
function betaPart(x: number, a: number, b: number): number {
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b
}

function betaFraction(x: number, a: number, b: number): number {
  const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m < STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    const change = d * c
    value *= change
    if (Math.abs(change - 1) < CLOSE) break
  }
  return value
}

/** Regularized lower incomplete gamma function. */
function gammaPart(a: number, x: number): number {
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < STEPS && term > sum * CLOSE; n++) {
      term *= x / (a + n)
      sum += term
    }
    return front * sum
  }
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let value = d
  for (let n = 1; n < STEPS; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (Math.abs(an * d + b) < TINY ? TINY : an * d + b)
    c = Math.abs(b + an / c) < TINY ? TINY : b + an / c
    const change = d * c
    value *= change
    if (Math.abs(change - 1) < CLOSE) break
  }
  return 1 - front * value
}
