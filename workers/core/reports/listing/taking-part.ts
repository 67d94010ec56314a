// Which functions the profile tells anything of. The flat profile, as gprof's, leaves out those that did nothing but call
// others without a sample of their own, such as a main that is only begun.
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'

/** Whether it was called, took time or called others. */
export function takesPart(profile: CallGraphProfile, f: FunctionIndex): boolean {
  const { functions } = profile
  return (
    functions.isLeftOut[f] === 0 &&
    (functions.calls[f] > 0 ||
      functions.selfTicks[f] > 0 ||
      functions.selfCalls[f] > 0 ||
      calledOthers(profile, f))
  )
}

/** Calls that only stand in its code do not count: they are the newest arcs, and groups list those first. */
function calledOthers({ arcsByParent, recordedArcs }: CallGraphProfile, f: FunctionIndex): boolean {
  const { offsets, items } = arcsByParent
  return offsets[f + 1] > offsets[f] && items[offsets[f + 1] - 1] < recordedArcs
}

export function countTakingPart(profile: CallGraphProfile): number {
  let count = 0
  for (let f = 0; f < profile.functions.length; f++) if (takesPart(profile, f as FunctionIndex)) count++
  return count
}
