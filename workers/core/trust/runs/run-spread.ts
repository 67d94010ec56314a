// Spread of the runs of one program.
import { formatFixed } from '../../quantities.ts'
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
