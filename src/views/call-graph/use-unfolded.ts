// The entries that stand open: those a person or a link has opened; before that what is open at first, and stays so until it
// is folded.
import { useEffect, useMemo } from 'react'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { Listing } from '../../../workers/core/reports/listing/listing.ts'
import { unfoldedAtFirst } from '../../../workers/core/reports/call-graph/unfolded-at-first.ts'
import { setUnfolded } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'

const NONE_OPEN: ReadonlySet<EntryIndex> = new Set()

/** @param isSelected a function is: its entry is opened, and no other */
export function useUnfolded(listing: Listing, isSelected: boolean): ReadonlySet<EntryIndex> {
  const known = useStore((state) => state.ui.unfolded)
  const atFirst = useMemo(() => (isSelected ? NONE_OPEN : unfoldedAtFirst(listing)), [listing, isSelected])
  useEffect(() => {
    if (known === null) setUnfolded(atFirst)
  }, [known, atFirst])
  return known ?? atFirst
}
