// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its own.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { listEntries, type EntryOptions, type EntryTable } from './entries.ts'
import { listEntryLines, listLongLines, type EntryLines } from './entry-lines.ts'
import { listFlatProfile, type FlatProfile } from './flat-profile.ts'
import { orderListing } from './listing-order.ts'

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
