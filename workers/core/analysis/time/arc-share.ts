// What an arc's count is a part of, and the members that share a cycle's time: gprof's assumption, in one place.
import { groupAt } from '../../base/csr.ts'
import { NONE } from '../../base/brand.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'

type Calls = Pick<AnalyzedProfile, 'profile' | 'cycles'>

/** Whether time passes along the arc: not on direct recursion, not between members of one cycle. */
export function passesTime({ profile, cycles }: Calls, arc: ArcIndex): boolean {
  const parent = profile.arcs.parent[arc]
  const child = profile.arcs.child[arc]
  if (parent === child) return false
  const cycle = cycles.cycleOf[child]
  return cycle === NONE || cycles.cycleOf[parent] !== cycle
}

/** All calls of a function by others, or of its cycle from outside: what an arc's count is a part of. */
export function callsOfHead({ profile, cycles }: Calls, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? profile.functions.calls[f] : cycles.calls[cycle]
}

/** The part of all its child's calls that an arc is, 0–1; 0 if it passes no time, or if nothing counted its child's calls. */
export function shareOfCalls(analyzed: Calls, arc: ArcIndex): number {
  if (!passesTime(analyzed, arc)) return 0
  const { child, count } = analyzed.profile.arcs
  const calls = callsOfHead(analyzed, child[arc])
  return calls === 0 ? 0 : count[arc] / calls
}

/** In gprof's chain order. */
export function membersOf(
  { members }: AnalyzedProfile['cycles'],
  cycle: CycleIndex,
): Iterable<FunctionIndex> {
  return groupAt(members, cycle)
}
