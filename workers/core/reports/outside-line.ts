// One line of a function outside in the entry of a cycle, without the rest of the entry.
import { arcChildTicks, arcSelfTicks, callsOfHead } from '../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { OutsideLine } from './cycle-entry.ts'

/**
 * Returns the line of a function outside in the entry of a cycle, as `cycleEntry` has it; null if no arc is
 * between the two. Takes time in proportion to the arcs of the function.
 *
 * @param kind whether the function calls members, or members call it
 */
export function outsideLine(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  f: FunctionIndex,
  kind: 'caller' | 'other',
): OutsideLine | null {
  const { profile, cycles } = analyzed
  const { offsets, items } = kind === 'caller' ? profile.arcsByParent : profile.arcsByChild
  const end = kind === 'caller' ? profile.arcs.child : profile.arcs.parent
  const arcs: ArcIndex[] = []
  let [self, children, count] = [0, 0, 0]
  // Groups list the newest arc first.
  for (let at = offsets[f + 1] - 1; at >= offsets[f]; at--) {
    const arc = items[at]
    if (cycles.cycleOf[end[arc]] !== cycle) continue
    arcs.push(arc)
    self += arcSelfTicks(analyzed, arc)
    children += arcChildTicks(analyzed, arc)
    count += profile.arcs.count[arc]
  }
  const of = kind === 'caller' ? cycles.calls[cycle] : callsOfHead(analyzed, f)
  return arcs.length === 0 ? null : { f, arcs, self, children, count, of }
}
