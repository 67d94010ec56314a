// Rows of a diff: sorted, filtered, and the callers that account for a change.
import { asArray, asRows, NONE, type None, type Rows } from '../../base/columns.ts'
import { assert } from '../../base/result.ts'
import { orderOfNumbers } from '../../base/sorting.ts'
import { type BeforeAfter, columnOf, type Measure, runsIn, type Unit } from './measures.ts'
import type { PairIndex, Pairs } from './pair-functions.ts'
import { StringTableBuilder } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type Named, rawName, wholeName } from '../names/names.ts'
import type { RanksTogether } from '../names/name-order.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'

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

// Rows by readable name ("f9" before "f10"). Functions of one profile that are already ranked
// keep their ranks.

/** Names copied between two pauses. */
const NAME_STEP = 2000

/**
 * Returns the readable name of a row in full: that of the later function or, for a removed one, that of the
 * earlier.
 */
export function nameOf({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return wholeName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : wholeName(before.profile.functions, gone)
}

/**
 * Copies the raw names of rows that only the other profile has; yields between steps. The result is in the
 * order of `rows`.
 *
 * @param side the side that lacks the functions
 * @param rows from `onlyInOther` of that side
 */
export function* namesOfOther(
  compared: BeforeAfter,
  side: 'before' | 'after',
  rows: Rows<PairIndex>,
): Generator<void, Named> {
  const other = side === 'before' ? 'after' : 'before'
  const { names, namePrefix } = compared[other].profile.functions
  const copied = new StringTableBuilder()
  for (let at = 0; at < rows.length; at++) {
    if (at % NAME_STEP === 0) yield
    const f = compared.pairs[other][rows[at]] as FunctionIndex
    copied.addBytes(names.bytes, names.start[f], names.end[f])
  }
  return { length: rows.length, names: copied.take(), ...(namePrefix && { namePrefix }) }
}

/**
 * Returns the sort keys of names by row (PairIndex). A clone and its original have the name on this side.
 *
 * @param side the side whose names `ranks.own` ranks
 * @param rows rows of the other profile alone, whose names were ranked with those on this side
 * @param ranks result of `rankTogether`
 */
export function nameKeys(
  { pairs }: BeforeAfter,
  side: 'before' | 'after',
  rows: Rows<PairIndex>,
  ranks: RanksTogether,
): Float64Array<ArrayBuffer> {
  const keys = new Float64Array(pairs.length)
  for (let row = 0; row < keys.length; row++) {
    const f = pairs[side][row as PairIndex]
    if (f !== NONE) keys[row] = ranks.own[f]
  }
  for (let at = 0; at < rows.length; at++) keys[rows[at]] = ranks.others[at]
  return keys
}

// Filtered rows: those that a search found, or that changed, in their order.

/** Names examined between two pauses. */
const STEP = 200

/** A search in a diff. */
export interface Wanted {
  /** The side that was searched. */
  readonly side: 'before' | 'after'
  /** Search result by FunctionIndex of that side: 1 for a match. */
  readonly isMatch: Uint8Array
  /**
   * Search words for functions of the other side only; for a regular expression, its matches by
   * row.
   */
  readonly query: string
  readonly isOther: Uint8Array | null
}

/**
 * Returns the rows that match, in the order of `rows`; yields between steps. Without filters it returns
 * `rows` itself.
 *
 * @param wanted null for all names
 * @param isChanged by row (PairIndex): 1 to keep it; null for all rows
 */
export function* filterRows(
  compared: BeforeAfter,
  rows: Rows<PairIndex>,
  wanted: Wanted | null,
  isChanged: Uint8Array | null,
): Generator<void, Rows<PairIndex>> {
  if (!wanted && !isChanged) return rows
  const kept = new Uint32Array(rows.length)
  let count = 0
  const { isOther = null } = wanted ?? {}
  const isNamed =
    wanted && (isOther ? (_: BeforeAfter, row: PairIndex) => isOther[row] === 1 : namedBy(wanted.query))
  let read = 0
  for (let at = 0; at < rows.length; at++) {
    if (at % (20 * STEP) === 0) yield
    const row = rows[at]
    if (isChanged && isChanged[row] === 0) continue
    if (wanted && isNamed) {
      const f = compared.pairs[wanted.side][row]
      if (f === NONE && ++read % STEP === 0) yield
      if (f === NONE ? !isNamed(compared, row) : wanted.isMatch[f] === 0) continue
    }
    kept[count++] = row
  }
  return asRows(kept.slice(0, count))
}

/** Returns the rows of functions that the profile on this side lacks, by raw name. */
export function onlyInOther({ pairs }: BeforeAfter, side: Wanted['side']): Rows<PairIndex> {
  const rows = new Uint32Array(pairs.length)
  let count = 0
  for (let row = 0; row < pairs.length; row++) if (pairs[side][row as PairIndex] === NONE) rows[count++] = row
  return asRows(rows.slice(0, count))
}

/**
 * Returns the text in which a regular expression is searched, as in the search of one profile: the readable
 * name, and the raw one if it differs.
 */
export function searchedName(compared: BeforeAfter, row: PairIndex): string {
  const name = nameOf(compared, row)
  const raw = rawOf(compared, row)
  return name === raw ? name : `${name} ${raw}`
}

/** Matches like the search: every word, in the readable name or in the raw one. */
function namedBy(query: string): (compared: BeforeAfter, row: PairIndex) => boolean {
  const words = query.trim().toLowerCase().split(/\s+/)
  return (compared, row) => {
    const name = nameOf(compared, row).toLowerCase()
    const raw = rawOf(compared, row).toLowerCase()
    return words.every((word) => name.includes(word) || raw.includes(word))
  }
}

function rawOf({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return rawName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : rawName(before.profile.functions, gone)
}

// Callers that call a function more or less often than before.

/** One caller with its calls before and after. */
export interface CallerChange {
  readonly pair: PairIndex
  /** Name; "itself" for direct recursion, which the function's calls exclude. */
  readonly name: string
  /**
   * Calls on each side, means of one run if the sides sum different numbers of runs; 0 if it does not call
   * the function.
   */
  readonly before: number
  readonly after: number
}

/**
 * Returns the `most` callers whose calls of a function differ most, largest difference first, and how many
 * more differ. If the sides sum different numbers of runs, calls are means of one run and may be fractions.
 * A side that lacks the function or the caller has 0 calls.
 */
export function callerChanges(
  compared: BeforeAfter,
  row: PairIndex,
  most: number,
): { readonly callers: readonly CallerChange[]; /** Others that differ. */ readonly left: number } {
  const { before, after, pairs } = compared
  const earlier = callersOf(before, pairs.before[row], rowsOf(pairs).before)
  const later = callersOf(after, pairs.after[row], rowsOf(pairs).after)
  const runs = runsIn(compared)
  const rows = [...new Set([...earlier.keys(), ...later.keys()])]
  const changes = rows
    .map((pair) => ({
      pair,
      before: (earlier.get(pair) ?? 0) / runs.before,
      after: (later.get(pair) ?? 0) / runs.after,
    }))
    .filter((calls) => calls.before !== calls.after)
    .toSorted((one, two) => Math.abs(two.after - two.before) - Math.abs(one.after - one.before))
  const callers = changes
    .slice(0, most)
    .map(({ pair, ...calls }) => ({ pair, name: pair === row ? 'itself' : nameOf(compared, pair), ...calls }))
  return { callers, left: changes.length - callers.length }
}

/** Calls by the caller's row. */
function callersOf(
  { profile: { arcs, arcsByChild } }: AnalyzedProfile,
  f: FunctionIndex | None,
  rowOf: Int32Array,
): ReadonlyMap<PairIndex, number> {
  const calls = new Map<PairIndex, number>()
  if (f === NONE) return calls
  const { offsets, items } = arcsByChild
  for (let at = offsets[f]; at < offsets[f + 1]; at++) {
    const arc = items[at]
    const row = rowOf[arcs.parent[arc]]
    if (row !== NONE) calls.set(row as PairIndex, arcs.count[arc])
  }
  return calls
}

const known = new WeakMap<Pairs, Readonly<Record<'before' | 'after', Int32Array>>>()

/**
 * Returns for each side the row (PairIndex) of every function, by FunctionIndex; NONE if it has none. A
 * column ends with the last function that has a row. It is kept with `pairs` and shared: do not write to
 * it.
 */
export function rowsOf(pairs: Pairs): Readonly<Record<'before' | 'after', Int32Array>> {
  const found = known.get(pairs)
  if (found) return found
  const made = { before: turned(asArray(pairs.before)), after: turned(asArray(pairs.after)) }
  known.set(pairs, made)
  return made
}

function turned(functions: Int32Array): Int32Array {
  let length = 0
  for (let row = 0; row < functions.length; row++) if (functions[row] >= length) length = functions[row] + 1
  const rows = new Int32Array(length).fill(NONE)
  for (let row = 0; row < functions.length; row++) if (functions[row] !== NONE) rows[functions[row]] = row
  return rows
}
