// What of a time in a table is certain: of a function's total, of a cycle's, of what an arc passes. Drawn solid wherever it stands.
import { callsOfHead } from '../../analysis/time/arc-share.ts'
import { arcSelfTicks, arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { lowerBoundOfCycle } from './lower-bounds.ts'
import { hasUpperBounds, upperBound } from './upper-bounds.ts'

/** What `certainTicks` has answered; null while it is not known: then self time alone is certain. */
type Certain = Float64Array | null

/** How long a function was on the stack, by what was counted. */
export interface TimeRange {
  readonly least: Ticks
  readonly most: Ticks
}

/** Between which times a function was on the stack; in the sampled time, whose own error comes on top. */
export function rangeOfTotal(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): TimeRange {
  const least = certain ? certain[f] : analyzed.profile.functions.selfTicks[f]
  return { least, most: Math.max(least, upperBound(analyzed, f)) }
}

export const isMember = ({ cycles }: AnalyzedProfile, f: FunctionIndex): boolean => cycles.cycleOf[f] !== NONE

/** Of the self and child time of a function outside cycles, 0–1. */
export function certainPart(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): number {
  const self = analyzed.profile.functions.selfTicks[f]
  return partOf(certain ? certain[f] : self, self + analyzed.times.childTicks[f])
}

/** The bar of a total time: its length, and what of it is certain. */
export interface TotalBar {
  /** Of all time, 0–1. */
  readonly total: number
  /** Of the bar, 0–1. */
  readonly certain: number
}

/**
 * The bar of a function's total time. A member of a cycle has one up to its upper bound: its total in gprof's sense, which
 * leaves out what other members take, says nothing of how long it was on the stack. Where that bound is not known the bar has
 * gprof's total, as of any other function.
 *
 * @param total gprof's total as part of `whole`, 0–1
 * @param whole the 100 % of the bar, ticks
 */
export function barOfTotal(
  analyzed: AnalyzedProfile,
  certain: Certain,
  f: FunctionIndex,
  total: number,
  whole: Ticks,
): TotalBar {
  if (!isMember(analyzed, f) || !(whole > 0) || !certain || !hasUpperBounds(analyzed))
    return { total, certain: certainPart(analyzed, certain, f) }
  const { least, most } = rangeOfTotal(analyzed, certain, f)
  return { total: Math.min(1, most / whole), certain: partOf(least, most) }
}

/** Of the time of a cycle as a whole, 0–1. */
export function certainPartOfCycle(analyzed: AnalyzedProfile, certain: Certain, cycle: CycleIndex): number {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const self = cyclePropagatedSelf[cycle]
  // Arcs without a count make members, too, and are no ways.
  const sure = certain ? Math.max(self, lowerBoundOfCycle(analyzed, certain, cycle)) : self
  return partOf(sure, self + cyclePropagatedChild[cycle])
}

/** Of the time that an arc passes, 0–1. Only an only caller has any: of what others call, too, a part is assumed. */
export function certainPartOfArc(analyzed: AnalyzedProfile, certain: Certain, arc: ArcIndex): number {
  if (!isOnlyWay(analyzed, arc)) return 0
  const sure = certain
    ? certainOfHead(analyzed, certain, analyzed.profile.arcs.child[arc])
    : arcSelfTicks(analyzed, arc)
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
      sum += Math.min(passed, certainOfHead(analyzed, certain, analyzed.profile.arcs.child[arc]))
  }
  return sum
}

/** Of a function, or of the whole cycle that it is in. Ticks. */
export function certainOfHead(analyzed: AnalyzedProfile, certain: Float64Array, f: FunctionIndex): Ticks {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? certain[f] : lowerBoundOfCycle(analyzed, certain, cycle)
}

/** 0–1. Sums of parts are off in their last digits: what is all but these is all. */
export function partOf(sure: Ticks, all: Ticks): number {
  if (!(all > 0)) return 0
  return sure >= all * (1 - 1e-9) ? 1 : Math.max(0, sure / all)
}
