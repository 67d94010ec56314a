// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its
// own; and the flat profile: its rows, its cumulative column, its units.
import type { AnalyzedProfile, CycleTable, TimeTables } from '../../analysis/analyzed-profile.ts'
import { asArray } from '../../base/columns.ts'
import { orderOfNumbers, orderOfStrings } from '../../base/sorting.ts'
import type { FunctionTable } from '../../profile/call-graph-profile.ts'
import { type EntryOptions, type EntryTable, listEntries, underscoredLast } from './entries.ts'
import { type EntryLines, listEntryLines, listLongLines } from './entry-lines.ts'

export interface Listing {
  readonly entries: EntryTable
  readonly lines: EntryLines
  readonly flat: FlatProfile
  /** Of a listing that was read: so many functions, from the first row on, stand in its index, in that order. */
  readonly indexedFunctions?: number
  /** Functions in the order of their raw names, those of one name ascending, if that was kept. Items are FunctionIndex. */
  readonly byName?: Uint32Array<ArrayBuffer>
}

/** A profile analysed under one scenario, with all that needed sorting. */
export interface Analysis {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
}

/** Which rows are listed, and what is kept beside. */
export interface ListingOptions extends EntryOptions {
  /** Keep the order of names for the index, too. */
  readonly keepsNameOrder?: boolean
  /** Which lines of entries to put in order; all unless given. */
  readonly lines?: 'all' | 'long'
  /** The order of names, where it is known. */
  readonly byName?: Uint32Array<ArrayBuffer>
}

/** All that gprof prints of it, put in order. */
export function listProfile(analyzed: AnalyzedProfile, options: ListingOptions = {}): Listing {
  const { showUnused = false, keepsNameOrder = false, lines = 'all' } = options
  const order = orderListing(analyzed.profile.functions, options.byName)
  return {
    entries: listEntries(analyzed, order.timeless, options),
    lines: lines === 'all' ? listEntryLines(analyzed) : listLongLines(analyzed),
    flat: listFlatProfile(analyzed, order.flat, showUnused),
    ...(keepsNameOrder ? { byName: order.byName } : {}),
  }
}

// The orders of a listing that nothing along arcs decides on: by names, by calls and by self time.

/** All functions in three orders. Items are FunctionIndex. */
interface ListingOrder {
  /** By their raw names, those of one name ascending. */
  readonly byName: Uint32Array<ArrayBuffer>
  /** That of entries without time. */
  readonly timeless: Uint32Array<ArrayBuffer>
  /** That of the flat profile. */
  readonly flat: Uint32Array<ArrayBuffer>
}

/** @param byName where that order is known: it takes longer than the others, and names never change */
export function orderListing(
  { names, calls, selfTicks }: FunctionTable,
  byName = orderOfStrings(names),
): ListingOrder {
  // gprof's listings share this where functions took the same time: most calls first, then by name.
  const ranked = orderOfNumbers(asArray(calls), true, byName)
  const flat = orderOfNumbers(asArray(selfTicks), true, ranked)
  return { byName, timeless: underscoredLast(names, ranked), flat }
}

// The flat profile: gprof's order, which rows it prints, the cumulative column and the unit of the per-call columns.

export interface FlatProfile {
  /** Every function in gprof's order, printed or not. Items are FunctionIndex. */
  readonly order: Uint32Array<ArrayBuffer>
  /** Those that gprof prints (by default those with calls or time), in the same order. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** Running sum of self time down `printed`. Ticks; row `r` belongs to `printed[r]`. */
  readonly cumulativeTicks: Float64Array<ArrayBuffer>
  readonly perCallUnit: PerCallUnit
  /** By function: its row number from 1 in `printed`, 0 for what is not printed. */
  readonly ranks: Uint32Array<ArrayBuffer>
}

/** Per-call times are shown as `factor` × seconds, under the heading `prefix` + "s/call". */
export interface PerCallUnit {
  /** "m", "u", "K", … or " " for whole seconds. */
  readonly prefix: string
  readonly factor: number
}

