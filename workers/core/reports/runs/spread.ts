// How far runs are apart: a rank with much more to do than the others keeps them waiting.
import { formatFixed } from '../quantities.ts'

export interface Spread {
  readonly runs: number
  readonly sum: number
  readonly mean: number
  readonly least: number
  /** Half of them have so much or more. */
  readonly middle: number
  readonly most: number
  /** What people who run parallel programs call the imbalance: the most, divided by the mean. NaN of nothing at all. */
  readonly imbalance: number
}

/** @param sizes one for each run, in any order; samples or calls */
export function spreadOf(sizes: readonly number[]): Spread {
  const sorted = Float64Array.from(sizes).sort()
  const runs = sorted.length
  const sum = sorted.reduce((before, size) => before + size, 0)
  const mean = sum / Math.max(1, runs)
  const most = sorted.at(-1) ?? 0
  const middle = sorted[Math.floor(runs / 2)] ?? 0
  return { runs, sum, mean, least: sorted[0] ?? 0, middle, most, imbalance: most / mean }
}

/**
 * Whether the most would surprise as the largest of so many equal runs. Samples are taken as independent: each falls into any
 * run alike, for the mean is that of the very runs. The chance of so many is bounded by Chernoff's inequality: no table, and it
 * holds for few samples, too.
 *
 * @param spread of samples
 */
export function isBeyondChance({ most, mean, runs, sum }: Spread): boolean {
  if (sum === 0) return false
  const others = sum - most
  const rest = others > 0 ? others * Math.log(others / (mean * (runs - 1))) : 0
  return runs * Math.exp(-most * Math.log(most / mean) - rest) < 0.01
}

/**
 * "0.06 s to 0.18 s each, half of them 0.07 s or more. The most is 1.89 times the mean; chance alone may do that."
 *
 * @param isSampled calls are exact: nothing is said of chance
 */
export function spreadText(spread: Spread, textOf: (size: number) => string, isSampled: boolean): string {
  const { runs, least, middle, most, imbalance } = spread
  if (most === least) return `${textOf(most)} each.`
  const half = runs > 2 ? `, half of them ${textOf(middle)} or more` : ''
  const behind = isSampled ? chanceText(spread) : ''
  return `${textOf(least)} to ${textOf(most)} each${half}. The most is ${formatFixed(imbalance, 2)} times the mean${behind}.`
}

/** What may be behind the most of all. */
export function chanceText(spread: Spread): string {
  return isBeyondChance(spread) ? ', more than chance alone does' : '; chance alone may do that'
}
