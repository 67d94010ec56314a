// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its own.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { listEntryLines, type EntryLines } from './call-graph.ts'
import { listEntries, type EntryTable } from './entries.ts'
import { listFlatProfile, type FlatProfile } from './flat-profile.ts'

export interface Listing {
  readonly entries: EntryTable
  readonly lines: EntryLines
  readonly flat: FlatProfile
}

export function listProfile(analyzed: AnalyzedProfile): Listing {
  return {
    entries: listEntries(analyzed),
    lines: listEntryLines(analyzed),
    flat: listFlatProfile(analyzed),
  }
}
