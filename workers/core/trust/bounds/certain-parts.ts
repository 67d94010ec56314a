// Which part of each shown time is certain: by dominators from below, by reachability from above.
import { arcSelfTicks, arcTicks, callsOfHead } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type TimeRange, certainSelf, partOf } from './folded-self.ts'
import { type Bounds, leastOfCycle } from './bounds.ts'

/**
 * Returns the bounds of a function's time on the stack, in ticks. They bound the sampled time, which has a
 * sampling error of its own.
 */
export function rangeOfTotal(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): TimeRange {
  // The scenario may exclude its time from the sums, but not from its own.
  const own = certainSelf(analyzed, f)
  const least = bounds ? Math.max(bounds.least[f], own) : own
  return { least, most: Math.max(least, bounds?.most[f] ?? analyzed.profile.totals.ticks) }
}

/**
 * Returns the bounds of the time that calls along an arc were on the stack, in ticks. The lower bound is
 * that of the child if no path gets to it for the first time by another arc, else 0: all of its time may
 * have been spent for the others. The upper bound is that of the child. Both are 0 for an arc without a
 * count, and if the scenario excludes the time of parent or child.
 */
export function rangeOfArc(analyzed: AnalyzedProfile, bounds: Bounds | null, arc: ArcIndex): TimeRange {
  const { parent, child, count } = analyzed.profile.arcs
  const { fraction } = analyzed.times
  if (!(count[arc] > 0) || fraction[parent[arc]] === 0 || fraction[child[arc]] === 0)
    return { least: 0, most: 0 }
  const least = bounds?.onlyEntry[child[arc]] === arc ? bounds.least[child[arc]] : 0
  return { least, most: Math.max(least, bounds?.most[child[arc]] ?? analyzed.profile.totals.ticks) }
}

/** Whether a function is a member of a cycle. */
export const isMember = ({ cycles }: AnalyzedProfile, f: FunctionIndex): boolean => cycles.cycleOf[f] !== NONE

/** Returns the certain part of the self and child time of a function outside cycles, 0–1; 0 without time. */
export function certainPart(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): number {
  const self = analyzed.profile.functions.selfTicks[f]
  return partOf(bounds ? bounds.least[f] : certainSelf(analyzed, f), self + analyzed.times.childTicks[f])
}

/** Returns the certain part of a whole cycle's self and child time, 0–1; 0 without time. */
export function certainPartOfCycle(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  cycle: CycleIndex,
): number {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const self = cyclePropagatedSelf[cycle]
  // Arcs without a count make members but are no paths.
  const own = analyzed.folding ? 0 : self
  const sure = bounds ? Math.max(own, leastOfCycle(analyzed, bounds, cycle)) : own
  return partOf(sure, self + cyclePropagatedChild[cycle])
}

/**
 * Returns the certain part of the time that an arc passes, 0–1; 0 if it passes none. It is 0 unless all
 * calls of the child, or of its cycle from outside, came along this arc; otherwise the shares are
 * estimates.
 */
export function certainPartOfArc(analyzed: AnalyzedProfile, bounds: Bounds | null, arc: ArcIndex): number {
  if (!isOnlyWay(analyzed, arc)) return 0
  const sure = bounds
    ? certainOfHead(analyzed, bounds, analyzed.profile.arcs.child[arc])
    : analyzed.folding
      ? 0
      : arcSelfTicks(analyzed, arc)
  return partOf(sure, arcTicks(analyzed, arc))
}

/**
 * Whether an arc passes time that is an estimate: gprof divides the time of a child with other callers by
 * their calls. False for an arc that passes no time.
 */
export function isEstimatedArc(analyzed: AnalyzedProfile, arc: ArcIndex): boolean {
  return arcTicks(analyzed, arc) > 0 && !isOnlyWay(analyzed, arc)
}

/** Whether all calls of the child, or of its cycle from outside, came along this arc. */
export function isOnlyWay(analyzed: AnalyzedProfile, arc: ArcIndex): boolean {
  const { child, count } = analyzed.profile.arcs
  return count[arc] === callsOfHead(analyzed, child[arc])
}

/**
 * Returns the certain part of the child time of a cycle's member, in ticks. It is the time of callees
 * outside the cycle all of whose calls came along one arc of this member, as far as their own lower bounds
 * go.
 */
export function certainBelowMember(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex,
): Ticks {
  if (!bounds) return 0
  const { arcsByParent } = analyzed.profile
  let sum = 0
  for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
    const arc = arcsByParent.items[at]
    const passed = arcTicks(analyzed, arc)
    if (passed > 0 && isOnlyWay(analyzed, arc))
      sum += Math.min(passed, certainOfHead(analyzed, bounds, analyzed.profile.arcs.child[arc]))
  }
  return sum
}

/**
 * Returns the lower bound of a function's time on the stack or, for a member, that of its whole cycle, in
 * ticks.
 */
export function certainOfHead(analyzed: AnalyzedProfile, bounds: Bounds, f: FunctionIndex): Ticks {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? bounds.least[f] : leastOfCycle(analyzed, bounds, cycle)
}
