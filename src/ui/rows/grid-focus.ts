// Keyboard in a grid: one row or cell has the focus, arrows, Home, End and Page keys move it. What moving means beyond
// the focus is told to `onMove`.
import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react'

export interface GridFocus {
  /** Put on the grid. True if the key was one of ours. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean
  /** Moves the focus to a row once it is in the page. */
  readonly focusRow: (row: number) => void
}

const ROW = '[data-row]'
const CELL = '[data-tip], [role=rowheader]'

/** Whether it was pressed on a row rather than in a cell of it, by itself: a letter is a command then. */
export function isPlainKeyOnRow(event: KeyboardEvent<HTMLElement>): boolean {
  const isOnRow = event.target instanceof HTMLElement && event.target.matches(ROW)
  return isOnRow && !event.altKey && !event.ctrlKey && !event.metaKey
}

export function useGridFocus(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  readonly active: number
  readonly onMove: (row: number) => void
}): GridFocus {
  const { scroller, count, rowHeight, active, onMove } = options
  const wanted = useRef<number | null>(null)

  const focusRow = useCallback(
    (row: number) => {
      wanted.current = row
      const settle = (triesLeft: number) => {
        if (wanted.current !== row) return
        const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)
        if (element) {
          wanted.current = null
          // The focus may have gone on into one of its cells meanwhile.
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
    // At once where the row is there already: the next key may come before the next frame.
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

/** From the row into its cells and back; each cell then explains itself. */
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
