// Upper tails of the binomial or the Poisson distribution. Source: W. H. Press et al., "Numerical
// Recipes", chapters 6.2 and 6.4, for the two continued fractions and the series; C. Lanczos, "A
// precision approximation of the gamma function", 1964, for its logarithm.

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
