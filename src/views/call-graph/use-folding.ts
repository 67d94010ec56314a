// The unfolded entries, and how the list keeps its position and focus when an entry is folded or
// unfolded, a link is followed, or a scenario reorders the entries.
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { Listing } from '../../../workers/core/reports/listing/listing.ts'
import {
  type EntryLine,
  entryRows,
  type EntryRows,
  initiallyUnfolded,
  lineAt,
  primaryRow,
} from '../../../workers/core/reports/entry-rows.ts'
import { setUnfolded, unfold } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import type { GridRows, VirtualRows } from '../../ui/table/grid-rows.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { useSelected } from '../../state/selectors.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { mapEntry } from '../../../workers/core/reports/what-if/analysis-change.ts'

// The unfolded entries: those that the user or a link has unfolded. Before that a default set,
// which stays unfolded until it is folded.

const NONE_OPEN: ReadonlySet<EntryIndex> = new Set()

/**
 * Returns the unfolded entries; the default set before any was folded or unfolded.
 *
 * @param isSelected whether a function is selected: only its entry is then unfolded by default
 */
export function useUnfolded(listing: Listing, isSelected: boolean): ReadonlySet<EntryIndex> {
  const known = useStore((state) => state.ui.unfolded)
  const atFirst = useMemo(() => (isSelected ? NONE_OPEN : initiallyUnfolded(listing)), [listing, isSelected])
  useEffect(() => {
    if (known === null) setUnfolded(atFirst)
  }, [known, atFirst])
  return known ?? atFirst
}

// Folds and unfolds entries in place: the toggled line keeps the focus and, if there is room for
// the callers above it, its position on screen.

/** Actions that fold and unfold entries. */
export interface Folding {
  readonly toggle: (entry: EntryIndex) => void
  /** Unfolds the entry if it is folded, and focuses its primary line. */
  readonly reveal: (entry: EntryIndex) => void
  /**
   * Handles Right (unfold), Left (fold), Enter and Space (toggle); on other lines Enter follows the
   * link. Returns true if the key was one of these.
   */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, line: EntryLine) => boolean
}

/** Lines below the primary line that are kept in view with it. */
const CONTEXT = 3

/** Returns the actions that fold and unfold entries, and keeps their position on screen. */
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

/** Unfolds a linked function's entry, scrolls it into view and focuses it. */
export function useLinkedEntry(
  opened: ProfileView,
  unfolded: ReadonlySet<EntryIndex>,
  { rows, focusRow }: GridRows,
  setActive: (row: number) => void,
): void {
  const selected = useSelected(opened)
  const { listing } = opened
  useEffect(() => {
    const target = selected === null ? undefined : listing.entries.entryOfFunction[selected]
    if (target === undefined) return
    unfold(target)
    const row = primaryRow(listing, entryRows(listing, new Set(unfolded).add(target)), target)
    if (row < 0) return
    setActive(row)
    requestAnimationFrame(() => rows.scrollTo(row, 'center'))
    if (!(document.activeElement instanceof HTMLInputElement)) focusRow(row)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per function, not per folding or scenario
  }, [selected, opened.files])
}

/** Keeps the focused line, and its position on screen, when a scenario reorders the entries. */
export function useKeepRowInPlace(options: {
  readonly opened: ProfileView
  readonly rows: EntryRows
  readonly active: number
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: VirtualRows
  readonly setActive: (row: number) => void
  readonly focusRow: (row: number) => void
}): void {
  const { opened, rows, active, rowHeight, scroller, list, setActive, focusRow } = options
  const last = useRef({ opened, rows })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { opened, rows }
    const isSameProfile = before.opened.files === opened.files
    if (before.opened === opened || !isSameProfile || active >= before.rows.length) return
    const row = rowOfSameLine(before, { opened, rows }, active)
    const element = scroller.current
    if (row < 0 || !element) return
    list.moveTo(list.place() + (row - active) * rowHeight)
    setActive(row)
    const { activeElement } = document
    if (activeElement === document.body || element.contains(activeElement)) focusRow(row)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the numbers change, not when the focus does
  }, [opened, rows])
}

interface Column {
  readonly opened: ProfileView
  readonly rows: EntryRows
}

/**
 * Returns the row that has the same offset from its entry's primary line as before, or the nearest
 * that still belongs to the entry; −1 if there is none.
 */
function rowOfSameLine(before: Column, after: Column, row: number): number {
  const { entry } = lineAt(before.opened.analyzed, before.opened.listing, before.rows, row)
  const there = mapEntry(before.opened, after.opened, entry)
  if (there === NONE) return -1
  const primary = primaryRow(after.opened.listing, after.rows, there)
  if (primary < 0) return -1
  const { analyzed, listing } = after.opened
  let to = primary + row - primaryRow(before.opened.listing, before.rows, entry)
  const isTheirs = (at: number): boolean =>
    at >= 0 && at < after.rows.length && lineAt(analyzed, listing, after.rows, at).entry === there
  while (to !== primary && !isTheirs(to)) to += Math.sign(primary - to)
  return to
}
