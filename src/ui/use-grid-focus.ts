// Keyboard in a grid: one row or cell has the focus, which the arrow keys, Home, End, the Page keys move.
// `onMove` gets the new row.
import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react'
import { type VirtualRows, useVirtualRows } from './use-virtual-rows.ts'

/** Keyboard navigation of a grid. */
export interface GridFocus {
  /** Handler for the grid element. Returns true if it handled the key. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean
  /** Moves the focus to a row once it is in the DOM. */
  readonly focusRow: (row: number) => void
}

const ROW = '[data-row]'
const CELL = '[data-tip], [role=rowheader]'

/**
 * Whether a key without modifiers was pressed on a row and not in one of its cells. A letter is
 * then a command.
 */
export function isPlainKeyOnRow(event: KeyboardEvent<HTMLElement>): boolean {
  const isOnRow = event.target instanceof HTMLElement && event.target.matches(ROW)
  return isOnRow && !event.altKey && !event.ctrlKey && !event.metaKey
}

/** What a grid of rows is made of. */
export interface GridOptions {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly count: number
  readonly rowHeight: number
  readonly active: number
  /** Called when a key has moved the focus to a row. */
  readonly onMove: (row: number) => void
}

function useGridFocus({ scroller, count, rowHeight, active, onMove }: GridOptions): GridFocus {
  const wanted = useRef<number | null>(null)

  const focusRow = useCallback(
    (row: number) => {
      wanted.current = row
      const settle = (triesLeft: number) => {
        if (wanted.current !== row) return
        const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)
        if (element) {
          wanted.current = null
          // The focus may have moved into one of its cells meanwhile.
          if (!element.contains(document.activeElement)) element.focus({ preventScroll: true })
        } else if (triesLeft > 0) requestAnimationFrame(() => settle(triesLeft - 1))
      }
      requestAnimationFrame(() => settle(10))
    },
    [scroller],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    const target = event.target as HTMLElement
    const rowElement = target.closest<HTMLElement>(ROW)
    if (!rowElement) return false
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      return moveAcross(event, rowElement, target)
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2)
    const row = targetRow(event.key, active, count, page)
    if (row === null) return false
    event.preventDefault()
    onMove(row)
    // Immediately if the row is in the DOM: the next key may come before the next frame.
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)
    element?.focus({ preventScroll: true })
    focusRow(row)
    return true
  }
  return { onKeyDown, focusRow }
}

function targetRow(key: string, active: number, count: number, page: number): number | null {
  const to = (row: number) => Math.max(0, Math.min(count - 1, row))
  switch (key) {
    case 'ArrowDown':
      return to(active + 1)
    case 'ArrowUp':
      return to(active - 1)
    case 'Home':
      return 0
    case 'End':
      return to(count - 1)
    case 'PageDown':
      return to(active + page)
    case 'PageUp':
      return to(active - page)
    default:
      return null
  }
}

/** Moves from the row into its cells and back; each cell then shows its tooltip. */
function moveAcross(event: KeyboardEvent, row: HTMLElement, target: HTMLElement): boolean {
  const cells = [...row.querySelectorAll<HTMLElement>(CELL)]
  const at = cells.indexOf(target)
  const next = at + (event.key === 'ArrowRight' ? 1 : -1)
  if (next >= cells.length || next < -1) return false
  event.preventDefault()
  if (next === -1) row.focus()
  else cells[next]?.focus()
  return true
}

/** The visible rows and the keyboard navigation of a grid. */
export interface GridRows extends GridFocus, Pick<GridOptions, 'scroller' | 'count'> {
  readonly rows: VirtualRows
}

/** Returns the visible rows and the keyboard navigation of a grid. */
export function useGridRows(options: GridOptions): GridRows {
  const { scroller, count, rowHeight, active } = options
  const rows = useVirtualRows({ scroller, count, rowHeight, keep: active })
  const onMove = (row: number) => {
    rows.scrollTo(row, 'auto')
    options.onMove(row)
  }
  return { scroller, count, rows, ...useGridFocus({ ...options, onMove }) }
}
