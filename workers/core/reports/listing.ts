// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its own.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { renumberWithout } from '../analysis/cut-arcs.ts'
import type { Reach } from '../analysis/reanalyze.ts'
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

/**
 * The listing of an analysis from that of another, of the same functions, of which some arcs are cut; as `listProfile`
 * makes it, and sooner.
 *
 * @param reach where the two can differ, if that is known
 */
export function relistProfile(
  analyzed: AnalyzedProfile,
  known: Listed,
  reach: Reach = reachOfAll(analyzed, known.analyzed),
): Listing {
  const { entries, lines, flat } = known.listing
  return {
    entries: relistEntries(analyzed, known.analyzed, entries, reach),
    lines: relistEntryLines(analyzed, known.analyzed, lines, reach),
    flat: relistFlatProfile(analyzed, known.analyzed, flat, reach),
  }
}

function reachOfAll({ cutArcs }: AnalyzedProfile, { profile }: AnalyzedProfile): Reach {
  return {
    renumbered: renumberWithout(cutArcs, profile.arcs.length),
    functions: new Uint8Array(profile.functions.length).fill(1),
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
