// Spread of the runs of one program, and the numbers in which their files' names differ (ranks,
// process ids).
import { formatFixed } from './quantities.ts'
import { isSignificantCell, type RunImbalance } from './run-imbalance.ts'

/** Statistics of the runs' samples (ticks) or calls. */
export interface Spread {
  /** Number of runs. */
  readonly runs: number
  readonly sum: number
  readonly mean: number
  readonly least: number
  /** Half of the runs have this much or more. */
  readonly middle: number
  readonly most: number
  /** Load imbalance: the maximum divided by the mean; NaN if all are 0. */
  readonly imbalance: number
}

/**
 * Computes the spread. Without sizes all numbers are 0, and the imbalance is NaN.
 *
 * @param sizes samples or calls of each run, in any order
 */
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
 * Whether the maximum is significant (at 1%) as the largest of so many equal runs. False without samples.
 * Samples are taken as independent and equally likely in each run, because the mean is that of these runs.
 * Chernoff's inequality bounds the probability: it needs no table and holds for few samples, too.
 *
 * @param spread of samples, not of calls
 */
export function isBeyondChance({ most, mean, runs, sum }: Spread): boolean {
  if (sum === 0) return false
  const others = sum - most
  const rest = others > 0 ? others * Math.log(others / (mean * (runs - 1))) : 0
  return runs * Math.exp(-most * Math.log(most / mean) - rest) < 0.01
}

/**
 * Returns the spread as text: "0.06 s to 0.18 s per run, median 0.07 s. The largest is 1.89 times the mean,
 * within noise.", or "0.06 s per run." if all are equal. Two runs have no median.
 *
 * @param textOf returns a size with its unit
 * @param chance what to say of chance, as `chanceText` returns it; "" for calls, which are exact
 */
export function spreadText(spread: Spread, textOf: (size: number) => string, chance: string): string {
  const { runs, least, middle, most, imbalance } = spread
  if (most === least) return `${textOf(most)} per run.`
  const half = runs > 2 ? `, median ${textOf(middle)}` : ''
  return `${textOf(least)} to ${textOf(most)} per run${half}. The largest is ${formatFixed(imbalance, 2)} times the mean${chance}.`
}

/**
 * Returns whether chance explains the maximum of the runs' times in all, as the end of a sentence: ":
 * significant" or ", within noise". Returns "" if it does but a single function of a run is significant.
 *
 * @param spread of samples
 * @param imbalance functions by run; null if unknown
 */
export function chanceText(spread: Spread, imbalance: RunImbalance | null = null): string {
  if (isBeyondChance(spread)) return BEYOND_CHANCE
  return imbalance && imbalance.significant > 0 ? '' : BY_CHANCE
}

/**
 * Returns whether chance explains the maximum of one function's times, as the end of a sentence: ":
 * significant" or ", within noise". It is judged as one of all functions of the runs if those are known.
 *
 * @param spread of the function's samples
 * @param imbalance functions by run; null if unknown
 */
export function functionChanceText(spread: Spread, imbalance: RunImbalance | null): string {
  const is = imbalance ? isSignificantCell(spread, imbalance) : isBeyondChance(spread)
  return is ? BEYOND_CHANCE : BY_CHANCE
}

const BEYOND_CHANCE = ': significant'
const BY_CHANCE = ', within noise'

// Numbers in the names of runs: ranks, or process ids.

/** More digits than a process id has, and than the column has room for: a date, for example. */
const TOO_MANY_DIGITS = 8

/**
 * Returns the number of each run, in the order of `names`: the one in which its name differs from the
 * others, `3` of `rank3/gmon.out`. Returns null for fewer than two runs, if names differ in more than one
 * number or in other letters, if two have the same number, and for numbers of eight digits or more.
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
  // Digits that rank10 and rank11 share belong to their numbers.
  while (start > 0 && isDigit(first[start - 1])) start--
  while (end > 0 && isDigit(first[first.length - end])) end--
  const digits = names.map((name) => name.slice(start, name.length - end))
  if (!digits.every((text) => /^\d+$/.test(text) && text.length < TOO_MANY_DIGITS)) return null
  const numbers = digits.map(Number)
  return new Set(numbers).size === numbers.length ? numbers : null
}

const isDigit = (letter: string | undefined): boolean =>
  letter !== undefined && letter >= '0' && letter <= '9'

/** Sentence beside times of runs under a scenario with faster functions. */
export const RUNS_AS_MEASURED = 'Runs show times as measured, without the faster functions.'
