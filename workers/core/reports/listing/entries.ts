// Functions and whole cycles in the order of gprof's call graph, each with its number [n].
import { asColumn } from '../../base/as-column.ts'
import { NONE, type Brand, type Column, type None } from '../../base/brand.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import type { StringTable } from '../../base/string-table.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { countTakingPart } from './taking-part.ts'

/** Entry `e` is gprof's `[e + 1]`. */
export type EntryIndex = Brand<number, 'EntryIndex'>

export interface EntryTable {
  /** Functions and cycles, printed or not. */
  readonly length: number
  /** Exactly one of these two is not NONE. */
  readonly functionOf: Column<EntryIndex, FunctionIndex | None>
  readonly cycleOf: Column<EntryIndex, CycleIndex | None>
  readonly entryOfFunction: Column<FunctionIndex, EntryIndex>
  readonly entryOfCycle: Column<CycleIndex, EntryIndex>
  /** The entries that gprof prints (by default where something was called or has time), in order. Items are EntryIndex. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** By entry: its position from 1 in `printed`, 0 for what is not printed. */
  readonly positions: Uint32Array<ArrayBuffer>
  /** Digits of the largest number of calls to anything: the column of calls keeps its width while scrolling. */
  readonly callDigits: number
  /** Functions that were called, took time or called others. */
  readonly takingPart: number
}

const UNDERSCORE = 0x5f

/** @param ranked all functions, see `rankFunctions` */
export function listEntries(
  analyzed: AnalyzedProfile,
  ranked: Uint32Array,
  showUnused = false,
  functionsOnly = false,
): EntryTable {
  const order = orderOfNumbers(totalsOf(analyzed), true, orderOfEquals(analyzed, ranked))
  return numberEntries(analyzed, order, showUnused, functionsOnly)
}

/** Time of functions and, numbered after them, cycles, self and inherited together. */
function totalsOf({ times, cycles }: AnalyzedProfile): Float64Array<ArrayBuffer> {
  const count = times.propagatedSelf.length
  const totals = new Float64Array(count + cycles.length)
  const column = (values: unknown): Float64Array => values as Float64Array
  addUp(totals, 0, column(times.propagatedSelf), column(times.propagatedChild))
  addUp(totals, count, column(times.cyclePropagatedSelf), column(times.cyclePropagatedChild))
  return totals
}

function addUp(totals: Float64Array, from: number, self: Float64Array, child: Float64Array): void {
  for (let row = 0; row < self.length; row++) totals[from + row] = self[row] + child[row]
}

/** Functions and cycles as they stand where none has more time than another. */
function orderOfEquals({ profile, cycles }: AnalyzedProfile, ranked: Uint32Array): Uint32Array<ArrayBuffer> {
  const { names } = profile.functions
  const order = new Uint32Array(ranked.length + cycles.length)
  for (let cycle = 0; cycle < cycles.length; cycle++) order[cycle] = ranked.length + cycle
  const underscored = new Uint32Array(ranked.length)
  const count = setApart(names, ranked, order.subarray(cycles.length), underscored)
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

export function isUnderscored({ bytes, start }: StringTable, f: number): boolean {
  return start[f] < start[f + 1] && bytes[start[f]] === UNDERSCORE
}

/** @param order functions and, numbered after them, cycles */
export function numberEntries(
  analyzed: AnalyzedProfile,
  order: Uint32Array,
  showUnused: boolean,
  functionsOnly: boolean,
): EntryTable {
  const { profile, cycles, times } = analyzed
  const { functions } = profile
  const count = functions.length
  const calls = functions.calls as unknown as Float64Array
  const selfCalls = functions.selfCalls as unknown as Float64Array
  const self = times.propagatedSelf as unknown as Float64Array
  const child = times.propagatedChild as unknown as Float64Array
  const isPrinted = times.isPrinted as unknown as Uint8Array
  const isFunction = functions.isFunction as unknown as Uint8Array
  const functionOf = new Int32Array(order.length)
  const cycleOf = new Int32Array(order.length).fill(NONE)
  const entryOfFunction = new Int32Array(count)
  const entryOfCycle = new Int32Array(cycles.length)
  const printed = new Uint32Array(order.length)
  const positions = new Uint32Array(order.length)
  let printedCount = 0
  let mostCalls = 0
  for (let entry = 0; entry < order.length; entry++) {
    const row = order[entry]
    if (row < count) {
      functionOf[entry] = row
      entryOfFunction[row] = entry
      const called = calls[row]
      const recursed = selfCalls[row]
      if (called > mostCalls) mostCalls = called
      if (recursed > mostCalls) mostCalls = recursed
      const isUsed = showUnused || called !== 0 || recursed !== 0 || self[row] !== 0 || child[row] !== 0
      if (!isUsed || isPrinted[row] !== 1 || (functionsOnly && isFunction[row] === 0)) continue
      printed[printedCount++] = entry
      positions[entry] = printedCount
    } else {
      const cycle = (row - count) as CycleIndex
      functionOf[entry] = NONE
      cycleOf[entry] = cycle
      entryOfCycle[cycle] = entry
      mostCalls = Math.max(mostCalls, cycles.calls[cycle], cycles.internalCalls[cycle])
      const isUsed =
        showUnused ||
        cycles.calls[cycle] !== 0 ||
        cycles.internalCalls[cycle] !== 0 ||
        times.cyclePropagatedSelf[cycle] !== 0 ||
        times.cyclePropagatedChild[cycle] !== 0
      if (isUsed && !functionsOnly && times.cycleIsPrinted[cycle] === 1) {
        printed[printedCount++] = entry
        positions[entry] = printedCount
      }
    }
  }
  return {
    length: order.length,
    functionOf: asColumn(functionOf),
    cycleOf: asColumn(cycleOf),
    entryOfFunction: asColumn(entryOfFunction),
    entryOfCycle: asColumn(entryOfCycle),
    printed: printed.slice(0, printedCount),
    positions,
    callDigits: `${mostCalls}`.length,
    takingPart: countTakingPart(profile),
  }
}
