// Who pays after suggested cuts, from the profile's worker, before they are on screen.
import { useEffect, useState } from 'react'
import type { CutPayers } from '../../../workers/api/contract.ts'
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { arcName } from '../../../workers/core/names/arc-names.ts'
import { load } from '../../state/worker/request.ts'

/** A set of arcs, and the cycle whose callers are compared. */
export interface CutSet {
  readonly cycle: CycleIndex | null
  readonly arcs: readonly ArcIndex[]
}

/** Functions in a list of those that pay. */
const MOST_PAYERS = 3

/**
 * Returns who pays with each of these sets cut, in their order; null until the worker has answered.
 *
 * @param sets the same array for the same question
 */
export function useCutPayers(
  analyzed: AnalyzedProfile,
  sets: readonly CutSet[],
): readonly CutPayers[] | null {
  const [answer, setAnswer] = useState<{
    readonly of: readonly CutSet[]
    readonly payers: readonly CutPayers[]
  } | null>(null)
  useEffect(() => {
    if (sets.length === 0) return undefined
    let isCurrent = true
    const named = sets.map(({ cycle, arcs }) => ({ cycle, cut: arcs.map((arc) => arcName(analyzed, arc)) }))
    void load('cut-payers', 'cutPayers', [analyzed.scenario, named, MOST_PAYERS], (payers) => {
      if (isCurrent && payers.phase === 'ready') setAnswer({ of: sets, payers: payers.value })
    })
    return () => {
      isCurrent = false
    }
  }, [analyzed, sets])
  return answer?.of === sets ? answer.payers : null
}
