// Table of runs: rows, their order, bars, text for a spreadsheet, and an explanation of every
// number.
import {
  formatCount,
  formatCounted,
  formatExact,
  formatFixed,
  formatSeconds,
  fractionOf,
  percentOf,
  secondsOf,
} from './quantities.ts'
import { chanceText, functionChanceText, runNumbers, type Spread, spreadOf } from './run-spread.ts'
import { excessText, type RunImbalance, timesMeanText, triedText } from './run-imbalance.ts'
import type { FileKey } from '../base/file-names.ts'
import { visibleText } from '../base/string-table.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { tsvCell } from './rows.ts'
import { type Explanation, formatError, formatSamples, recursionNote } from './bounds.ts'

/** Columns of the table of runs. */
export type RunColumn = 'number' | 'time' | 'mean' | 'samples' | 'self' | 'selfMean' | 'calls' | 'name'

/** Text of a row by column; "" if unknown. */
export type RunText = Readonly<Record<RunColumn, string>>

/** Numbers of a function in one run. */
export interface InRun {
  readonly ticks: number
  /** Calls by others, and direct recursive calls. */
  readonly calls: number
  readonly selfCalls: number
}

/** The runs, in the order of the numbers in their names if there are any, else of the files. */
export interface RunTable {
  readonly runs: readonly {
    readonly name: string
    /** Ticks the run recorded. Absent if nothing was sampled. */
    readonly samples?: number | undefined
  }[]
  /** Number of each run; null if their names have none. */
  readonly numbers: readonly number[] | null
  /** Ticks per second; 0 if unknown. */
  readonly rate: number
  readonly abbreviation: string
  /** Spread of samples; null if none are known. */
  readonly spread: Spread | null
  /** The selected function in each run; null for none. */
  readonly inRuns: FunctionInRuns | null
  /** Which run has the most of each function; null if unknown. */
  readonly imbalance: RunImbalance | null
}

/** A function in each run. */
export interface FunctionInRuns {
  /** Readable name, for the texts. */
  readonly name: string
  /** Undefined for runs that could not be read again, and for all while they are being read. */
  readonly found: readonly (InRun | undefined)[]
  /** False for a function without samples, which is compared by its calls. */
  readonly isSampled: boolean
  /** Spread of its ticks, or of its calls without samples. Null while unknown. */
  readonly spread: Spread | null
}

/**
 * Returns a function's numbers in each run, with their spread: of its ticks or, without samples in any run,
 * of its calls. The spread is null if no run is known.
 *
 * @param name readable name, for the texts
 * @param found by run, in the order of the runs; undefined for a run that is not known (yet)
 */
export function functionInRuns(name: string, found: readonly (InRun | undefined)[]): FunctionInRuns {
  const known = found.filter((one) => one !== undefined)
  const isSampled = known.some(({ ticks }) => ticks > 0)
  const spread = known.length > 0 ? spreadOf(known.map((one) => sizeOf(one, isSampled))) : null
  return { name, found, isSampled, spread }
}

/** Returns what runs are compared by: ticks, or calls without samples. */
export const sizeOf = ({ ticks, calls }: InRun, isSampled: boolean): number => (isSampled ? ticks : calls)

/**
 * Builds the table of runs, with the spread of their samples and the numbers in their names.
 *
 * @param inRuns the selected function, in the order of `runs`; null for none
 */
export function runTable(
  runs: RunTable['runs'],
  { rate, abbreviation }: Pick<RunTable, 'rate' | 'abbreviation'>,
  inRuns: FunctionInRuns | null,
  imbalance: RunImbalance | null = null,
): RunTable {
  const samples = runs.flatMap((run) => run.samples ?? [])
  const spread = samples.length > 0 ? spreadOf(samples) : null
  const numbers = runNumbers(runs.map(({ name }) => name))
  return { runs, numbers, rate, abbreviation, spread, inRuns, imbalance }
}

interface RunHeading {
  readonly column: RunColumn
  readonly label: string
  readonly unit: string
}

/**
 * Returns the headings of the table's columns, from left to right. Those of a function are among them only
 * if `table.inRuns` is there. `unit` is "" for a column without one.
 */
