// What of a time in a table is certain: of a function's total, of a cycle's, of what an arc passes. Drawn solid wherever it stands.
import { callsOfHead } from '../../analysis/time/arc-share.ts'
import { arcSelfTicks, arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'

/** What `certainTicks` has answered; null while it is not known: then self time alone is certain. */
type Certain = Float64Array | null

/** Of the self and child time of a function, 0–1. A member of a cycle has that of what it alone calls, not of the whole cycle. */
export function certainPart(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): number {
  const self = analyzed.profile.functions.selfTicks[f]
  const isMember = analyzed.cycles.cycleOf[f] !== NONE
  const sure = isMember ? self + certainBelowMember(analyzed, certain, f) : certain ? certain[f] : self
  return partOf(sure, self + analyzed.times.childTicks[f])
}

/** Of the time of a cycle as a whole, 0–1. */
export function certainPartOfCycle(
  { cycles, times }: AnalyzedProfile,
  certain: Certain,
  cycle: CycleIndex,
): number {
  const self = times.cyclePropagatedSelf[cycle]
  const sure = certain ? certain[cycles.members.items[cycles.members.offsets[cycle]]] : self
  return partOf(sure, self + times.cyclePropagatedChild[cycle])
}

/** Of the time that an arc passes, 0–1. Only an only caller has any: of what others call, too, a part is assumed. */
export function certainPartOfArc(analyzed: AnalyzedProfile, certain: Certain, arc: ArcIndex): number {
  if (!isOnlyWay(analyzed, arc)) return 0
  const sure = certain ? certain[analyzed.profile.arcs.child[arc]] : arcSelfTicks(analyzed, arc)
  return partOf(sure, arcTicks(analyzed, arc))
}

/** Whether all calls of the child, or of its cycle from outside, came along this arc. */
export function isOnlyWay(analyzed: AnalyzedProfile, arc: ArcIndex): boolean {
  const { child, count } = analyzed.profile.arcs
  return count[arc] === callsOfHead(analyzed, child[arc])
}

/** Time of what only this member calls, from one place and for all its calls. */
export function certainBelowMember(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): Ticks {
  if (!certain) return 0
  const { arcsByParent } = analyzed.profile
  let sum = 0
  for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
    const arc = arcsByParent.items[at]
    const passed = arcTicks(analyzed, arc)
    if (passed > 0 && isOnlyWay(analyzed, arc))
      sum += Math.min(passed, certain[analyzed.profile.arcs.child[arc]])
  }
  return sum
}

/** 0–1. Sums of parts are off in their last digits: what is all but these is all. */
export function partOf(sure: Ticks, all: Ticks): number {
  if (!(all > 0)) return 0
  return sure >= all * (1 - 1e-9) ? 1 : Math.max(0, sure / all)
}
