// Another scenario orders the entries anew: the line with the focus keeps it, and its height on screen.
import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/brand.ts'
import { lineAt, primaryRow, type EntryRows } from '../../../workers/core/reports/call-graph/entry-rows.ts'
import type { VirtualRows } from '../../ui/rows/virtual-rows.ts'
import { carryEntry } from '../../../workers/core/reports/what-if/carry-entries.ts'

export function useSteadyRow(options: {
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

/** The line as far from its entry's primary line as before, or the nearest that still belongs to it; −1 without any. */
function rowOfSameLine(before: Column, after: Column, row: number): number {
  const { entry } = lineAt(before.opened.analyzed, before.opened.listing, before.rows, row)
  const there = carryEntry(before.opened, after.opened, entry)
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
