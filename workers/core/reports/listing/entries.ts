// Functions and whole cycles in the order of gprof's call graph, each with its number [n].
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { asArray, asColumn, type Brand, type Column, NONE, type None } from '../../base/columns.ts'
import { orderOfNumbers } from '../../base/sorting.ts'
import type { StringTable } from '../../base/string-table.ts'
import type { CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'

/** Entry `e` is gprof's `[e + 1]`. */
export type EntryIndex = Brand<number, 'EntryIndex'>

export interface EntryTable {
  /** Functions and cycles, printed or not. */
  readonly length: number
  /** Exactly one of these two is not NONE. */
  readonly functionOf: Column<EntryIndex, FunctionIndex | None, 'Int32Array'>
  readonly cycleOf: Column<EntryIndex, CycleIndex | None, 'Int32Array'>
  readonly entryOfFunction: Column<FunctionIndex, EntryIndex, 'Int32Array'>
  readonly entryOfCycle: Column<CycleIndex, EntryIndex, 'Int32Array'>
  /** The entries that gprof prints (by default where something was called or has time), in order. Items are EntryIndex. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** By entry: its position from 1 in `printed`, 0 for what is not printed. */
  readonly positions: Uint32Array<ArrayBuffer>
  /** Digits of the largest number of calls to anything: the column of calls keeps its width while scrolling. */
  readonly callDigits: number
  /** Functions that were called, took time or called others. */
  readonly takingPart: number
}

/** What gprof's options change about which entries are printed; gprof's defaults unless given. */
export interface EntryOptions {
  /** Also functions without calls and time (`-z`). */
  readonly showUnused?: boolean
  /** Entries of functions only, none of lines and cycles (`-l`). */
  readonly functionsOnly?: boolean
}

const UNDERSCORE = 0x5f

/** @param timeless all functions, see `ListingOrder` */
export function listEntries(
  analyzed: AnalyzedProfile,
  timeless: Uint32Array,
  options: EntryOptions = {},
): EntryTable {
  const order = orderOfNumbers(totalsOf(analyzed), true, orderOfEquals(analyzed, timeless))
  return numberEntries(analyzed, order, options)
}

/** Time of functions and, numbered after them, cycles, self and inherited together. */
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

/** Functions and cycles as they stand where none has more time than another: cycles first. */
function orderOfEquals({ cycles }: AnalyzedProfile, timeless: Uint32Array): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(timeless.length + cycles.length)
  for (let cycle = 0; cycle < cycles.length; cycle++) order[cycle] = timeless.length + cycle
  order.set(timeless, cycles.length)
  return order
}

/** The same rows, those whose names begin with an underscore behind all others. */
export function underscoredLast(names: StringTable, ranked: Uint32Array): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(ranked.length)
  const underscored = new Uint32Array(ranked.length)
  const count = setApart(names, ranked, order, underscored)
  order.set(underscored.subarray(0, count), order.length - count)
  return order
}

/** Rows whose names begin with an underscore go to the one, all others to the other; answers how many do. */
function setApart(
  names: StringTable,
  ranked: Uint32Array,
  others: Uint32Array,
  underscored: Uint32Array,
): number {
  let count = 0
  for (let rank = 0; rank < ranked.length; rank++) {
    const f = ranked[rank]
    if (isUnderscored(names, f)) underscored[count++] = f
    else others[rank - count] = f
  }
  return count
}

function isUnderscored({ bytes, start, end }: StringTable, f: number): boolean {
  return start[f] < end[f] && bytes[start[f]] === UNDERSCORE
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
    takingPart: countActive(profile),
  }
}

/** Tells which functions have an entry that is printed. Answers the most calls to any. */
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
    // All of it is looked at for every function: compiled code that asks for the first time is thrown away.
    const isCalled = Number(called > 0) | Number(recursed > 0)
    const isUsed = isCalled | Number(self[f] !== 0) | Number(child[f] !== 0) | Number(showUnused)
    isListed[f] = isUsed & isPrinted[f] & (isFunction[f] | Number(!functionsOnly))
  }
  return mostCalls
}

/** The same of cycles. */
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

/** The columns of the table, and the entry of each function and, behind them, each cycle. */
interface EntryColumns {
  readonly functionOf: Int32Array
  readonly cycleOf: Int32Array
  readonly entryOf: Int32Array
  readonly printed: Uint32Array
  readonly positions: Uint32Array
}

/** Answers how many are printed. No step is for cycles alone: those come late, and code that first meets one is thrown away. */
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

// Which functions the profile tells anything of. The flat profile, as gprof's, leaves out those that did nothing but call
// others without a sample of their own, such as a main that is only begun.

/** Whether it was called, took time or called others. */
export function isActive(profile: CallGraphProfile, f: FunctionIndex): boolean {
  const { functions } = profile
  return (
    functions.isLeftOut[f] === 0 &&
    (functions.calls[f] > 0 ||
      functions.selfTicks[f] > 0 ||
      functions.selfCalls[f] > 0 ||
      calledOthers(profile, f))
  )
}

/** Calls that only stand in its code do not count: they are the newest arcs, and groups list those first. */
function calledOthers({ arcsByParent, recordedArcs }: CallGraphProfile, f: FunctionIndex): boolean {
  const { offsets, items } = arcsByParent
  return offsets[f + 1] > offsets[f] && items[offsets[f + 1] - 1] < recordedArcs
}

/** Of all functions, or of those from `from` up to `end`. */
export function countActive(
  { functions, arcsByParent, recordedArcs }: CallGraphProfile,
  from = 0,
  end = functions.length,
): number {
  const { offsets, items } = arcsByParent
  const calls = asArray(functions.calls)
  const self = asArray(functions.selfTicks)
  const selfCalls = asArray(functions.selfCalls)
  const isLeftOut = asArray(functions.isLeftOut)
  let count = 0
  for (let f = from; f < end; f++) {
    // All of it is looked at for every function: compiled code that asks for the first time is thrown away.
    const behind = offsets[f + 1]
    const oldest = items[Math.max(0, behind - 1)]
    const hasCalled = Number(behind > offsets[f]) & Number(oldest < recordedArcs)
    const isInIt = Number(calls[f] > 0) | Number(self[f] > 0) | Number(selfCalls[f] > 0) | hasCalled
    count += isInIt & (1 - isLeftOut[f])
  }
  return count
}