/** Largest unit first. */
const UNITS: readonly PerCallUnit[] = [
  { prefix: 'T', factor: 1e-12 },
  { prefix: 'G', factor: 1e-9 },
  { prefix: 'M', factor: 1e-6 },
  { prefix: 'K', factor: 1e-3 },
  { prefix: ' ', factor: 1 },
  { prefix: 'm', factor: 1e3 },
  { prefix: 'u', factor: 1e6 },
  { prefix: 'n', factor: 1e9 },
  { prefix: 'p', factor: 1e12 },
  { prefix: 'f', factor: 1e15 },
  { prefix: 'a', factor: 1e18 },
]
/** Of a prefix that a listing was printed with. */
export const unitOf = (prefix: string): PerCallUnit =>
  UNITS.find((unit) => unit.prefix === prefix) ?? { prefix, factor: 1 }

const [NO_CALL_UNIT] = UNITS as readonly [PerCallUnit]

/** @param order all functions */
export function listFlatProfile(
  analyzed: AnalyzedProfile,
  order: Uint32Array<ArrayBuffer>,
  showUnused = false,
): FlatProfile {
  const { functions } = analyzed.profile
  const self = asArray(functions.selfTicks)
  const calls = asArray(functions.calls)
  const isLeftOut = asArray(functions.isLeftOut)
  const printed = new Uint32Array(order.length)
  const cumulativeTicks = new Float64Array(order.length)
  const ranks = new Uint32Array(order.length)
  let count = 0
  let sum = 0
  for (let at = 0; at < order.length; at++) {
    const f = order[at]
    const ticks = self[f]
    // All of it is looked at for every row: those without time come late, and compiled code that asks then for the first
    // time is thrown away.
    const isUsed = Number(showUnused) | Number(ticks !== 0) | Number(calls[f] !== 0)
    if ((isUsed & (1 - isLeftOut[f])) === 0) continue
    sum += ticks
    cumulativeTicks[count] = sum
    printed[count++] = f
    ranks[f] = count
  }
  return {
    order,
    printed: printed.slice(0, count),
    cumulativeTicks: cumulativeTicks.slice(0, count),
    perCallUnit: choosePerCallUnit(analyzed),
    ranks,
  }
}

/** The unit in which the costliest call reads as 1 to 999; T when no call cost anything, as gprof has it. */
function choosePerCallUnit({ profile, times }: AnalyzedProfile): PerCallUnit {
  const { selfTicks, calls } = profile.functions
  const greatest = costliestCall(asArray(selfTicks), asArray(times.childTicks), asArray(calls))
  if (greatest === 0) return NO_CALL_UNIT
  const seconds = greatest / profile.rate
  return UNITS.find(({ factor }) => factor * seconds >= 1 && factor * seconds < 1000) ?? NO_CALL_UNIT
}

/** In ticks; 0 if none cost anything. */
function costliestCall(self: Float64Array, child: Float64Array, calls: Float64Array): number {
  let greatest = 0
  for (let f = 0; f < calls.length; f++) {
    const perCall = calls[f] === 0 ? 0 : (self[f] + child[f]) / calls[f]
    if (perCall > greatest) greatest = perCall
  }
  return greatest
}

// What the flat profile's rows are sorted by, apart from who sorts them: it is kept, and few people sort.

/** What functions are sorted by; a small part of an analysis, for whoever keeps no more of it. */
export interface SortTables {
  readonly functions: Pick<FunctionTable, 'selfTicks' | 'calls'>
  readonly times: Pick<TimeTables, 'childTicks'>
  /** Of most profiles few functions are in one. */
  readonly cycles: Pick<CycleTable, 'members'>
  readonly flat: Pick<FlatProfile, 'printed'>
  /** As a listing printed it; null where it follows from self times. */
  readonly cumulativeTicks: FlatProfile['cumulativeTicks'] | null
}

export function sortTablesOf(analyzed: AnalyzedProfile, { flat }: Listing): SortTables {
  const { profile, times, cycles, asPrinted } = analyzed
  const { selfTicks, calls } = profile.functions
  const { printed, cumulativeTicks } = flat
  return {
    functions: { selfTicks, calls },
    times: { childTicks: times.childTicks },
    cycles: { members: cycles.members },
    flat: { printed },
    cumulativeTicks: asPrinted ? cumulativeTicks : null,
  }
}
