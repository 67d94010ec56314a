// The entries of the call graph: routines i, cycles k by their total T, each with its number [n].
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { asArray, asColumn, type Brand, type Column, NONE, type None } from '../../base/columns.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'

/** Row of the entry table. Entry `e` is gprof's `[e + 1]`. */
export type EntryIndex = Brand<number, 'EntryIndex'>

/** The entries of a call graph, in gprof's order. */
export interface EntryTable {
  /** Number of functions and cycles, printed or not. */
  readonly length: number
  /** Function or cycle of each entry; exactly one of the two is not NONE. */
  readonly functionOf: Column<EntryIndex, FunctionIndex | None, 'Int32Array'>
  readonly cycleOf: Column<EntryIndex, CycleIndex | None, 'Int32Array'>
  /** Entry of each function and of each cycle, printed or not. */
  readonly entryOfFunction: Column<FunctionIndex, EntryIndex, 'Int32Array'>
  readonly entryOfCycle: Column<CycleIndex, EntryIndex, 'Int32Array'>
  /** The entries (EntryIndex) that gprof prints, in order: by default those with calls or time. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** By entry: its position in `printed`, from 1; 0 if it is not printed. */
  readonly positions: Uint32Array<ArrayBuffer>
  /**
   * Digits of the largest number of calls, so that the calls column keeps its width while
   * scrolling.
   */
  readonly callDigits: number
}

/** Options that change which entries are printed; the defaults are gprof's. */
export interface EntryOptions {
  /** Also prints functions without calls and time (`-z`). */
  readonly showUnused?: boolean
  /** Prints functions only, no lines and cycles (`-l`). */
  readonly functionsOnly?: boolean
}

const UNDERSCORE = 0x5f

/**
 * Returns the entries of a profile in gprof's order: most self and child time first; of equal ones cycles,
 * then functions by rank, those whose names begin with an underscore last.
 *
 * @param ranked all functions (FunctionIndex), from `rankByCalls`
 */
export function listEntries(
  analyzed: AnalyzedProfile,
  ranked: Uint32Array,
  options: EntryOptions = {},
): EntryTable {
  const order = orderOfNumbers(totalsOf(analyzed), true, orderOfEquals(analyzed, ranked))
  return numberEntries(analyzed, order, options)
}

/** T_i of functions and, numbered after them, T_k of cycles, as the call graph shows them. */
function totalsOf({ times, cycles }: AnalyzedProfile): Float64Array<ArrayBuffer> {
  const count = times.propagatedSelf.length
  const totals = new Float64Array(count + cycles.length)
  addUp(totals, 0, asArray(times.propagatedSelf), asArray(times.propagatedChild))
  addUp(totals, count, asArray(times.cyclePropagatedSelf), asArray(times.cyclePropagatedChild))
  return totals
}

function addUp(totals: Float64Array, from: number, self: Float64Array, child: Float64Array): void {
  for (let row = 0; row < self.length; row++) totals[from + row] = self[row] + child[row]
}

/** Order of functions and, numbered after them, cycles with equal time. */
function orderOfEquals({ profile, cycles }: AnalyzedProfile, ranked: Uint32Array): Uint32Array<ArrayBuffer> {
  const { bytes, start, end } = profile.functions.names
  const order = new Uint32Array(ranked.length + cycles.length)
  const underscored = new Uint32Array(ranked.length)
  let underscores = 0
  let next = 0
  for (let cycle = 0; cycle < cycles.length; cycle++) order[next++] = ranked.length + cycle
  for (let rank = 0; rank < ranked.length; rank++) {
    const f = ranked[rank]
    if (start[f] < end[f] && bytes[start[f]] === UNDERSCORE) underscored[underscores++] = f
    else order[next++] = f
  }
  order.set(underscored.subarray(0, underscores), next)
  return order
}

