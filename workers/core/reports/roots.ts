// Roots of the call graph: the functions or cycles that pass their time to no caller.
import { membersOf, shareOfCalls } from '../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { asArray, NONE } from '../base/columns.ts'
import { groupAt } from '../base/csr.ts'
import type { Ticks } from '../base/units.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'

/** Rounding error of sums of parts. */
const ROUNDING = 1e-9

/** A function, or the cycle of a member, as a step of a path. */
export interface Head {
  readonly function: FunctionIndex
  /** Share of its time, or of its cycle's time, 0–1. */
  readonly scale: number
  /** All time below it, its own included. */
  readonly ticks: Ticks
}

/**
 * Returns the roots, heaviest first. A root passes no time to callers, because it was not called or because
 * a scenario excludes its callers. A cycle is represented by one of its members. The times of all roots add up
 * to `printedTicks`.
 */
export function listRoots(analyzed: AnalyzedProfile): Head[] {
  const { profile, cycles, times } = analyzed
  const fraction = asArray(times.fraction)
  const cycleOf = asArray(cycles.cycleOf)
  const calls = asArray(profile.functions.calls)
  // Else every counted caller takes its share, which is faster to see.
  const areSomeIdle = hasIdleCaller(analyzed)
  const roots: Head[] = []
  for (let row = 0; row < profile.functions.length; row++) {
    if (fraction[row] === 0 || cycleOf[row] !== NONE) continue
    const f = row as FunctionIndex
    if (areSomeIdle ? !hasCaller(analyzed, f) : calls[row] === 0) roots.push(headOf(analyzed, f, 1))
  }
  for (let row = 0; row < cycles.length; row++) {
    const cycle = row as CycleIndex
    if (!areSomeIdle && times.cycleFraction[cycle] !== 0) continue
    const shown = [...membersOf(cycles, cycle)].filter((f) => times.fraction[f] > 0)
    const [first] = shown
    if (first === undefined) continue
    // An excluded member passes nothing on, yet counts as a way into its cycle: that part begins
    // here.
    let scale = times.cycleFraction[cycle] === 0 ? 1 : times.cycleFraction[cycle]
    for (const member of shown) scale -= inheritedScale(analyzed, member)
    if (scale > ROUNDING) roots.push(headOf(analyzed, first, scale))
  }
  return roots.sort((one, other) => other.ticks - one.ticks)
}

function headOf(analyzed: AnalyzedProfile, f: FunctionIndex, scale: number): Head {
  const { self, child } = headTicks(analyzed, f)
  return { function: f, scale, ticks: scale * (self + child) }
}

/** Whether a scenario excludes a function that calls others, so that it takes none of their time. */
function hasIdleCaller({ profile, times }: AnalyzedProfile): boolean {
  const fraction = asArray(times.fraction)
  const { offsets } = profile.arcsByParent
  for (let f = 0; f < fraction.length; f++) {
    if (fraction[f] < 1 - ROUNDING && offsets[f] < offsets[f + 1]) return true
  }
  return false
}

/** Whether some caller of a function that is in no cycle takes time of it. */
function hasCaller({ profile, times }: AnalyzedProfile, f: FunctionIndex): boolean {
  if (profile.functions.calls[f] === 0) return false
  const { arcs, arcsByChild } = profile
  for (let at = arcsByChild.offsets[f]; at < arcsByChild.offsets[f + 1]; at++) {
    const arc = arcsByChild.items[at]
    const parent = arcs.parent[arc]
    if (parent !== f && arcs.count[arc] > 0 && times.fraction[parent] > 0) return true
  }
  return false
}

/** Returns the share of its time, or of its cycle's time, that callers of a function take, 0–1. */
export function inheritedScale(analyzed: AnalyzedProfile, f: FunctionIndex): number {
  const { profile, times } = analyzed
  let scale = 0
  for (const arc of groupAt(profile.arcsByChild, f)) {
    scale += times.fraction[profile.arcs.parent[arc]] * shareOfCalls(analyzed, arc)
  }
  return scale
}

/**
 * Returns the self and child time of a function, or of its whole cycle, in ticks: a path takes its share of
 * these. The self time of a function that a scenario excludes is 0.
 */
export function headTicks({ cycles, times, profile }: AnalyzedProfile, f: FunctionIndex) {
  const cycle = cycles.cycleOf[f]
  if (cycle !== NONE) return { self: times.cycleSelfTicks[cycle], child: times.cycleChildTicks[cycle] }
  return { self: times.fraction[f] === 0 ? 0 : profile.functions.selfTicks[f], child: times.childTicks[f] }
}
