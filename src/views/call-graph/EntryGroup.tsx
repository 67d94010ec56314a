// The visible lines of one entry: callers above, the primary line, callees or members below, as gprof
// prints them.
//
// For assistive technology an entry is one row of the grid with a small table inside, because a grid may
// contain only rows.
import { type EntryLine, lineKey } from '../../../workers/core/reports/entry-rows.ts'
import { entryName, entryTitle } from '../../../workers/core/reports/entry-line-text.ts'
import type { VisibleEntry, EntryContext } from './visible-entries.ts'
import { EntryRow } from './EntryRow.tsx'

/** The parts of an entry from top to bottom. */
const PARTS: readonly {
  readonly kinds: readonly EntryLine['kind'][]
  readonly label?: (name: string) => string
}[] = [
  { kinds: ['parent', 'caller', 'spontaneous'], label: (name) => `Callers of ${name}` },
  { kinds: ['primary'] },
  { kinds: ['child'], label: (name) => `Callees of ${name}` },
  { kinds: ['member'], label: (name) => `Members of ${name}` },
  { kinds: ['other'], label: (name) => `Other functions that members of ${name} call` },
]

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
  return (
    <div role="row" aria-rowindex={(context.positions[group.entry] ?? 0) + 1}>
      <div role="gridcell" aria-colspan={6}>
        <div role="group" aria-label={entryTitle(analyzed, listing, group.entry)}>
          <div role="table">
            {PARTS.map(({ kinds, label }) => {
              const lines = group.lines.filter(({ line }) => kinds.includes(line.kind))
              return (
                lines.length > 0 && (
                  <div key={kinds[0]} role="rowgroup" aria-label={label?.(name)}>
                    {lines.map((visible) => (
                      <EntryRow key={lineKey(analyzed, visible.line)} {...{ visible, isOpen, context }} />
                    ))}
                  </div>
                )
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