/** @param order functions and, numbered after them, cycles */
function numberEntries(
  analyzed: AnalyzedProfile,
  order: Uint32Array,
  options: EntryOptions = {},
): EntryTable {
  const { profile } = analyzed
  const count = profile.functions.length
  const isListed = new Uint8Array(order.length)
  const mostCalls = Math.max(
    listFunctions(analyzed, isListed, options),
    listCycles(analyzed, isListed.subarray(count), options),
  )
  const entries = {
    functionOf: new Int32Array(order.length),
    cycleOf: new Int32Array(order.length),
    entryOf: new Int32Array(order.length),
    printed: new Uint32Array(order.length),
    positions: new Uint32Array(order.length),
  }
  const printedCount = fillEntries(order, count, isListed, entries)
  return {
    length: order.length,
    functionOf: asColumn(entries.functionOf),
    cycleOf: asColumn(entries.cycleOf),
    entryOfFunction: asColumn(entries.entryOf.slice(0, count)),
    entryOfCycle: asColumn(entries.entryOf.slice(count)),
    printed: entries.printed.slice(0, printedCount),
    positions: entries.positions,
    callDigits: `${mostCalls}`.length,
  }
}

/** Marks the functions whose entries are printed. Returns the largest number of calls. */
function listFunctions(
  { profile, times }: AnalyzedProfile,
  isListed: Uint8Array,
  { showUnused = false, functionsOnly = false }: EntryOptions,
): number {
  const { functions } = profile
  const calls = asArray(functions.calls)
  const selfCalls = asArray(functions.selfCalls)
  const self = asArray(times.propagatedSelf)
  const child = asArray(times.propagatedChild)
  const isPrinted = asArray(times.isPrinted)
  const isFunction = asArray(functions.isFunction)
  let mostCalls = 0
  for (let f = 0; f < calls.length; f++) {
    const called = calls[f]
    const recursed = selfCalls[f]
    mostCalls = Math.max(mostCalls, called, recursed)
    // Evaluates everything for every function: engines discard compiled code when a new branch is
    // first taken.
    const isCalled = Number(called > 0) | Number(recursed > 0)
    const isUsed = isCalled | Number(self[f] !== 0) | Number(child[f] !== 0) | Number(showUnused)
    isListed[f] = isUsed & isPrinted[f] & (isFunction[f] | Number(!functionsOnly))
  }
  return mostCalls
}

/** Does the same for cycles. */
function listCycles(
  { cycles, times }: AnalyzedProfile,
  isListed: Uint8Array,
  { showUnused = false, functionsOnly = false }: EntryOptions,
): number {
  let mostCalls = 0
  for (let c = 0; c < cycles.length; c++) {
    const cycle = c as CycleIndex
    const called = cycles.calls[cycle]
    const inside = cycles.internalCalls[cycle]
    mostCalls = Math.max(mostCalls, called, inside)
    const time = times.cyclePropagatedSelf[cycle] !== 0 || times.cyclePropagatedChild[cycle] !== 0
    const isUsed = showUnused || called !== 0 || inside !== 0 || time
    isListed[c] = isUsed && times.cycleIsPrinted[cycle] === 1 && !functionsOnly ? 1 : 0
  }
  return mostCalls
}

/** Columns of the table, and the entry of each function and, after these, each cycle. */
interface EntryColumns {
  readonly functionOf: Int32Array
  readonly cycleOf: Int32Array
  readonly entryOf: Int32Array
  readonly printed: Uint32Array
  readonly positions: Uint32Array
}

/**
 * Returns the number of printed entries. No branch is for cycles only: they come late, and
 * engines discard compiled code that first meets one.
 */
function fillEntries(
  order: Uint32Array,
  functions: number,
  isListed: Uint8Array,
  { functionOf, cycleOf, entryOf, printed, positions }: EntryColumns,
): number {
  let printedCount = 0
  for (let entry = 0; entry < order.length; entry++) {
    const row = order[entry]
    functionOf[entry] = row < functions ? row : NONE
    cycleOf[entry] = Math.max(NONE, row - functions)
    entryOf[row] = entry
    if (isListed[row] === 0) continue
    printed[printedCount++] = entry
    positions[entry] = printedCount
  }
  return printedCount
}
