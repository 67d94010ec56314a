// Imbalance of runs by function: which run has far more self time than the others, unless chance explains
// it.
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { FileKey } from '../../base/file-key.ts'
import { binomialTail } from '../../base/tails.ts'
import { formatCount, formatFixed, formatSeconds, secondsOf } from '../../quantities.ts'

/** The largest cell of a function: its self time in the run in which it has the most. */
export interface LargestCell {
  readonly f: FunctionIndex
  /** The file of the run with the most. */
  readonly run: FileKey
  /** Ticks in that run, and in all runs together. */
  readonly most: number
  readonly sum: number
}

/** The table of runs × functions, reduced to the largest cell of each function. */
export interface RunImbalance {
  /** Runs with a histogram. */
  readonly runs: number
  /** Functions with samples in any run. */
  readonly functions: number
  /** Significant cells first; by time above the mean of the other runs. At most `MOST_CELLS`. */
  readonly cells: readonly LargestCell[]
  /** How many of the cells are significant; they come first. */
  readonly significant: number
}

/** Largest number of cells that are kept: more than a person reads. */
export const MOST_CELLS = 100
/** Probability that equal runs show any significant cell. */
const ANY_BY_CHANCE = 0.01

/** Number of runs and of functions that a cell was chosen from. */
export type Tried = Pick<RunImbalance, 'runs' | 'functions'>

/**
 * Whether a cell is significant as the largest of the whole table. False for fewer than two runs, and for a
 * cell that is not above the mean.
 *
 * Samples of equal runs are Poisson counts with one mean. Given their sum, the samples of one run are
 * binomial, so the mean need not be known. The probability of so many is multiplied by the number of cells,
 * runs × functions (Bonferroni), and must be below 1%. Parts of samples are rounded against the cell.
 */
export function isSignificantCell(
  { most, sum }: Pick<LargestCell, 'most' | 'sum'>,
  { runs, functions }: Tried,
): boolean {
  if (runs < 2 || most * runs <= sum) return false
  return runs * functions * binomialTail(Math.floor(most), Math.ceil(sum), 1 / runs) < ANY_BY_CHANCE
}

/**
 * Returns the ticks of a cell above the mean of the other runs.
 *
 * @param runs number of all runs
 */
export const excessOf = ({ most, sum }: Pick<LargestCell, 'most' | 'sum'>, runs: number): number =>
  most - (sum - most) / Math.max(1, runs - 1)

/**
 * Orders the largest cells of all functions with samples, significant ones first, then by ticks above the
 * mean of the other runs; and counts the significant ones. Keeps the first 100 (`MOST_CELLS`).
 *
 * @param all one cell per function with samples, in any order
 * @param runs number of runs with a histogram
 */
export function imbalanceOf(all: readonly LargestCell[], runs: number): RunImbalance {
  const tried = { runs, functions: all.length }
  const judged = all.map((cell) => ({
    cell,
    excess: excessOf(cell, runs),
    isSignificant: isSignificantCell(cell, tried),
  }))
  judged.sort(
    (a, b) => Number(b.isSignificant) - Number(a.isSignificant) || b.excess - a.excess || a.cell.f - b.cell.f,
  )
  return {
    ...tried,
    cells: judged.slice(0, MOST_CELLS).map(({ cell }) => cell),
    significant: judged.filter(({ isSignificant }) => isSignificant).length,
  }
}

/** Returns the significant cell with the most time above the other runs; null if chance explains all. */
export const slowestCell = ({ cells, significant }: RunImbalance): LargestCell | null =>
  significant > 0 ? (cells[0] ?? null) : null

/** The unit of a profile's ticks. */
interface TickUnit {
  readonly rate: number
  readonly abbreviation: string
}

/**
 * Returns the time of a cell above the mean of the other runs: "+0.23 s"; "+not known" without a rate.
 *
 * @param runs number of all runs
 */
export const excessText = (cell: LargestCell, runs: number, { rate, abbreviation }: TickUnit): string =>
  `+${formatSeconds(secondsOf(excessOf(cell, runs), rate), abbreviation)}`

/**
 * Returns a cell as a multiple of the mean of all runs, with two decimals: "8.00".
 *
 * @param runs number of all runs
 */
export const timesMeanText = ({ most, sum }: Pick<LargestCell, 'most' | 'sum'>, runs: number): string =>
  formatFixed((most * runs) / sum, 2)

/** Returns what was examined, for a sentence: "16 runs × 12 functions, corrected for 192 comparisons". */
export const triedText = ({ runs, functions }: Tried): string =>
  `${formatCount(runs)} runs × ${formatCount(functions)} functions, corrected for ${formatCount(runs * functions)} comparisons`
