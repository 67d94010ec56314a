// The flat profile's rows in a grid: in which order, which one has the focus, and what keys do on it.
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { flatRowTsv } from '../../../workers/core/reports/flat-profile/table-text.ts'
import { openEntry, select } from '../../state/actions.ts'
import { flatRowsOf } from '../../state/flat-rows.ts'
import { useSelected } from '../../state/selectors.ts'
import { valueOf } from '../../state/async-value.ts'
import { useStore } from '../../state/store.ts'
import { useCopied, type Copying } from '../../ui/rows/Copied.tsx'
import { useGridRows } from '../../ui/rows/use-grid-rows.ts'

export function useFlatRows(
  opened: ProfileView,
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const found = valueOf(useStore((state) => state.ui.found))
  const sorted = valueOf(useStore((state) => state.ui.sorted))
  const selected = useSelected(opened)
  const rows = flatRowsOf(opened, found, sorted)
  // Where one was: there the keys go on when nothing is selected any more.
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
  const { scrollTo } = grid.rows

  // The selection may have moved from elsewhere: a link, the search, the details.
  useEffect(() => {
    if (selected !== null && rows[active] === selected) scrollTo(active, 'auto')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the selection and the order, not the scrolling
  }, [selected, rows, active])

  const { told: copied, onCopyKey } = useCopied()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const f = functionAt(active)
    if (!grid.onKeyDown(event) && f !== undefined) pressOnRow(event, opened, f, onCopyKey)
  }
  return { rows, functionAt, active, selected, grid, onKeyDown, copied }
}

/** Enter opens the function's entry, Ctrl C copies its row. */
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
