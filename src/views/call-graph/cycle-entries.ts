// The entries of the unfolded cycles, made when they are unfolded.
import { useCallback } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { type CycleEntries, cycleEntriesInSteps } from '../../../workers/core/reports/entry-rows.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import { slice, useInSlices } from '../../state/worker/slices.ts'

const NONE_MADE: CycleEntries = new Map()

/** Kept while the numbers are on screen: a cycle may have 50,000 members. */
const madeOf = new WeakMap<AnalyzedProfile, CycleEntries>()

function* make({ analyzed, listing }: ProfileView, unfolded: ReadonlySet<EntryIndex>) {
  const made = yield* cycleEntriesInSteps(analyzed, listing, unfolded, madeOf.get(analyzed) ?? NONE_MADE)
  madeOf.set(analyzed, made)
  return made
}

/** Returns the entries of the unfolded cycles as the manual describes them; of a large one a moment later. */
export function useCycleEntries(opened: ProfileView, unfolded: ReadonlySet<EntryIndex>): CycleEntries {
  const made = useInSlices(useCallback(() => make(opened, unfolded), [opened, unfolded]))
  return made ?? madeOf.get(opened.analyzed) ?? NONE_MADE
}

/** Returns the entries of the unfolded cycles as far as they are made within a moment. */
export function cycleEntriesAtOnce(opened: ProfileView, unfolded: ReadonlySet<EntryIndex>): CycleEntries {
  return slice(make(opened, unfolded))?.value ?? madeOf.get(opened.analyzed) ?? NONE_MADE
}
