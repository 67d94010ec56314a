// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its own.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { listEntryLines, type EntryLines } from './call-graph.ts'
import { listEntries, type EntryTable } from './entries.ts'
import { listFlatProfile, type FlatProfile } from './flat-profile.ts'

export interface Listing {
  readonly entries: EntryTable
  readonly lines: EntryLines
  readonly flat: FlatProfile
  /** Of a listing that was read: so many functions, from the first row on, stand in its index, in that order. */
  readonly indexedFunctions?: number
}

/** A profile analysed, with its listing. */
export interface Listed {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
}

/** What gprof's options change about which rows are listed; gprof's defaults unless given. */
export interface ListingOptions {
  /** Also functions without calls and time (`-z`). */
  readonly showUnused?: boolean
  /** Entries of functions only, none of lines and cycles (`-l`). */
  readonly functionsOnly?: boolean
}

export function listProfile(analyzed: AnalyzedProfile, options: ListingOptions = {}): Listing {
  const { showUnused = false, functionsOnly = false } = options
  return {
    entries: listEntries(analyzed, showUnused, functionsOnly),
    lines: listEntryLines(analyzed),
    flat: listFlatProfile(analyzed, showUnused),
  }
}
