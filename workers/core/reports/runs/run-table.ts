// Runs as rows: what each took, how that compares with the others and, if one is looked at, what a function has in each.
import { formatCount, formatFixed, fractionOf, secondsOf } from '../quantities.ts'
import { runNumbers } from './run-numbers.ts'
import { spreadOf, type Spread } from './spread.ts'

export type RunColumn = 'number' | 'time' | 'mean' | 'samples' | 'self' | 'selfMean' | 'calls' | 'name'

/** A row's text by column; "" where it is not known. */
export type RunText = Readonly<Record<RunColumn, string>>

/** What is known of a function in one run. */
export interface InRun {
  readonly ticks: number
  readonly calls: number
  readonly selfCalls: number
}

/** In the order of the numbers in their names, if they have such, else of the files. */
export interface RunTable {
  readonly runs: readonly {
    readonly name: string
    /** Not there where nothing was sampled. */
    readonly samples?: number | undefined
  }[]
  /** By run; null where their names have none. */
  readonly numbers: readonly number[] | null
  readonly rate: number
  readonly abbreviation: string
  /** Of samples; null where none are known. */
  readonly spread: Spread | null
  readonly inRuns: FunctionInRuns | null
}

/** A function in each run. */
export interface FunctionInRuns {
  readonly name: string
  /** Undefined of runs that could not be read again, and of all as long as they are read. */
  readonly found: readonly (InRun | undefined)[]
  /** Of one that was never sampled, by its calls. */
  readonly isSampled: boolean
  /** Null until it is known. */
  readonly spread: Spread | null
}

export function functionInRuns(name: string, found: readonly (InRun | undefined)[]): FunctionInRuns {
  const known = found.filter((one) => one !== undefined)
  const isSampled = known.some(({ ticks }) => ticks > 0)
  const spread = known.length > 0 ? spreadOf(known.map((one) => sizeOf(one, isSampled))) : null
  return { name, found, isSampled, spread }
}

/** By what runs are compared: ticks, or calls where it was never sampled. */
export const sizeOf = ({ ticks, calls }: InRun, isSampled: boolean): number => (isSampled ? ticks : calls)

export function runTable(
  runs: RunTable['runs'],
  { rate, abbreviation }: Pick<RunTable, 'rate' | 'abbreviation'>,
  inRuns: FunctionInRuns | null,
): RunTable {
  const samples = runs.flatMap((run) => run.samples ?? [])
  const spread = samples.length > 0 ? spreadOf(samples) : null
  return { runs, numbers: runNumbers(runs.map(({ name }) => name)), rate, abbreviation, spread, inRuns }
}

interface RunHeading {
  readonly column: RunColumn
  readonly label: string
  readonly unit: string
}

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

/** A number by which rows are put in order, NaN where it is not known. `number` is from 0 where names have none. */
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

/** Of the longest bar of that column, 0–1. */
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
