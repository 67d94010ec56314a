// The visible lines by entry, with the data that all of them share.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { EntryLine } from '../../../workers/core/reports/entry-rows.ts'
import type { Convention } from '../../../workers/core/reports/cycle-entry.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { MarkRange } from '../../../workers/core/reports/search/match-marks.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'

/** Data shared by all entries and lines. */
export interface EntryContext {
  readonly opened: ProfileView
  /** The hash of the current address. */
  readonly here: string
  /** Returns the link of a name. */
  readonly hrefOf: (f: FunctionIndex) => string
  /** Returns the link of a cycle as a whole. */
  readonly hrefOfCycle: (cycle: CycleIndex) => string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly bounds: Bounds | null
  /** Whose description the entries follow. */
  readonly convention: Convention
  /** By EntryIndex, from 1. */
  readonly positions: Uint32Array
  readonly unfolded: ReadonlySet<EntryIndex>
  /** The entry of the selected function or cycle. */
  readonly selected: EntryIndex | null
  /** The focused row. */
  readonly active: number
  readonly onToggle: (entry: EntryIndex) => void
  /** Unfolds the entry and moves to it. */
  readonly onReveal: (entry: EntryIndex) => void
  readonly setActive: (row: number) => void
}

/** A visible line with its row and its offset in pixels. */
export interface VisibleLine {
  readonly row: number
  readonly top: number
  readonly line: EntryLine
}

/** The visible lines of one entry. */
export interface VisibleEntry {
  readonly entry: EntryIndex
  readonly lines: readonly VisibleLine[]
}

/** Groups visible rows by their entry, in order. */
export function groupByEntry(
  visible: readonly { readonly index: number; readonly top: number }[],
  lineAtRow: (row: number) => EntryLine,
): readonly VisibleEntry[] {
  const groups: { entry: EntryIndex; lines: VisibleLine[] }[] = []
  for (const { index, top } of visible) {
    const line = lineAtRow(index)
    const last = groups.at(-1)
    if (last?.entry === line.entry) last.lines.push({ row: index, top, line })
    else groups.push({ entry: line.entry, lines: [{ row: index, top, line }] })
  }
  return groups
}
