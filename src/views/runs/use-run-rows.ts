// The runs' rows in a grid: which one has the focus, and what keys do on it.
import { useCallback, useEffect, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from '../../state/store.ts'
import { useCopied } from '../../ui/rows/Copied.tsx'
import { useGridRows } from '../../ui/rows/use-grid-rows.ts'

/** How far down the list was when another run was opened, or all of them: the screen in between has taken it away. */
let left: { readonly files: readonly File[]; readonly shown: number; readonly place: number } | null = null

export function useRunRows(options: {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Which run stands in each row. */
  readonly rows: readonly number[]
  /** The run that is shown alone, or −1. */
  readonly shown: number
  readonly rowHeight: number
  readonly onOpen: (run: number) => void
  /** A run's row, to be copied. */
  readonly textOf: (run: number) => string
}) {
  const { scroller, rows, shown, rowHeight, onOpen, textOf } = options
  const [picked, setPicked] = useState<number | null>(null)
  const current = picked ?? (shown >= 0 ? shown : null)
  const active = Math.max(0, current === null ? 0 : rows.indexOf(current))
  const pickRow = useCallback((row: number) => setPicked(rows[row] ?? null), [rows])
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active, onMove: pickRow })
  const { scrollTo, place, moveTo } = grid.rows
  const { focusRow } = grid

  useLayoutEffect(() => {
    const { files } = useStore.getState()
    if (left?.files === files && left.shown !== shown) moveTo(left.place)
    return () => {
      left = { files, shown, place: place() }
    }
  }, [shown, place, moveTo])

  // The one that is shown alone may have come from elsewhere: a link, the details, Back.
  useEffect(() => {
    if (shown >= 0) scrollTo(active, 'auto')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- follows the run and the order, not the scrolling
  }, [shown, rows])

  const pick = useCallback(
    (run: number) => {
      const row = rows.indexOf(run)
      setPicked(run)
      scrollTo(row, 'center')
      focusRow(row)
    },
    [rows, scrollTo, focusRow],
  )
  const { told: copied, onCopyKey, copy } = useCopied()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const run = rows[active]
    if (grid.onKeyDown(event) || run === undefined) return
    if ((event.target as HTMLElement).closest('[data-row]') === null) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCommand) {
      event.preventDefault()
      onOpen(run)
    } else onCopyKey(event, () => textOf(run))
  }
  return { active, picked, grid, pick, pickRow, onKeyDown, copied, copy }
}
