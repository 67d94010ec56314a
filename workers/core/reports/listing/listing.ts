// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its own.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray } from '../../base/as-column.ts'
import { orderOfNumbers } from '../../base/sorting/order-numbers.ts'
import { orderOfStrings } from '../../base/sorting/order-strings.ts'
import type { FunctionTable } from '../../profile/tables.ts'
import { type EntryOptions, type EntryTable, listEntries, underscoredLast } from './entries.ts'
import { type EntryLines, listEntryLines, listLongLines } from './entry-lines.ts'
import { type FlatProfile, listFlatProfile } from './flat-profile.ts'

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
