// Which lines of which entries are on screen, lines that belong together in one group.
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { EntryLine } from '../../../workers/core/reports/call-graph/entry-rows.ts'

export interface VisibleLine {
  readonly row: number
  readonly top: number
  readonly line: EntryLine
}

export interface VisibleEntry {
  readonly entry: EntryIndex
  readonly lines: readonly VisibleLine[]
}

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
