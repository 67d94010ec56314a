// The visible lines of one entry: callers above, the primary line, callees or members below, as gprof
// prints them.
//
// For assistive technology an entry is one row of the grid with a small table inside, because a grid may
// contain only rows.
import { type EntryLine, lineKey } from '../../../workers/core/reports/entry-rows.ts'
import { entryName, entryTitle } from '../../../workers/core/reports/entry-line-text.ts'
import type { VisibleEntry, EntryContext, VisibleLine } from './visible-entries.ts'
import { EntryRow } from './EntryRow.tsx'

/** Kinds of the lines above a primary line. */
const ABOVE: ReadonlySet<EntryLine['kind']> = new Set(['parent', 'caller', 'spontaneous'])

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
  const above = group.lines.filter(({ line }) => ABOVE.has(line.kind))
  const own = group.lines.filter(({ line }) => line.kind === 'primary')
  const below = group.lines.filter(({ line }) => line.kind === 'child')
  const members = group.lines.filter(({ line }) => line.kind === 'member')
  const others = group.lines.filter(({ line }) => line.kind === 'other')
  const linesOf = (visible: readonly VisibleLine[]) =>
    visible.map((line) => (
      <EntryRow key={lineKey(analyzed, line.line)} visible={line} isOpen={isOpen} context={context} />
    ))
  return (
    <div role="row" aria-rowindex={(context.positions[group.entry] ?? 0) + 1}>
      <div role="gridcell" aria-colspan={6}>
        <div role="group" aria-label={entryTitle(analyzed, listing, group.entry)}>
          <div role="table">
            {above.length > 0 && (
              <div role="rowgroup" aria-label={`Callers of ${name}`}>
                {linesOf(above)}
              </div>
            )}
            {own.length > 0 && <div role="rowgroup">{linesOf(own)}</div>}
            {below.length > 0 && (
              <div role="rowgroup" aria-label={`Callees of ${name}`}>
                {linesOf(below)}
              </div>
            )}
            {members.length > 0 && (
              <div role="rowgroup" aria-label={`Members of ${name}`}>
                {linesOf(members)}
              </div>
            )}
            {others.length > 0 && (
              <div role="rowgroup" aria-label={`Other functions that members of ${name} call`}>
                {linesOf(others)}
              </div>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}
