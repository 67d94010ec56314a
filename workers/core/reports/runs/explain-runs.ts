// Explanations of a run's numbers.
import { formatCounted, formatFixed } from '../../quantities.ts'
import { type Explanation, recursionNote } from '../explain/explanation.ts'
import { type RunTable, type RunColumn, sizeOf } from './run-table.ts'
import { explainTicks, secondsText, explainMean, chanceIn } from './imbalance-rows.ts'
import type { Bar } from './run-strip.ts'

/** Explains a column of the table: its title and, for some, a note. Returns null for the name. */
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

/**
 * Explains a cell. Returns null for the number and the name, and if the cell is unknown; a run without
 * samples is explained as such.
 *
 * @param run index of the run in `table.runs`, from 0
 */
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

/** The runs of a bar. */
type Runs = Pick<Bar, 'from' | 'to' | 'longest'>

/**
 * Returns a bar's label: "gmon.out.3: 0.31 s", or "gmon.out.0 to gmon.out.3: 0.31 s at most" for several
 * runs. A function without samples has calls in place of a time; unknown is "not known".
 *
 * @param column time of the whole run, or of the function in it
 */
export function barName(table: RunTable, { from, to, longest }: Runs, column: 'time' | 'self'): string {
  const text = barText(table, longest, column)
  return to - from === 1 ? `${nameOf(table, from)}: ${text}` : `${spanOf(table, from, to)}: ${text} at most`
}

const nameOf = ({ runs }: RunTable, run: number): string => runs[run]?.name ?? ''
const spanOf = (table: RunTable, from: number, to: number): string =>
  `${nameOf(table, from)} to ${nameOf(table, to - 1)}`

/**
 * Explains a bar: as the cell of its run, or as several runs with the most of them. Returns null if the
 * value of its only run is unknown.
 *
 * @param column time of the whole run, or of the function in it
 */
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

/** "0.31 s", or "40 calls" for a function without samples. */
function barText(table: RunTable, run: number, column: 'time' | 'self'): string {
  const { inRuns, runs } = table
  if (column === 'time') return secondsText(table, runs[run]?.samples ?? Number.NaN)
  const found = inRuns?.found[run]
  if (!inRuns || !found) return 'not known'
  const size = sizeOf(found, inRuns.isSampled)
  return inRuns.isSampled ? secondsText(table, size) : formatCounted(size, 'call')
}

/**
 * Returns the spread of a column: "0.02 s to 0.31 s, mean 0.12 s (dashed). Imbalance 2.58 (max ÷ mean):
 * significant.", or "0.12 s per run." if all are equal; "" if unknown. Calls, which are exact, are not
 * judged.
 *
 * @param column time of the whole run, or of the function in it
 */
export function imbalanceText(table: RunTable, column: 'time' | 'self'): string {
  const { spread, inRuns } = table
  const isSampled = column === 'time' || inRuns?.isSampled === true
  const of = column === 'time' ? spread : inRuns?.spread
  if (!of) return ''
  const textOf = (size: number): string =>
    isSampled ? secondsText(table, size) : formatCounted(Number(formatFixed(size, 1)), 'call')
  if (of.most === of.least) return `${textOf(of.most)} per run.`
  return `${textOf(of.least)} to ${textOf(of.most)}, mean ${textOf(of.mean)} (dashed). Imbalance ${formatFixed(of.imbalance, 2)} (max ÷ mean)${isSampled ? chanceIn(table, column, of) : ''}.`
}
