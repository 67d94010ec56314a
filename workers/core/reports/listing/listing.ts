// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its
// own.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { orderOfStrings } from '../../base/order-strings.ts'
import { type EntryTable, type EntryOptions, listEntries } from './entries.ts'
import { listEntryLines } from './entry-lines.ts'
import { type LinesOnRequest, listLongLines } from './lines-on-request.ts'
import { type FlatProfile, listFlatProfile, rankByCalls } from './flat-profile.ts'

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
  /**
   * Functions (FunctionIndex) in the order of raw names, if known from another listing of the program: it takes
   * longest, and names never change.
   */
  readonly byName?: Uint32Array<ArrayBuffer>
}

/**
 * Sorts everything that gprof prints of a profile. The listing belongs to this analysis: its indexes are
 * those of the analysed profile.
 */
export function listProfile(analyzed: AnalyzedProfile, options: ListingOptions = {}): Listing {
  const { showUnused = false, keepsNameOrder = false, lines = 'all' } = options
  const { functions } = analyzed.profile
  const byName = options.byName ?? orderOfStrings(functions.names)
  const ranked = rankByCalls(functions, byName)
  return {
    entries: listEntries(analyzed, ranked, options),
    lines: lines === 'all' ? listEntryLines(analyzed) : listLongLines(analyzed),
    flat: listFlatProfile(analyzed, ranked, showUnused),
    ...(keepsNameOrder ? { byName } : {}),
  }
}
