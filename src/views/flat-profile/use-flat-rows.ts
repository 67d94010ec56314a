// The rows of the flat profile in their order, with keys on them, with tooltips of their cells.
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { explainFlatCell, explainFlatHeading } from '../../../workers/core/reports/explain/flat-cells.ts'
import { flatRowTsv } from '../../../workers/core/reports/flat-table.ts'
import type { ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import { flatDifferences } from '../../../workers/core/reports/differences.ts'
import { flatRowsOf, useSelected } from '../../state/selectors.ts'
import { openEntry, select } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import type { TooltipContent } from '../../ui/Tooltip.tsx'
import { type Copying, useCopy } from '../../ui/use-copy.ts'
import { useGridRows } from '../../ui/use-grid-focus.ts'
import { useRevealRow } from '../../ui/use-reveal-row.ts'
import { isExpression } from '../../../workers/core/reports/search/match-marks.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'

/** @param key of a cell in FlatRow: column and function; of a heading in FlatGrid: the column alone */
export function explainCell(opened: ProfileView, bounds: Bounds | null, key: string): TooltipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', f] = key.split(':')
  if (f === undefined) return explainFlatHeading(column as ScreenColumn)
  if (column === 'name') return null
  const row = Number(f) as FunctionIndex
  const was = asMeasured && flatDifferences(opened, asMeasured, row)[column as ScreenColumn]
  return { ...explainFlatCell(analyzed, bounds, listing.flat, row, column as ScreenColumn), was }
}

/** Whether a query without matches reads like a regular expression that has no slashes around it. */
export const mayBeExpression = (query: string): boolean =>
  !isExpression(query) && /[.*+?^$|\\[\]]/.test(query)

export function useFlatRows(
  opened: ProfileView,
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const found = valueOf(useStore((state) => state.ui.found))
  const sorted = valueOf(useStore((state) => state.ui.sorted))
  const selected = useSelected(opened)
  const rows = flatRowsOf(opened, found, sorted)
  // The last selected function, from which the keys continue when nothing is selected.
  const [last, setLast] = useState(selected)
  if (selected !== null && selected !== last) setLast(selected)
  const current = selected ?? last
  const active = Math.max(0, current === null ? 0 : rows.indexOf(current))
  const functionAt = (row: number) => rows[row] as FunctionIndex | undefined
  const grid = useGridRows({
    scroller,
    count: rows.length,
    rowHeight,
    active,
    onMove: (row) => {
      const f = functionAt(row)
      if (f !== undefined) select(f, 'replace')
    },
  })
  // The selection may change elsewhere: by a link, the search or the details.
  useRevealRow(grid.rows, selected !== null && rows[active] === selected ? active : null, rows)

  const { outcome: copied, onCopyKey } = useCopy()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const f = functionAt(active)
    if (!grid.onKeyDown(event) && f !== undefined) pressOnRow(event, opened, f, onCopyKey)
  }
  return { rows, functionAt, active, selected, grid, onKeyDown, copied }
}

/** Handles Enter, which opens the function's entry, and Ctrl C, which copies its row. */
function pressOnRow(
  event: KeyboardEvent<HTMLElement>,
  opened: ProfileView,
  f: FunctionIndex,
  onCopyKey: Copying['onCopyKey'],
): void {
  if ((event.target as HTMLElement).closest('[data-row]') === null) return
  const isCommand = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isCommand) {
    event.preventDefault()
    openEntry(f)
  } else onCopyKey(event, () => flatRowTsv(opened.analyzed, opened.listing.flat, f))
}
