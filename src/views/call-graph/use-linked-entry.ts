// Following a link to a function opens its entry, brings it into sight and gives it the focus.
import { useEffect } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import { entryRows, primaryRow } from '../../../workers/core/reports/call-graph/entry-rows.ts'
import { unfold } from '../../state/actions.ts'
import { useSelected } from '../../state/selectors.ts'
import type { GridRows } from '../../ui/rows/use-grid-rows.ts'

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
