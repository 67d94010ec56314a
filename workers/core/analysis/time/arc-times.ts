// What an arc hands to its parent, from what its child holds: the arithmetic of propagate.ts, to the last bit. A large profile
// is shown without the two columns, which would take more memory than all other times together.
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile } from '../analyzed-profile.ts'
import { shareOfCalls } from './arc-share.ts'
import { CALLS, CHILD, listHeads, ORDER, SELF, WIDTH } from './arc-walk.ts'

/** The child's self time that this arc hands to its parent, times the parent's fraction. 0 on self arcs and inside a cycle. */
export function arcSelfTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  const { profile, cycles, times, arcTimes } = analyzed
  if (arcTimes) return arcTimes.self[arc]
  const child = profile.arcs.child[arc]
  const cycle = cycles.cycleOf[child]
  const held = cycle === NONE ? profile.functions.selfTicks[child] : times.cycleSelfTicks[cycle]
  return held * quotaOf(analyzed, arc) * times.fraction[profile.arcs.parent[arc]]
}

/** Likewise of the time that the child inherited. */
export function arcChildTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  const { profile, cycles, times, arcTimes } = analyzed
  if (arcTimes) return arcTimes.child[arc]
  const child = profile.arcs.child[arc]
  const cycle = cycles.cycleOf[child]
  const held = cycle === NONE ? times.childTicks[child] : times.cycleChildTicks[cycle]
  return held * quotaOf(analyzed, arc) * times.fraction[profile.arcs.parent[arc]]
}

/** Both together. */
export function arcTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  return arcSelfTicks(analyzed, arc) + arcChildTicks(analyzed, arc)
}

/** ArcTimes by row. */
export interface ArcTimeColumns {
  readonly self: Float64Array
  readonly child: Float64Array
}

/** The same of all arcs at once, for who asks for most of them. */
export function arcTimesOf(analyzed: AnalyzedProfile): ArcTimeColumns {
  const { profile, cycles, times: known, arcTimes } = analyzed
  if (arcTimes) return { self: asArray(arcTimes.self), child: asArray(arcTimes.child) }
  const { functions, arcs } = profile
  const times = { self: new Float64Array(arcs.length), child: new Float64Array(arcs.length) }
  const fraction = asArray(known.fraction)
  const heads = listHeads(functions, cycles, {
    order: asArray(known.order),
    fraction,
    childTicks: asArray(known.childTicks),
    cycleSelfTicks: asArray(known.cycleSelfTicks),
    cycleChildTicks: asArray(known.cycleChildTicks),
  })
  fillTimes(arcs, heads, fraction, times)
  return times
}

function fillTimes(
  arcs: CallGraphProfile['arcs'],
  heads: Float64Array,
  fraction: Float64Array,
  { self, child }: ArcTimeColumns,
): void {
  const parents = asArray(arcs.parent)
  const children = asArray(arcs.child)
  const count = asArray(arcs.count)
  for (let arc = 0; arc < self.length; arc++) {
    const parent = parents[arc]
    const head = WIDTH * children[arc]
    const calls = heads[head + CALLS]
    const isIdle = calls === 0 || heads[head + ORDER] === heads[WIDTH * parent + ORDER]
    const quota = isIdle ? 0 : count[arc] / calls
    self[arc] = heads[head + SELF] * quota * fraction[parent]
    child[arc] = heads[head + CHILD] * quota * fraction[parent]
  }
}

/** An analysis with the columns, for who asks for the time of all arcs more than once. */
export function withArcTimes(analyzed: AnalyzedProfile): AnalyzedProfile {
  return { ...analyzed, arcTimes: arcTimesOf(analyzed) }
}

/** The part of what its child holds that an arc hands on: nothing of what does not count. */
function quotaOf(analyzed: AnalyzedProfile, arc: ArcIndex): number {
  const child = analyzed.profile.arcs.child[arc]
  return analyzed.times.fraction[child] === 0 ? 0 : shareOfCalls(analyzed, arc)
}
