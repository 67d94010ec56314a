// What a run's numbers are made of.
import { formatSamples, recursionNote, formatError, type Explanation } from '../details/explain-sampling.ts'
import {
  formatCounted,
  formatExact,
  formatFixed,
  formatSeconds,
  percentOf,
  secondsOf,
} from '../quantities.ts'
import type { Bar } from './bars.ts'
import { chanceText, type Spread } from './spread.ts'
import { runText, runValue, sizeOf, type RunColumn, type RunTable } from './run-table.ts'

/** Of each column but the name's, or of its heading. */
export function explainColumn({ numbers, inRuns }: RunTable, column: RunColumn): Explanation | null {
  const f = inRuns?.name ?? ''
  switch (column) {
    case 'number':
      return numbers
        ? said('The number in the run’s name', 'The names differ in nothing else.')
        : said(
            'Which of the files it is',
            'In the order in which they were given; in a folder by name, 2 before 10.',
          )
    case 'time':
      return said('Time of the run’s own samples')
    case 'mean':
      return said(
        'Time, compared with the mean of all runs',
        'The largest is what is called the imbalance: 1.00 if all runs took as long.',
      )
    case 'samples':
      return said('Samples the run recorded')
    case 'self':
      return said(`Self time of ${f} in the run`)
    case 'selfMean':
      return said(
        `${inRuns?.isSampled === false ? 'Calls' : 'Self time'} of ${f}, compared with the mean of all runs`,
      )
    case 'calls':
      return said(`Times ${f} was called in the run by others`)
    case 'name':
      return null
  }
}

const said = (title: string, note = ''): Explanation => ({ title, formula: '', note })

/** Null of what explains itself, or is not known. */
export function explainRun(table: RunTable, run: number, column: RunColumn): Explanation | null {
  const { spread, inRuns, runs } = table
  const found = inRuns?.found[run]
  const name = runs[run]?.name ?? ''
  switch (column) {
    case 'time':
    case 'samples': {
      const samples = runs[run]?.samples
      return samples === undefined || !spread
        ? said(name, 'It holds no samples.')
        : explainTicks(table, `${name}: ${secondsText(table, samples)}`, samples, spread)
    }
    case 'mean':
      return spread && explainMean(table, run, 'mean', spread)
    case 'self':
      return found && inRuns?.spread
        ? explainTicks(
            table,
            `${inRuns.name} in ${name}: ${secondsText(table, found.ticks)}`,
            found.ticks,
            inRuns.isSampled ? inRuns.spread : null,
          )
        : null
    case 'selfMean':
      return inRuns?.spread && found ? explainMean(table, run, 'selfMean', inRuns.spread) : null
    case 'calls':
      return found && inRuns
        ? said(
            `${inRuns.name} in ${name}: ${formatCounted(found.calls, 'call')}`,
            `Counted, not sampled. ${recursionNote(found.selfCalls)}`.trim(),
          )
        : null
    case 'number':
    case 'name':
      return null
  }
}

/** What a bar stands for. */
type Runs = Pick<Bar, 'from' | 'to' | 'longest'>

/** "gmon.out.3: 0.31 s", and of several runs "gmon.out.0 to gmon.out.3: 0.31 s at most". */
export function barName(table: RunTable, { from, to, longest }: Runs, column: 'time' | 'self'): string {
  const text = barText(table, longest, column)
  return to - from === 1 ? `${nameOf(table, from)}: ${text}` : `${spanOf(table, from, to)}: ${text} at most`
}

const nameOf = ({ runs }: RunTable, run: number): string => runs[run]?.name ?? ''
const spanOf = (table: RunTable, from: number, to: number): string =>
  `${nameOf(table, from)} to ${nameOf(table, to - 1)}`

export function explainBar(
  table: RunTable,
  { from, to, longest }: Runs,
  column: 'time' | 'self',
): Explanation | null {
  if (to - from === 1)
    return explainRun(table, from, column === 'self' && table.inRuns?.isSampled === false ? 'calls' : column)
  return said(
    spanOf(table, from, to),
    `${formatCounted(to - from, 'run')}; the most has ${nameOf(table, longest)}: ${barText(table, longest, column)}.`,
  )
}

/** "0.31 s", or "40 calls" of a function without samples. */
function barText(table: RunTable, run: number, column: 'time' | 'self'): string {
  const { inRuns, runs } = table
  if (column === 'time') return secondsText(table, runs[run]?.samples ?? Number.NaN)
  const found = inRuns?.found[run]
  if (!inRuns || !found) return 'not known'
  const size = sizeOf(found, inRuns.isSampled)
  return inRuns.isSampled ? secondsText(table, size) : formatCounted(size, 'call')
}

/** "0.02 s to 0.31 s, mean 0.12 s (dashed). Imbalance 2.58 (most ÷ mean), more than chance alone does." */
export function imbalanceText(table: RunTable, column: 'time' | 'self'): string {
  const { spread, inRuns } = table
  const isSampled = column === 'time' || inRuns?.isSampled === true
  const of = column === 'time' ? spread : inRuns?.spread
  if (!of) return ''
  const textOf = (size: number): string =>
    isSampled ? secondsText(table, size) : formatCounted(Number(formatFixed(size, 1)), 'call')
  if (of.most === of.least) return `${textOf(of.most)} each.`
  return `${textOf(of.least)} to ${textOf(of.most)}, mean ${textOf(of.mean)} (dashed). Imbalance ${formatFixed(of.imbalance, 2)} (most ÷ mean)${isSampled ? chanceText(of) : ''}.`
}

function explainTicks(table: RunTable, title: string, ticks: number, spread: Spread | null): Explanation {
  const { rate, abbreviation } = table
  const share =
    spread && spread.sum > 0
      ? `${formatFixed(percentOf(ticks, spread.sum), 1)} % of that in all ${formatCounted(spread.runs, 'run')}. `
      : ''
  return {
    title,
    formula: `${formatExact(secondsOf(ticks, rate))} ${abbreviation} = ${formatSamples(ticks)} ÷ ${formatExact(rate)} per second`,
    note: `${share}Sampled, so about ± ${formatError(ticks, rate, abbreviation)} (one standard deviation).`,
  }
}

function explainMean(
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
    note: `The mean of ${formatCounted(spread.runs, 'run')}.${isMost ? ` The most of them${isSampled ? chanceText(spread) : ''}.` : ''}`,
  }
}

function secondsText({ rate, abbreviation }: RunTable, ticks: number): string {
  return formatSeconds(secondsOf(ticks, rate), abbreviation)
}
