// The flat profile’s rows sorted by one of its columns. Ties keep gprof’s order.
//
// One simple loop is compiled while it runs, for all columns, so that the first click is answered at
// once.
import type { AnalyzedProfile, CycleTable, TimeTables } from '../analysis/analyzed-profile.ts'
import { asArray, type Column } from '../base/columns.ts'
import { orderOfNumbers } from '../base/order-numbers.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import type { FlatProfile } from './listing/flat-profile.ts'
import type { Listing } from './listing/listing.ts'

/** Columns of the flat profile as exports write them: gprof's in its order, then the page's. */
export const FLAT_COLUMNS = [
  'percent',
  'cumulative',
  'self',
  'calls',
  'selfPerCall',
  'totalPerCall',
  'total',
  'selfPercent',
  'totalPercent',
  'name',
] as const
/** Column of the flat profile as exports write it. */
export type FlatColumn = (typeof FLAT_COLUMNS)[number]

/** Columns of the flat profile on screen, from left to right. */
export const SCREEN_COLUMNS = [
  'name',
  'selfPercent',
  'totalPercent',
  'percent',
  'cumulative',
  'self',
  'total',
  'calls',
  'selfPerCall',
  'totalPerCall',
] as const satisfies readonly FlatColumn[]
/** Column of the flat profile on screen. */
export type ScreenColumn = (typeof SCREEN_COLUMNS)[number]

/** Sort keys: each column, and the cycle of a function. */
export const SORT_COLUMNS = [...SCREEN_COLUMNS, 'cycle'] as const
/** Sort key: a column, or the cycle of a function. */
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** Sort order of functions. */
export interface SortOrder {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

/** Data that the rows are sorted by: the part of an analysis that the worker keeps for it. */
export interface SortTables {
  readonly functions: Pick<FunctionTable, 'selfTicks' | 'calls' | 'selfCalls'>
  readonly times: Pick<TimeTables, 'childTicks'>
  readonly cycles: Pick<CycleTable, 'members'>
  readonly flat: Pick<FlatProfile, 'printed'>
  /** Cumulative column that a listing printed; null if it follows from self times. */
  readonly cumulativeTicks: FlatProfile['cumulativeTicks'] | null
}

/**
 * Returns the tables that the rows are sorted by. They share the columns of the analysis, so transferring
 * their buffers would detach it.
 */
export function sortTablesOf(analyzed: AnalyzedProfile, { flat }: Listing): SortTables {
  const { profile, times, cycles, asPrinted } = analyzed
  const { selfTicks, calls, selfCalls } = profile.functions
  const { printed, cumulativeTicks } = flat
  return {
    functions: { selfTicks, calls, selfCalls },
    times: { childTicks: times.childTicks },
    cycles: { members: cycles.members },
    flat: { printed },
    cumulativeTicks: asPrinted ? cumulativeTicks : null,
  }
}

/**
 * Returns the functions that gprof prints by default (FunctionIndex), sorted. Ties keep gprof's order in
 * both directions; functions without a value in the column come last.
 *
 * @param ranks ranks of names by FunctionIndex; needed to sort by name only
 */
export function sortFunctions(
  tables: SortTables,
  order: SortOrder,
  ranks: Uint32Array = new Uint32Array(0),
): Uint32Array<ArrayBuffer> {
  const { printed } = tables.flat
  const keys = order.column === 'name' ? gather(ranks, printed) : keysOf(tables, order.column)
  return inOrder(printed, orderOfNumbers(keys, order.direction === 'descending'))
}

/** Sort keys by row; NaN if a column has no value. */
function keysOf(
  { functions, cycles, times, flat, cumulativeTicks }: SortTables,
  column: Exclude<SortColumn, 'name'>,
): Keys {
  const { printed } = flat
  const of = (values: Column<FunctionIndex, number, 'Float64Array'>): Keys => gather(asArray(values), printed)
  const { selfTicks, calls, selfCalls } = functions
  switch (column) {
    case 'percent':
    case 'selfPercent':
    case 'self':
      return of(selfTicks)
    case 'cumulative':
      return cumulativeTicks ? Float64Array.from(cumulativeTicks) : addUp(of(selfTicks))
    case 'calls':
      return withoutZeros(of(calls), of(selfCalls))
    case 'selfPerCall':
      return divide(of(selfTicks), withoutZeros(of(calls)))
    case 'totalPerCall':
      return divide(add(of(selfTicks), of(times.childTicks)), withoutZeros(of(calls)))
    case 'total':
    case 'totalPercent':
      return add(of(selfTicks), of(times.childTicks))
    case 'cycle':
      return gather(cyclesByFunction(cycles.members, functions.selfTicks.length), printed)
  }
}

type Keys = Float64Array<ArrayBuffer>

function gather(values: Float64Array | Uint32Array, rows: Uint32Array): Keys {
  const keys = new Float64Array(rows.length)
  for (let row = 0; row < rows.length; row++) keys[row] = values[rows[row]]
  return keys
}

function inOrder(rows: Uint32Array, order: Uint32Array): Uint32Array<ArrayBuffer> {
  const ordered = new Uint32Array(order.length)
  for (let row = 0; row < order.length; row++) ordered[row] = rows[order[row]]
  return ordered
}

function addUp(keys: Keys): Keys {
  let sum = 0
  for (let row = 0; row < keys.length; row++) keys[row] = sum += keys[row]
  return keys
}

/** @param selfCalls a function that only calls itself keeps its 0, which gprof prints */
function withoutZeros(keys: Keys, selfCalls: Keys | null = null): Keys {
  for (let row = 0; row < keys.length; row++)
    if (keys[row] === 0 && !(selfCalls && selfCalls[row] > 0)) keys[row] = Number.NaN
  return keys
}

function add(keys: Keys, others: Keys): Keys {
  for (let row = 0; row < keys.length; row++) keys[row] += others[row]
  return keys
}

function divide(keys: Keys, others: Keys): Keys {
  for (let row = 0; row < keys.length; row++) keys[row] /= others[row]
  return keys
}

/** NaN for a function in no cycle. */
function cyclesByFunction({ length, offsets, items }: CycleTable['members'], functions: number): Keys {
  const cycleOf = new Float64Array(functions).fill(Number.NaN)
  for (let cycle = 0; cycle < length; cycle++) {
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) cycleOf[items[at]] = cycle
  }
  return cycleOf
}
