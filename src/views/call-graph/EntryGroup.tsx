// The lines of one entry that are on screen: parents above, the primary line, children or members below.
// To assistive technology an entry is one row of the grid that holds a small table, for a grid may own nothing but rows.
import { entryName, entryTitle } from '../../../workers/core/reports/call-graph/entry-line-text.ts'
import { lineKey } from '../../../workers/core/reports/call-graph/entry-rows.ts'
import type { EntryContext } from './entry-context.ts'
import type { VisibleEntry, VisibleLine } from './visible-entries.ts'
import { EntryLine } from './EntryLine.tsx'

export function EntryGroup({
  group,
  context,
}: {
  readonly group: VisibleEntry
  readonly context: EntryContext
}) {
  const { opened, unfolded } = context
  const { analyzed, listing } = opened
  const name = entryName(analyzed, listing, group.entry)
  const isOpen = unfolded.has(group.entry)
  const above = group.lines.filter(({ line }) => line.kind === 'parent' || line.kind === 'spontaneous')
  const own = group.lines.filter(({ line }) => line.kind === 'primary')
  const below = group.lines.filter(({ line }) => line.kind === 'child')
  const members = group.lines.filter(({ line }) => line.kind === 'member')
  const linesOf = (lines: readonly VisibleLine[]) =>
    lines.map((line) => (
      <EntryLine key={lineKey(analyzed, line.line)} visible={line} isOpen={isOpen} context={context} />
    ))
  return (
    <div role="row" aria-rowindex={(listing.entries.positions[group.entry] ?? 0) + 1}>
      <div role="gridcell" aria-colspan={6}>
        <div role="group" aria-label={entryTitle(analyzed, listing, group.entry)}>
          <div role="table">
            {above.length > 0 && (
              <div role="rowgroup" aria-label={`Parents of ${name}`}>
                {linesOf(above)}
              </div>
            )}
            {own.length > 0 && <div role="rowgroup">{linesOf(own)}</div>}
            {below.length > 0 && (
              <div role="rowgroup" aria-label={`Children of ${name}`}>
                {linesOf(below)}
              </div>
            )}
            {members.length > 0 && (
              <div role="rowgroup" aria-label={`Members of ${name}`}>
                {linesOf(members)}
              </div>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}
