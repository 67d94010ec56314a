// Opening and folding entries without losing one's place: the line that was turned keeps the focus and, where there
// is room for the parents above it, its height on screen.
import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import {
  entryRows,
  primaryRow,
  type EntryLine,
  type EntryRows,
} from '../../../workers/core/reports/call-graph/entry-rows.ts'
import type { Listing } from '../../../workers/core/reports/listing/listing.ts'
import { setUnfolded } from '../../state/actions.ts'
import type { VirtualRows } from '../../ui/rows/virtual-rows.ts'

export interface Folding {
  readonly toggle: (entry: EntryIndex) => void
  /** Opens the entry if it is folded, and gives its primary line the focus. */
  readonly reveal: (entry: EntryIndex) => void
  /** Right opens, Left folds, Enter and Space turn the fold; on other lines Enter follows the link. True if it was one of these. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, line: EntryLine) => boolean
}

/** Lines below the primary line that should stay in sight with it. */
const CONTEXT = 3

export function useFolding(options: {
  readonly listing: Listing
  readonly unfolded: ReadonlySet<EntryIndex>
  readonly rows: EntryRows
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: VirtualRows
  readonly moveTo: (row: number) => void
}): Folding {
  const { listing, unfolded, rows, rowHeight, scroller, list, moveTo } = options
  const { place, moveTo: scrollTo } = list
  const turned = useRef<{ readonly entry: EntryIndex; readonly from: number } | null>(null)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!turned.current || !element) return
    const { entry, from } = turned.current
    const to = primaryRow(listing, rows, entry)
    turned.current = null
    const same = place() + (to - from) * rowHeight
    const lowest = (to + CONTEXT) * rowHeight - element.clientHeight
    scrollTo(to > from ? Math.max(lowest, Math.min(same, from * rowHeight)) : same)
  }, [listing, rows, rowHeight, scroller, place, scrollTo])

  const toggle = (entry: EntryIndex) => {
    const next = new Set(unfolded)
    if (!next.delete(entry)) next.add(entry)
    turned.current = { entry, from: primaryRow(listing, rows, entry) }
    setUnfolded(next)
    moveTo(primaryRow(listing, entryRows(listing, next), entry))
  }
  const reveal = (entry: EntryIndex) => {
    if (unfolded.has(entry)) moveTo(primaryRow(listing, rows, entry))
    else toggle(entry)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, line: EntryLine): boolean => {
    const isOpen = unfolded.has(line.entry)
    const isPrimary = line.kind === 'primary'
    if (event.key === 'ArrowRight' && isPrimary && !isOpen) toggle(line.entry)
    else if (event.key === 'ArrowLeft' && isOpen && isPrimary) toggle(line.entry)
    else if (event.key === 'ArrowLeft' && isOpen) moveTo(primaryRow(listing, rows, line.entry))
    else if ((event.key === 'Enter' || event.key === ' ') && isPrimary) toggle(line.entry)
    else if (event.key === 'Enter') (event.target as HTMLElement).querySelector('a')?.click()
    else return false
    event.preventDefault()
    return true
  }
  return { toggle, reveal, onKeyDown }
}
