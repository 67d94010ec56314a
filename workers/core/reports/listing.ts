// Everything a reader sees that needs sorting, made once beside the analysis so that no view sorts on its own.
import type { EntryLines } from './call-graph.ts'
import type { EntryTable } from './entries.ts'
import type { FlatProfile } from './flat-profile.ts'

export interface Listing {
  readonly entries: EntryTable
  readonly lines: EntryLines
  readonly flat: FlatProfile
}
