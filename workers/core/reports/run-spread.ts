// How far runs of one program are apart, and by which numbers their files' names differ (ranks, process
// ids).
import { formatFixed } from './quantities.ts'

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

// Ranks, or processes: what the names of a job's runs differ in.

/** More digits than the number of a process has, and than the column has room for: a date, say. */
const TOO_MANY_DIGITS = 8

/**
 * By run, the number that its name has in place of all others', `3` of `rank3/gmon.out`. Null where the names differ in more than
 * one number, or two in none.
 */
export function runNumbers(names: readonly string[]): readonly number[] | null {
  const [first, ...others] = names
  if (first === undefined || others.length === 0) return null
  let start = first.length
  let end = first.length
  for (const name of others) {
    let at = 0
    while (at < start && name[at] === first[at]) at++
    start = at
    at = 0
    while (at < end && name.at(-1 - at) === first.at(-1 - at)) at++
    end = at
  }
  // What rank10 and rank11 share of their numbers belongs to these.
  while (start > 0 && isDigit(first[start - 1])) start--
  while (end > 0 && isDigit(first[first.length - end])) end--
  const digits = names.map((name) => name.slice(start, name.length - end))
  if (!digits.every((text) => /^\d+$/.test(text) && text.length < TOO_MANY_DIGITS)) return null
  const numbers = digits.map(Number)
  return new Set(numbers).size === numbers.length ? numbers : null
}

const isDigit = (letter: string | undefined): boolean =>
  letter !== undefined && letter >= '0' && letter <= '9'
