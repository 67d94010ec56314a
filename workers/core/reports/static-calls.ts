// Static calls of a function: arcs that exist in the code but were never taken.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import { displayName } from './names/names.ts'

/** Whether an arc is static: the scenario added it from the program's code. */
export function isStaticArc({ profile }: AnalyzedProfile, arc: ArcIndex): boolean {
  return arc >= profile.recordedArcs
}

/** Returns the label of a static arc to this child among counted ones. */
export function staticCallText({ profile }: AnalyzedProfile, child: FunctionIndex): string {
  return wasSeenUncounted(profile, child) ? 'possible, not counted' : 'possible, never taken'
}

/** Explains a static arc to this child. */
export function explainStaticCall({ profile }: AnalyzedProfile, child: FunctionIndex): string {
  const { functions } = profile
  const name = displayName(functions, child)
  const code = 'The call stands in the program’s code.'
  if (wasSeenUncounted(profile, child))
    return `${code} ${name} took time, and no call of it was counted: it was compiled without -pg, or its samples are a neighbour’s.`
  if (functions.calls[child] + functions.selfCalls[child] > 0)
    return `${code} It was not taken while the program was measured, and passes no time.`
  return `${code} No call of ${name} was counted: it was never called, or was compiled without -pg.`
}

/**
 * Whether a function took time but its calls were not counted, so that it is unknown which calls
 * were taken.
 */
function wasSeenUncounted({ functions }: CallGraphProfile, f: FunctionIndex): boolean {
  return functions.calls[f] + functions.selfCalls[f] === 0 && functions.selfTicks[f] > 0
}

/** Functions that a function could call, or be called by. */
export interface StaticRelatives {
  /** In code order. */
  readonly shown: readonly FunctionIndex[]
  /** Number of all of them, shown or not. */
  readonly total: number
}

/**
 * Returns the static callers or callees of a function.
 *
 * @param limit largest number in `shown`
 */
export function staticRelatives(
  possible: PossibleArcs,
  f: FunctionIndex,
  kind: 'parents' | 'children',
  limit: number,
): StaticRelatives {
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