export function runHeadings({ abbreviation, inRuns }: RunTable): readonly RunHeading[] {
  const own: readonly RunHeading[] = [
    { column: 'number', label: 'No.', unit: '' },
    { column: 'time', label: 'Time', unit: abbreviation },
    { column: 'mean', label: '× mean', unit: '' },
    { column: 'samples', label: 'Samples', unit: '' },
  ]
  const ofFunction: readonly RunHeading[] = [
    { column: 'self', label: 'Self', unit: abbreviation },
    { column: 'selfMean', label: inRuns?.isSampled === false ? 'Calls × mean' : 'Self × mean', unit: '' },
    { column: 'calls', label: 'Calls', unit: '' },
  ]
  return [...own, ...(inRuns ? ofFunction : []), { column: 'name', label: 'Run', unit: '' }]
}

/**
 * Returns the sort key of a run in a column; NaN if unknown. Time, mean and samples sort by samples; `self`
 * by ticks of the function; `selfMean` by the same, or by calls without samples; `number` by the number in
 * the run's name, or by its index if `table.numbers` is null.
 *
 * @param run index of the run in `table.runs`, from 0
 */
export function runValue(
  { runs, numbers, inRuns }: RunTable,
  run: number,
  column: Exclude<RunColumn, 'name'>,
): number {
  const found = inRuns?.found[run]
  switch (column) {
    case 'number':
      return numbers?.[run] ?? run
    case 'time':
    case 'mean':
    case 'samples':
      return runs[run]?.samples ?? Number.NaN
    case 'self':
      return found?.ticks ?? Number.NaN
    case 'selfMean':
      return found && inRuns ? sizeOf(found, inRuns.isSampled) : Number.NaN
    case 'calls':
      return found?.calls ?? Number.NaN
  }
}

/**
 * Returns a row as text: times with two decimals and no unit, counts with separators; "" for what is
 * unknown.
 *
 * @param run index of the run in `table.runs`, from 0
 */
export function runText(table: RunTable, run: number): RunText {
  const { runs, rate, spread, inRuns } = table
  const samples = runValue(table, run, 'samples')
  const self = runValue(table, run, 'self')
  const calls = runValue(table, run, 'calls')
  return {
    number: table.numbers ? `${table.numbers[run] ?? ''}` : formatCount(run + 1),
    time: seconds(samples, rate),
    mean: times(samples, spread),
    samples: count(samples),
    self: seconds(self, rate),
    selfMean: times(runValue(table, run, 'selfMean'), inRuns?.spread ?? null),
    calls: count(calls),
    name: runs[run]?.name ?? '',
  }
}

/**
 * Returns the length of a bar as a share of the column's longest, 0–1; 0 if unknown. The bar of `self`
 * shows calls if the function has no samples.
 *
 * @param run index of the run in `table.runs`, from 0
 */
export function runFraction(table: RunTable, run: number, column: 'time' | 'self'): number {
  const { spread, inRuns } = table
  const value = runValue(table, run, column === 'time' ? 'time' : 'selfMean')
  const most = (column === 'time' ? spread : inRuns?.spread)?.most ?? 0
  return Number.isNaN(value) ? 0 : fractionOf(value, most)
}

const count = (value: number): string => (Number.isNaN(value) ? '' : formatCount(value))

function seconds(ticks: number, rate: number): string {
  const value = secondsOf(ticks, rate)
  return Number.isNaN(value) ? '' : formatFixed(value, 2)
}

function times(size: number, spread: Spread | null): string {
  return spread === null || Number.isNaN(size) || !(spread.mean > 0) ? '' : formatFixed(size / spread.mean, 2)
}

// Sort order of runs; by default they are in the order of their files.

/** Sort order chosen by a person. */
export interface RunOrder {
  readonly column: RunColumn
  readonly direction: 'ascending' | 'descending'
}

/** rank2 before rank10, as the files of a dropped folder are sorted. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

/**
 * Returns the run of each row (index in `table.runs`). Ties keep the order of their files in both
 * directions; unknown values come last.
 *
 * @param order null for the order of the files
 */
