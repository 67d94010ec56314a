// The ways into a cycle: its members that are called from outside.
import { isStringAt } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile } from '../analyzed-profile.ts'

/** Functions that the system calls, which no profile records. */
const STARTS = ['_start', 'main']

/**
 * Marks the members of a cycle that another function calls: a recorded call, not a static one. If there is
 * none but `main` is a member, which the C library calls, marks that. Marks nothing if neither is the case.
 *
 * @param members of one cycle
 * @param isWayIn by position in `members`, all 0; 1 for a way in afterwards
 */
export function markWaysIn(
  { profile, cycles }: Pick<AnalyzedProfile, 'profile' | 'cycles'>,
  members: ArrayLike<number>,
  isWayIn: Uint8Array,
): void {
  const { arcs, arcsByChild, functions } = profile
  let start = -1
  let ways = 0
  for (let at = 0; at < members.length; at++) {
    const f = members[at] as FunctionIndex
    const cycle = cycles.cycleOf[f]
    for (let nth = arcsByChild.offsets[f]; nth < arcsByChild.offsets[f + 1]; nth++) {
      const arc = arcsByChild.items[nth]
      if (!(arcs.count[arc] > 0) || cycles.cycleOf[arcs.parent[arc]] === cycle) continue
      isWayIn[at] = 1
      ways++
      break
    }
    const { names, namePrefix = '' } = functions
    if (ways === 0 && STARTS.some((name) => isStringAt(names, f, namePrefix + name))) start = at
  }
  if (ways === 0 && start >= 0) isWayIn[start] = 1
}
