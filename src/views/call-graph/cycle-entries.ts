// The entries of the unfolded cycles, made when they are unfolded.
import { useCallback, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { type CycleEntries, entriesOfCycles } from '../../../workers/core/reports/entry-rows.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import { slice, useInSlices } from '../../state/worker/slices.ts'

/** The entries made so far, kept for the next ones: a cycle may have 50,000 members. */
class EntryMaker {
  made: CycleEntries = new Map()
  readonly #opened: ProfileView

  constructor(opened: ProfileView) {
    this.#opened = opened
  }

  *add(unfolded: ReadonlySet<EntryIndex>) {
    const { analyzed, listing } = this.#opened
    return (this.made = yield* entriesOfCycles(analyzed, listing, unfolded, this.made))
  }
}

/** The entries of unfolded cycles, as the manual describes them. */
export interface UnfoldedCycles {
  /** Of a large cycle a moment later. */
  readonly entries: CycleEntries
  /** Returns the entries with others unfolded, as far as they are made within a moment. */
  readonly withUnfolded: (unfolded: ReadonlySet<EntryIndex>) => CycleEntries
}

export function useUnfoldedCycles(opened: ProfileView, unfolded: ReadonlySet<EntryIndex>): UnfoldedCycles {
  const maker = useMemo(() => new EntryMaker(opened), [opened])
  const entries = useInSlices(useCallback(() => maker.add(unfolded), [maker, unfolded])) ?? maker.made
  return { entries, withUnfolded: (others) => slice(maker.add(others))?.value ?? maker.made }
}
