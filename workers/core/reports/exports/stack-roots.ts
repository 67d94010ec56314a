// Where the time of a call graph comes together: functions, and cycles, that hand it to nobody.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { groupAt } from '../../base/csr.ts'
import { NONE } from '../../base/brand.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { membersOf, shareOfCalls } from '../../analysis/time/arc-share.ts'
import { headTicks } from '../call-tree/call-tree.ts'

/** What sums of parts may be off by. */
const ROUNDING = 1e-9

/** A function, or a cycle by any of its members, as it stands in a path. */
export interface Head {
  readonly function: FunctionIndex
  /** Part of its time, or of its cycle's. */
  readonly scale: number
}

/** Where paths begin, the heaviest first: what nobody hands its time to, because nobody called it or a scenario left its callers out. */
export function listRoots(analyzed: AnalyzedProfile): Head[] {
  const { profile, cycles, times } = analyzed
  const { functions } = profile
  const roots: Head[] = []
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    if (times.fraction[f] === 0 || cycles.cycleOf[f] !== NONE) continue
    if (inheritedScale(analyzed, f) === 0) roots.push({ function: f, scale: 1 })
  }
  for (let row = 0; row < cycles.length; row++) {
    const cycle = row as CycleIndex
    const shown = [...membersOf(cycles, cycle)].filter((f) => times.fraction[f] > 0)
    const [first] = shown
    if (first === undefined) continue
    // A member that is left out hands on nothing, yet counts as a way into its cycle: that part begins here.
    let scale = times.cycleFraction[cycle] === 0 ? 1 : times.cycleFraction[cycle]
    for (const member of shown) scale -= inheritedScale(analyzed, member)
    if (scale > ROUNDING) roots.push({ function: first, scale })
  }
  return roots.sort((one, other) => ticksOf(analyzed, other) - ticksOf(analyzed, one))
}

/** Part of its time, or of its cycle's, that the callers of this function take. */
function inheritedScale(analyzed: AnalyzedProfile, f: FunctionIndex): number {
  const { profile, times } = analyzed
  let scale = 0
  for (const arc of groupAt(profile.arcsByChild, f)) {
    scale += times.fraction[profile.arcs.parent[arc]] * shareOfCalls(analyzed, arc)
  }
  return scale
}

/** All time below it. */
export function ticksOf(analyzed: AnalyzedProfile, { function: f, scale }: Head): Ticks {
  const { self, child } = headTicks(analyzed, f)
  return scale * (self + child)
}
