// Keeps the focused line in its place on screen when a scenario reorders the entries.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { type EntryRows, lineAt, primaryRow } from '../../../workers/core/reports/entry-rows.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { VirtualRows } from '../../ui/use-virtual-rows.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { mapEntry } from '../../../workers/core/reports/map-entries.ts'

/**
 * Keeps the focused line, and its position on screen, when a scenario reorders the entries, and when lines of
 * a large cycle arrive.
 */
export function useKeepRowInPlace(options: {
  readonly opened: ProfileView
  readonly unfolded: ReadonlySet<EntryIndex>
  readonly rows: EntryRows
  readonly active: number
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: VirtualRows
  readonly setActive: (row: number) => void
  readonly focusRow: (row: number) => void
}): void {
  const { opened, unfolded, rows, active, rowHeight, scroller, list, setActive, focusRow } = options
  const last = useRef({ opened, unfolded, rows })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { opened, unfolded, rows }
    const isSameProfile = before.opened.files === opened.files
    // Who unfolds an entry has moved the focus along.
    const isFolding = before.opened === opened && before.unfolded !== unfolded
    if (isFolding || before.rows === rows || !isSameProfile || active >= before.rows.length) return
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
