// What a function could also call, or be called by: arcs that stand in the code and were never taken.
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { FunctionIndex } from '../profile/tables.ts'

export interface PossibleRelatives {
  /** As they stand in the code. */
  readonly shown: readonly FunctionIndex[]
  /** All of them, shown or not. */
  readonly total: number
}

export function possibleRelatives(
  possible: PossibleArcs,
  f: FunctionIndex,
  kind: 'parents' | 'children',
  limit: number,
): PossibleRelatives {
  const [ours, theirs] =
    kind === 'children' ? [possible.parent, possible.child] : [possible.child, possible.parent]
  const shown: FunctionIndex[] = []
  let total = 0
  ours.forEach((own, arc) => {
    if (own !== f) return
    total++
    if (total <= limit) shown.push(theirs[arc] as FunctionIndex)
  })
  return { shown, total }
}
