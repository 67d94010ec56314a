// Functions by imbalance: the run that has the most of each.
import {
  formatCounted,
  formatExact,
  formatFixed,
  formatSeconds,
  percentOf,
  secondsOf,
} from '../../quantities.ts'
import { chanceText, functionChanceText, type Spread } from '../../trust/runs/run-spread.ts'
import { excessText, type RunImbalance, timesMeanText, triedText } from '../../trust/runs/run-imbalance.ts'
import type { FileKey } from '../../base/file-key.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { Explanation } from '../explain/explanation.ts'
import { formatError, formatSamples } from '../explain/sampling.ts'
import { type RunTable, runText, runValue } from './run-table.ts'

export const chanceIn = ({ imbalance }: RunTable, column: 'time' | 'self', spread: Spread): string =>
  column === 'time' ? chanceText(spread, imbalance) : functionChanceText(spread, imbalance)

/** A function with the run that has the most of it. */
export interface ImbalanceRow {
  readonly f: FunctionIndex
  /** Position in the table; −1 if it is not there. */
  readonly run: number
  /** "Run 12", or the name of a run without a number. */
  readonly runLabel: string
  /** Above the mean of the other runs: "+0.23 s". */
  readonly excess: string
  /** The most ÷ the mean: "8.00". */
  readonly timesMean: string
  readonly isSignificant: boolean
}

/**
 * Returns the functions by imbalance: those that chance does not explain first, then by time above the
 * other runs. At most 100 (`MOST_CELLS`); empty if `table.imbalance` is null or of fewer than two runs.
 *
 * @param positionOf position of a run's file in the table, from 0; −1 if it is not there
 */
export function imbalanceRows(
  table: RunTable,
  positionOf: (run: FileKey) => number,
): readonly ImbalanceRow[] {
  const { imbalance, numbers } = table
  if (!imbalance || imbalance.runs < 2) return []
  const { cells, runs, significant } = imbalance
  return cells.map((cell, at) => {
    const run = positionOf(cell.run)
    const number = numbers?.[run]
    return {
      f: cell.f,
      run,
      runLabel: number === undefined ? visibleText(cell.run.name) : `Run ${number}`,
      excess: excessText(cell, runs, table),
      timesMean: timesMeanText(cell, runs),
      isSignificant: at < significant,
    }
  })
}

/** Returns how the functions were judged, as a sentence for a tooltip. */
export function judgementText({ runs, functions }: RunImbalance): string {
  return `Significant: equal runs show any such difference less than once in 100 profiles (${triedText({ runs, functions })}).`
}

export function explainTicks(
  table: RunTable,
  title: string,
  ticks: number,
  spread: Spread | null,
): Explanation {
  const { rate, abbreviation } = table
  const share =
    spread && spread.sum > 0
      ? `${formatFixed(percentOf(ticks, spread.sum), 1)}% of that in all ${formatCounted(spread.runs, 'run')}. `
      : ''
  return {
    title,
    formula: `${formatExact(secondsOf(ticks, rate))} ${abbreviation} = ${formatSamples(ticks)} ÷ ${formatExact(rate)} per second`,
    note:
      ticks === 0
        ? `${share}No sample.`
        : `${share}Sampled, so about ± ${formatError(ticks, rate, abbreviation)} (one standard deviation).`,
  }
}

export function explainMean(
  table: RunTable,
  run: number,
  column: 'mean' | 'selfMean',
  spread: Spread,
): Explanation | null {
  const text = runText(table, run)[column]
  if (text === '') return null
  const size = runValue(table, run, column)
  const isMost = size === spread.most && spread.most > spread.least
  const isSampled = column === 'mean' || table.inRuns?.isSampled === true
  return {
    title: `${text} times the mean`,
    formula: `${text} = ${formatExact(size)} ÷ ${formatExact(spread.mean)}${isSampled ? ' samples' : ' calls'}`,
    note: `The mean of ${formatCounted(spread.runs, 'run')}.${isMost ? ` The most of them${isSampled ? chanceIn(table, column === 'mean' ? 'time' : 'self', spread) : ''}.` : ''}`,
  }
}

export function secondsText({ rate, abbreviation }: RunTable, ticks: number): string {
  return formatSeconds(secondsOf(ticks, rate), abbreviation)
}
