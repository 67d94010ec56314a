// Whether a difference of two sampled times is more than chance: tails of the binomial and the Poisson
// distribution, and the level for many functions at once.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type BeforeAfter, callsOf, type Measure, runsIn, ticksOf, type Unit } from './measures.ts'
import type { PairIndex } from './pair-functions.ts'

// Whether a difference of two sampled times is more than chance.
//
// Samples are a draw. Of two profiles of one and the same program, n samples of a function in both together fall to the later one
// as n draws that hit with the later one's part q of all chances there were (binomial, given n): of times q is that of the sampling
// rates, in all runs together, of shares that of all samples. So likely it is that a split as uneven as this, or more, comes about though nothing has changed.

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

// How likely it is to count so much by chance: upper tails of the binomial and the Poisson distribution.
//
// Source: W. H. Press et al., "Numerical Recipes", chapters 6.2 and 6.4, for the two continued fractions and the series;
// C. Lanczos, "A precision approximation of the gamma function", 1964, for its logarithm.

/** Relative; far finer than any confidence that is asked for. */
const CLOSE = 1e-13
const STEPS = 100_000
const TINY = 1e-300

/**
 * Probability of `count` or more of `trials`, each a hit with `chance`. `count` need not be whole: between two whole numbers
 * the incomplete beta function runs smoothly.
 */
export function binomialTail(count: number, trials: number, chance: number): number {
  if (count <= 0 || chance >= 1) return 1
  if (count > trials || chance <= 0) return 0
  return betaPart(chance, count, trials - count + 1)
}

/** Probability of `count` or more where `mean` are expected. `count` need not be whole. */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1
  return mean <= 0 ? 0 : gammaPart(count, mean)
}

/** The largest value of a rising function's argument between the two at which it is below `level`. */
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

/** Natural logarithm of the gamma function, for arguments above 0. */
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
