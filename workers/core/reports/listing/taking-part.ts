// Which functions the profile tells anything of. The flat profile, as gprof's, leaves out those that did nothing but call
// others without a sample of their own, such as a main that is only begun.
import { asArray } from '../../base/as-column.ts'
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

/** Of all functions, or of those from `from` up to `end`. */
export function countTakingPart(
  { functions, arcsByParent, recordedArcs }: CallGraphProfile,
  from = 0,
  end = functions.length,
): number {
  const { offsets, items } = arcsByParent
  const calls = asArray(functions.calls)
  const self = asArray(functions.selfTicks)
  const selfCalls = asArray(functions.selfCalls)
  const isLeftOut = asArray(functions.isLeftOut)
  let count = 0
  for (let f = from; f < end; f++) {
    // All of it is looked at for every function: compiled code that asks for the first time is thrown away.
    const behind = offsets[f + 1]
    const oldest = items[Math.max(0, behind - 1)]
    const hasCalled = Number(behind > offsets[f]) & Number(oldest < recordedArcs)
    const isInIt = Number(calls[f] > 0) | Number(self[f] > 0) | Number(selfCalls[f] > 0) | hasCalled
    count += isInIt & (1 - isLeftOut[f])
  }
  return count
}
