// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its
// own.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray } from '../../base/columns.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import { orderOfStrings } from '../../base/order-strings.ts'
import type { FunctionTable } from '../../profile/call-graph-profile.ts'
import { type EntryTable, type EntryOptions, listEntries, underscoredLast } from './entries.ts'
import { listEntryLines } from './entry-lines.ts'
import { type LinesOnRequest, listLongLines } from './lines-on-request.ts'
import { type FlatProfile, listFlatProfile } from './flat-profile.ts'

/** The sorted parts of a profile: flat profile, entries and their lines. */
export interface Listing {
  readonly entries: EntryTable
  readonly lines: LinesOnRequest
  readonly flat: FlatProfile
  /**
   * For a listing that was read: number of functions in its index. They are the first rows, in
   * that order.
   */
  readonly indexedFunctions?: number
  /** All functions (FunctionIndex) in the order of raw names, ties ascending. Absent if it was not kept. */
  readonly byName?: Uint32Array<ArrayBuffer>
}

/** A profile analysed under one scenario, with everything that needs sorting. */
export interface Analysis {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
}

/** Options of `listProfile`. */
export interface ListingOptions extends EntryOptions {
  /** Also keeps the order of names, for the index. */
  readonly keepsNameOrder?: boolean
  /** Which lines of entries to sort; by default all. */
  readonly lines?: 'all' | 'long'
  /** Functions (FunctionIndex) in the order of raw names, if known from another listing of the program. */
  readonly byName?: Uint32Array<ArrayBuffer>
}

/**
 * Sorts everything that gprof prints of a profile. The listing belongs to this analysis: its indexes are
 * those of the analysed profile.
 */
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

/** All functions (FunctionIndex) in three orders. */
interface ListingOrder {
  /** By raw name, ties ascending. */
  readonly byName: Uint32Array<ArrayBuffer>
  /** Order of entries without time. */
  readonly timeless: Uint32Array<ArrayBuffer>
  /** Order of the flat profile. */
  readonly flat: Uint32Array<ArrayBuffer>
}

/**
 * Sorts all functions (FunctionIndex) by raw name, for entries without time, and for the flat profile.
 *
 * @param byName order of names, if known: it takes longest, and names never change
 */
export function orderListing(
  { names, calls, selfTicks }: FunctionTable,
  byName = orderOfStrings(names),
): ListingOrder {
  // gprof's order of functions with equal time: most calls first, then by name.
  const ranked = orderOfNumbers(asArray(calls), true, byName)
  const flat = orderOfNumbers(asArray(selfTicks), true, ranked)
  return { byName, timeless: underscoredLast(names, ranked), flat }
}
