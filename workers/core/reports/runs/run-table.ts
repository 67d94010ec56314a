// Table of runs: rows, their order, bars, text for a spreadsheet.
import { formatCount, formatFixed, fractionOf, secondsOf } from '../../quantities.ts'
import { runNumbers } from './run-numbers.ts'
import { type Spread, spreadOf } from '../../trust/runs/run-spread.ts'
import type { RunImbalance } from '../../trust/runs/run-imbalance.ts'
import { tsvCell } from '../flat-table.ts'

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
