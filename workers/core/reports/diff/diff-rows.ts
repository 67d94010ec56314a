// Rows of a diff in the order of a column.
import { asRows, type Rows } from '../../base/columns.ts'
import { assert } from '../../base/result.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import { type BeforeAfter, columnOf, type Measure, type Unit } from './measures.ts'
import type { PairIndex } from './pairs.ts'

/** Columns of a diff, in order. */
export const CHANGE_COLUMNS = ['change', 'before', 'after', 'ratio', 'calls', 'perCall', 'name'] as const

/** A column of a diff. */
export type ChangeColumn = (typeof CHANGE_COLUMNS)[number]

/** Sort order of a diff. */
export interface ChangeOrder {
  readonly column: ChangeColumn
  readonly direction: 'ascending' | 'descending'
}

/** Sorted rows of a diff. */
export interface OrderedRows {
  readonly rows: Rows<PairIndex>
  /** Largest absolute difference, the full length of bars, in the unit of the values (`valuesOf`). */
  readonly greatest: number
}

type Keys = Float64Array<ArrayBuffer>

/** Rows sorted in about the time of one step. */
const SORTED = 20_000

/**
 * Sorts the rows of a diff; yields between steps, so that the caller can do other work. Rows without a
 * value on either side are omitted. Ties are in the order of raw names; unknown values come last.
 *
 * @param order null for the largest change first, in either direction; ties by time, descending
 * @param names sort keys of all rows, from `nameKeys`; required for an order by name
 * @throws Error for an order by name without `names`
 */
export function* orderRows(
  compared: BeforeAfter,
  measure: Measure,
  unit: Unit,
  order: ChangeOrder | null,
  names: Keys | null = null,
): Generator<void, OrderedRows> {
  const before = yield* columnOf(compared, 'before', measure, unit)
  const after = yield* columnOf(compared, 'after', measure, unit)
  const { length } = compared.pairs
  const kept = new Uint32Array(length)
  let count = 0
  let greatest = 0
  for (let row = 0; row < length; row++) {
    if (!(before[row] > 0 || after[row] > 0)) continue
    kept[count++] = row
    const difference = Math.abs(after[row] - before[row])
    if (difference > greatest) greatest = difference
  }
  yield
  const rows = kept.slice(0, count)
  if (order?.column === 'name') {
    assert(names !== null, 'names in order')
    yield* pausesFor(count)
    return { rows: asRows(orderOfNumbers(names, order.direction === 'descending', rows)), greatest }
  }
  const keys = yield* keysOf(compared, order?.column ?? null, { before, after }, measure, unit)
  yield* pausesFor(count)
  // Rows without a change come in descending order of time or calls.
  const begun = order === null ? orderOfNumbers(combined(before, after, Math.max), true, rows) : rows
  yield* pausesFor(count)
  return { rows: asRows(orderOfNumbers(keys, order?.direction !== 'ascending', begun)), greatest }
}

/** Sorting this many rows is one uninterrupted step; these pauses account for its duration. */
function* pausesFor(rows: number): Generator<void, void> {
  for (let pause = 0; pause <= rows; pause += SORTED) yield
}

/** Appends the rows that are not in `rows`, by raw name, for tables that show every function. */
export function withUnchanged({ pairs }: BeforeAfter, rows: Rows<PairIndex>): Rows<PairIndex> {
  const isThere = new Uint8Array(pairs.length)
  const all = new Uint32Array(pairs.length)
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    isThere[rows[at]] = 1
    all[count++] = rows[at]
  }
  for (let row = 0; row < pairs.length; row++) if (isThere[row] === 0) all[count++] = row
  return asRows(all)
}

function* keysOf(
  compared: BeforeAfter,
  column: Exclude<ChangeColumn, 'name'> | null,
  { before, after }: { readonly before: Keys; readonly after: Keys },
  measure: Measure,
  unit: Unit,
): Generator<void, Keys> {
  switch (column) {
    case null:
      return combined(before, after, (was, is) => Math.abs(is - was))
    case 'change':
      return combined(before, after, (was, is) => is - was)
    case 'before':
      return before
    case 'after':
      return after
    case 'ratio':
      return ratios(before, after)
    case 'calls': {
      const calls = yield* columnOf(compared, 'before', 'calls', unit)
      return ratios(calls, yield* columnOf(compared, 'after', 'calls', unit))
    }
    case 'perCall': {
      const calls = yield* columnOf(compared, 'before', 'calls', unit)
      const laterCalls = yield* columnOf(compared, 'after', 'calls', unit)
      // Calls have no value per call.
      if (measure === 'calls') return ratios(calls, laterCalls)
      return ratios(combined(before, calls, divide), combined(after, laterCalls, divide))
    }
  }
}

const divide = (left: number, right: number): number => left / right

/** New and removed functions have no ratio and come last. */
const ratios = (before: Keys, after: Keys): Keys =>
  combined(before, after, (was, is) => (was > 0 && is > 0 ? is / was : Number.NaN))

function combined(left: Keys, right: Keys, by: (left: number, right: number) => number): Keys {
  const keys = new Float64Array(left.length)
  for (let row = 0; row < keys.length; row++) keys[row] = by(left[row], right[row])
  return keys
}
