// Active functions, of which the profile has any number. Like gprof's flat profile, it omits those that
// only called others without a sample of their own, such as a main that has just begun.
import { asArray } from '../../base/columns.ts'
import type { CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'

/**
 * Whether a function was called, took time or called others; false for the profiler's own. Static calls do
 * not count.
 */
export function isActive(profile: CallGraphProfile, f: FunctionIndex): boolean {
  const { functions } = profile
  return (
    functions.isLeftOut[f] === 0 &&
    (functions.calls[f] > 0 ||
      functions.selfTicks[f] > 0 ||
      functions.selfCalls[f] > 0 ||
      calledOthers(profile, f))
  )
}

/** Static calls do not count. They are the newest arcs, which groups list first. */
function calledOthers({ arcsByParent, recordedArcs }: CallGraphProfile, f: FunctionIndex): boolean {
  const { offsets, items } = arcsByParent
  return offsets[f + 1] > offsets[f] && items[offsets[f + 1] - 1] < recordedArcs
}

/**
 * Returns the number of active functions (`isActive`), of all or of those from `from` to `end`
 * (FunctionIndex, exclusive).
 */
export function countActive(
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
    // Evaluates everything for every function: engines discard compiled code when a new branch is
    // first taken.
    const behind = offsets[f + 1]
    const oldest = items[Math.max(0, behind - 1)]
    const hasCalled = Number(behind > offsets[f]) & Number(oldest < recordedArcs)
    const isInIt = Number(calls[f] > 0) | Number(self[f] > 0) | Number(selfCalls[f] > 0) | hasCalled
    count += isInIt & (1 - isLeftOut[f])
  }
  return count
}
