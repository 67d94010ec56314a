// Rows of lines in a grid, with their focus, their keys.
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import { blobInSteps } from '../../state/blob-in-steps.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { useGridRows } from '../../ui/use-grid-focus.ts'
import { useRevealRow } from '../../ui/use-reveal-row.ts'

/** Returns the grid of lines, with its focus and keys. */
export function useLineRows(options: {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly count: number
  readonly rowHeight: number
  /** The row to start with. */
  readonly first: number
  readonly onOpen: (row: number) => void
  readonly textOf: (row: number) => string
}) {
  const { scroller, count, rowHeight, first, onOpen, textOf } = options
  const [picked, setPicked] = useState<number | null>(null)
  const active = Math.min(picked ?? first, Math.max(0, count - 1))
  const pick = useCallback((row: number) => setPicked(row), [])
  const grid = useGridRows({ scroller, count, rowHeight, active, onMove: pick })
  useRevealRow(grid.rows, count > 0 && picked === null ? first : null, count, 'center')
  const { outcome: copied, onCopyKey, copy } = useCopy()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (grid.onKeyDown(event)) return
    const target = event.target as HTMLElement
    if (target.closest('[data-row]') === null) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCommand && target.closest('a') === null) {
      event.preventDefault()
      onOpen(active)
    } else onCopyKey(event, () => textOf(active))
  }
  const copyTable = (pieces: Iterable<string>) => void copy(joined(pieces), 'Table copied')
  return { active, picked, pick, grid, onKeyDown, copied, copyTable }
}

/** Joins the pieces in slices, because a large program has too many lines to write at once. */
const joined = async (pieces: Iterable<string>): Promise<string> =>
  (await blobInSteps(pieces, 'text/plain')).text()