export function sortRuns(table: RunTable, order: RunOrder | null): readonly number[] {
  const rows = table.runs.map((_, run) => run)
  if (order === null) return rows
  const { column, direction } = order
  const sign = direction === 'ascending' ? 1 : -1
  if (column === 'name') {
    const names = table.runs.map(({ name }) => name)
    return rows.toSorted((a, b) => sign * BY_NAME.compare(names[a] ?? '', names[b] ?? '') || a - b)
  }
  const valueOf = (run: number): number => runValue(table, run, column)
  const rank = (run: number): number => Number(Number.isNaN(valueOf(run)))
  return rows.toSorted((a, b) => rank(a) - rank(b) || sign * (valueOf(a) - valueOf(b)) || a - b)
}

// The table for a spreadsheet.

/**
 * Returns one row as on screen, tab-separated, without a line break. Counts have no separators.
 *
 * @param run index of the run in `table.runs`, from 0
 */
export function runRowTsv(table: RunTable, run: number): string {
  const text = runText(table, run)
  return runHeadings(table)
    .map(({ column }) => tsvCell(column === 'name' ? text.name : text[column].replaceAll(',', '')))
    .join('\t')
}

/**
 * Returns rows as TSV, headings first, each line ended by "\n".
 *
 * @param rows runs (index in `table.runs`), in the order of the lines
 */
export function runTableTsv(table: RunTable, rows: readonly number[]): string {
  const headings = runHeadings(table).map(({ label, unit }) =>
    tsvCell(unit === '' ? label : `${label} (${unit})`),
  )
  return `${[headings.join('\t'), ...rows.map((run) => runRowTsv(table, run))].join('\n')}\n`
}

// All runs in one strip of bars, in the order of their files. If there are more runs than fit,
// neighbours share a bar.

/** A bar of the strip. */
export interface Bar {
  /** The runs of the bar (index in `sizes`): `from` to `to`, exclusive. */
  readonly from: number
  readonly to: number
  /** The first of its runs with the maximum. */
  readonly longest: number
  /** Minimum and maximum of its runs as lengths, 0–1. */
  readonly least: number
  readonly most: number
}

/**
 * Returns the bars of a strip with room for `room` bars (at least 1), in the order of the runs. All bars
 * hold the same number of runs; only the last may hold fewer. The largest size has length 1.
 *
 * @param sizes by run, in any unit, not negative; NaN if unknown, which counts as 0
 */
export function barsOf(sizes: readonly number[], room: number): readonly Bar[] {
  const each = Math.max(1, Math.ceil(sizes.length / Math.max(1, Math.floor(room))))
  const highest = sizes.reduce((before, size) => (size > before ? size : before), 0)
  const scale = highest > 0 ? 1 / highest : 0
  const bars: Bar[] = []
  for (let from = 0; from < sizes.length; from += each) {
    const to = Math.min(sizes.length, from + each)
    let longest = from
    let least = Infinity
    for (let run = from; run < to; run++) {
      const size = sizes[run] ?? Number.NaN
      if (size > knownOr0(sizes[longest])) longest = run
      least = Math.min(least, knownOr0(size))
    }
    bars.push({ from, to, longest, least: least * scale, most: knownOr0(sizes[longest]) * scale })
  }
  return bars
}

const knownOr0 = (size: number | undefined): number => (size === undefined || Number.isNaN(size) ? 0 : size)

// Explanations of a run's numbers.

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

const chanceIn = ({ imbalance }: RunTable, column: 'time' | 'self', spread: Spread): string =>
  column === 'time' ? chanceText(spread, imbalance) : functionChanceText(spread, imbalance)

// Functions by imbalance: the run that has the most of each.

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

function explainTicks(table: RunTable, title: string, ticks: number, spread: Spread | null): Explanation {
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
    note: `The mean of ${formatCounted(spread.runs, 'run')}.${isMost ? ` The most of them${isSampled ? chanceIn(table, column === 'mean' ? 'time' : 'self', spread) : ''}.` : ''}`,
  }
}

function secondsText({ rate, abbreviation }: RunTable, ticks: number): string {
  return formatSeconds(secondsOf(ticks, rate), abbreviation)
}
