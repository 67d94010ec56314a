// The rows of a grid: those in sight are in the page, one has the focus, and keys move that and bring it into sight.
import type { RefObject } from 'react'
import { useGridFocus, type GridFocus } from './grid-focus.ts'
import { useVirtualRows, type VirtualRows } from './virtual-rows.ts'

export interface GridRows extends GridFocus {
  readonly rows: VirtualRows
}

export function useGridRows(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  readonly active: number
  /** A key has moved the focus there. */
  readonly onMove: (row: number) => void
}): GridRows {
  const { scroller, count, rowHeight, active, onMove } = options
  const rows = useVirtualRows({ scroller, count, rowHeight, keep: active })
  const focus = useGridFocus({
    scroller,
    count,
    rowHeight,
    active,
    onMove: (row) => {
      rows.scrollTo(row, 'auto')
      onMove(row)
    },
  })
  return { rows, ...focus }
}
