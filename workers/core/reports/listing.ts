// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its own.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { listEntryLines, relistEntryLines, type EntryLines } from './call-graph.ts'
import { listEntries, relistEntries, type EntryTable } from './entries.ts'
import { listFlatProfile, relistFlatProfile, type FlatProfile } from './flat-profile.ts'

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

/** The listing of a scenario from that of the plain profile; as `listProfile` makes it, and sooner. */
export function relistProfile(analyzed: AnalyzedProfile, plain: Listed): Listing {
  const { entries, lines, flat } = plain.listing
  return {
    entries: relistEntries(analyzed, plain.analyzed, entries),
    lines: relistEntryLines(analyzed, plain.analyzed, lines),
    flat: relistFlatProfile(analyzed, plain.analyzed, flat),
  }
}

export function listProfile(analyzed: AnalyzedProfile, options: ListingOptions = {}): Listing {
  const { showUnused = false, functionsOnly = false } = options
  return {
    entries: listEntries(analyzed, showUnused, functionsOnly),
    lines: listEntryLines(analyzed),
    flat: listFlatProfile(analyzed, showUnused),
  }
}
