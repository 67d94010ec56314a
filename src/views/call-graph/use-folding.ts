// The unfolded entries: a default set, until the user or a link has folded or unfolded one.
//
// Entries fold in place: the toggled line keeps the focus, as well as its position on screen if there is
// room for the callers above it.
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { setUnfolded, unfold } from '../../state/actions.ts'
import { useSelected } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import {
  type EntryLine,
  type EntryOrder,
  type EntryRows,
  initiallyUnfolded,
  primaryRow,
} from '../../../workers/core/reports/entry-rows.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { Listing } from '../../../workers/core/reports/listing/listing.ts'
import type { GridRows } from '../../ui/use-grid-focus.ts'
import type { VirtualRows } from '../../ui/use-virtual-rows.ts'

/**
 * Returns the unfolded entries; the default set before any was folded or unfolded.
 *
 * @param linked the entry of the selected function: only that is then unfolded by default
 */
export function useUnfolded(
  listing: Listing,
  order: EntryOrder,
  linked: EntryIndex | null,
): ReadonlySet<EntryIndex> {
  const known = useStore((state) => state.ui.unfolded)
  const atFirst = useMemo(
    () => (linked === null ? initiallyUnfolded(listing, order) : new Set([linked])),
    [listing, order, linked],
  )
  useEffect(() => {
    if (known === null) setUnfolded(atFirst)
  }, [known, atFirst])
  return known ?? atFirst
}

/** Actions that fold and unfold entries. */
export interface Folding {
  readonly toggle: (entry: EntryIndex) => void
  /** Unfolds the entry if it is folded, and focuses its primary line. */
  readonly reveal: (entry: EntryIndex) => void
  /**
   * Handles Right (unfold), Left (fold), Enter and Space (toggle); on other lines Enter follows the
   * link. Returns true if the key was one of these.
   */
  readonly onKeyDown: (event: ReactKeyboardEvent<HTMLElement>, line: EntryLine) => boolean
}

/** Lines below the primary line that are kept in view with it. */
const CONTEXT = 3

/** Returns the actions that fold and unfold entries, and keeps their position on screen. */
export function useFolding(options: {
  readonly listing: Listing
  readonly unfolded: ReadonlySet<EntryIndex>
  readonly rows: EntryRows
  /** Returns the rows with these entries unfolded. */
  readonly rowsFor: (unfolded: ReadonlySet<EntryIndex>) => EntryRows
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: VirtualRows
  readonly moveTo: (row: number) => void
}): Folding {
  const { listing, unfolded, rows, rowsFor, rowHeight, scroller, list, moveTo } = options
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
    moveTo(primaryRow(listing, rowsFor(next), entry))
  }
  const reveal = (entry: EntryIndex) => {
    if (unfolded.has(entry)) moveTo(primaryRow(listing, rows, entry))
    else toggle(entry)
  }
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>, line: EntryLine): boolean => {
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

/** Returns the entry of the selected function or cycle; null if none is selected. */
export function useSelectedEntry(opened: ProfileView): EntryIndex | null {
  const { entries } = opened.listing
  const f = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  if (cycle !== null) return entries.entryOfCycle[cycle] ?? null
  return f === null ? null : (entries.entryOfFunction[f] ?? null)
}

/**
 * Unfolds the entry of the selected function or cycle, scrolls it into view and focuses it.
 *
 * @param target the entry
 * @param rowsWith returns the rows with one more entry unfolded
 */
export function useLinkedEntry(
  opened: ProfileView,
  target: EntryIndex | null,
  rowsWith: (entry: EntryIndex) => EntryRows,
  { rows, focusRow }: GridRows,
  setActive: (row: number) => void,
): void {
  const { listing } = opened
  const f = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  useEffect(() => {
    if (target === null) return
    unfold(target)
    const row = primaryRow(listing, rowsWith(target), target)
    if (row < 0) return
    setActive(row)
    requestAnimationFrame(() => rows.scrollTo(row, 'center'))
    if (!(document.activeElement instanceof HTMLInputElement)) focusRow(row)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per selection, not per folding or scenario
  }, [f, cycle, opened.files])
}
