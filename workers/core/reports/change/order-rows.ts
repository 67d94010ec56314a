// The rows of a comparison in the order a person chose, those of which nothing is to be told left out.
import { asRows } from '../../base/as-column.ts'
import { assert } from '../../base/assert.ts'
import type { Rows } from '../../base/brand.ts'
import { orderOfNumbers } from '../../base/sorting/order-numbers.ts'
import { columnOf, type BeforeAfter, type Measure, type Unit } from './measures.ts'
import type { PairIndex } from './pairs.ts'

export const CHANGE_COLUMNS = ['change', 'before', 'after', 'ratio', 'calls', 'perCall', 'name'] as const

export type ChangeColumn = (typeof CHANGE_COLUMNS)[number]

export interface ChangeOrder {
  readonly column: ChangeColumn
  readonly direction: 'ascending' | 'descending'
}

export interface OrderedRows {
  readonly rows: Rows<PairIndex>
  /** The greatest difference there is, to whichever side: bars are drawn to its length. */
  readonly greatest: number
}

type Keys = Float64Array<ArrayBuffer>

/** Rows sorted in about the time of another step. */
const SORTED = 20_000

/**
 * In steps. Rows with equal numbers stand in the order of their raw names.
 *
 * @param order null for the greatest change first, to whichever side; of equal ones that with more
 * @param names keys of all rows, for an order by name
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
  // Where nothing changed, what takes most comes first.
  const begun = order === null ? orderOfNumbers(combined(before, after, Math.max), true, rows) : rows
  yield* pausesFor(count)
  return { rows: asRows(orderOfNumbers(keys, order?.direction !== 'ascending', begun)), greatest }
}

/** What sorts so many rows does it in one piece: whoever counts steps is told that it takes as long as many. */
function* pausesFor(rows: number): Generator<void, void> {
  for (let pause = 0; pause <= rows; pause += SORTED) yield
}

/** Behind these rows those of which nothing is to be told, for tables that have every function. */
export function withAllOthers({ pairs }: BeforeAfter, rows: Rows<PairIndex>): Rows<PairIndex> {
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
      // Of calls there is nothing per call.
      if (measure === 'calls') return ratios(calls, laterCalls)
      return ratios(combined(before, calls, divide), combined(after, laterCalls, divide))
    }
  }
}

const divide = (left: number, right: number): number => left / right

/** What is new or gone has none, and stands last. */
const ratios = (before: Keys, after: Keys): Keys =>
  combined(before, after, (was, is) => (was > 0 && is > 0 ? is / was : Number.NaN))

function combined(left: Keys, right: Keys, by: (left: number, right: number) => number): Keys {
  const keys = new Float64Array(left.length)
  for (let row = 0; row < keys.length; row++) keys[row] = by(left[row], right[row])
  return keys
}
