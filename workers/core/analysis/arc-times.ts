// Time that an arc passes from callee j to caller i: T_j × C(i→j) ÷ C(j).
//
// Large profiles do not store these times, which would take more memory than all others together. The time of
// a single arc is computed from its callee's, with the arithmetic of propagate.ts, to the last bit.
import { groupAt } from '../base/csr.ts'
import { asArray, NONE } from '../base/columns.ts'
import type {
  ArcIndex,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
} from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex, CycleTable } from './analyzed-profile.ts'
import type { Ticks } from '../base/units.ts'

type Calls = Pick<AnalyzedProfile, 'profile' | 'cycles'>

/** Whether an arc passes time. Direct recursion and arcs between members of one cycle do not. */
export function passesTime({ profile, cycles }: Calls, arc: ArcIndex): boolean {
  const parent = profile.arcs.parent[arc]
  const child = profile.arcs.child[arc]
  if (parent === child) return false
  const cycle = cycles.cycleOf[child]
  return cycle === NONE || cycles.cycleOf[parent] !== cycle
}

/**
 * Returns C(j), the calls of a function by others; for a member of a cycle C(k), the calls of its cycle from
 * outside. An arc's count is a part of these.
 */
export function callsOfHead({ profile, cycles }: Calls, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? profile.functions.calls[f] : cycles.calls[cycle]
}

/**
 * Returns C(i→j) ÷ C(j), the part of its child's calls that an arc is, 0–1. 0 if it passes no time, or if its
 * child's calls were not counted.
 */
export function shareOfCalls(analyzed: Calls, arc: ArcIndex): number {
  if (!passesTime(analyzed, arc)) return 0
  const { child, count } = analyzed.profile.arcs
  const calls = callsOfHead(analyzed, child[arc])
  return calls === 0 ? 0 : count[arc] / calls
}

/** Returns the members of a cycle in gprof's chain order, as a view of the table. */
export function membersOf(
  { members }: AnalyzedProfile['cycles'],
  cycle: CycleIndex,
): Iterable<FunctionIndex> {
  return groupAt(members, cycle)
}

/**
 * Numbers per function in the result of `listHeads`, followed by the offsets of each. For a member of a
 * cycle, calls and times are those of the whole cycle.
 */
export const WIDTH = 4
/** Offset of calls; 0 also for a function that passes no time on. */
export const CALLS = 0
/** Offset of self time, in ticks. */
export const SELF = 1
/** Offset of child time, in ticks. */
export const CHILD = 2
/** Offset of the order. Only members of one cycle share it, and arcs between them pass no time. */
export const ORDER = 3

/** Columns of TimeTables that `listHeads` reads. */
interface HeadTimes {
  readonly order: Uint32Array
  readonly fraction: Float64Array
  readonly childTicks: Float64Array
  readonly cycleSelfTicks: Float64Array
  readonly cycleChildTicks: Float64Array
}

/** Returns WIDTH numbers for each function; times are in ticks. */
export function listHeads(functions: FunctionTable, cycles: CycleTable, times: HeadTimes): Float64Array {
  const self = asArray(functions.selfTicks)
  const calls = asArray(functions.calls)
  const cycleCalls = asArray(cycles.calls)
  const heads = new Float64Array(WIDTH * functions.length)
  fillHeads(heads, calls, self, times)
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
      const head = WIDTH * items[at]
      heads[head + CALLS] = times.fraction[items[at]] === 0 ? 0 : cycleCalls[cycle]
      heads[head + SELF] = times.cycleSelfTicks[cycle]
      heads[head + CHILD] = times.cycleChildTicks[cycle]
    }
  }
  return heads
}

function fillHeads(
  heads: Float64Array,
  calls: Float64Array,
  self: Float64Array,
  { fraction, childTicks, order }: HeadTimes,
): void {
  for (let f = 0; f < calls.length; f++) {
    const head = WIDTH * f
    heads[head + CALLS] = fraction[f] === 0 ? 0 : calls[f]
    heads[head + SELF] = self[f]
    heads[head + CHILD] = childTicks[f]
    heads[head + ORDER] = order[f]
  }
}

/**
 * Returns the child's self time that an arc passes to its parent, times the parent's fraction, in ticks. 0
 * for direct recursion and inside a cycle.
 */
export function arcSelfTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  const { profile, cycles, times, arcTimes } = analyzed
  if (arcTimes) return arcTimes.self[arc]
  const child = profile.arcs.child[arc]
  const cycle = cycles.cycleOf[child]
  const held = cycle === NONE ? profile.functions.selfTicks[child] : times.cycleSelfTicks[cycle]
  return held * quotaOf(analyzed, arc) * times.fraction[profile.arcs.parent[arc]]
}

/**
 * Returns the child time (time the child inherited) that an arc passes to its parent, times the parent's
 * fraction, in ticks. 0 for direct recursion and inside a cycle.
 */
export function arcChildTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  const { profile, cycles, times, arcTimes } = analyzed
  if (arcTimes) return arcTimes.child[arc]
  const child = profile.arcs.child[arc]
  const cycle = cycles.cycleOf[child]
  const held = cycle === NONE ? times.childTicks[child] : times.cycleChildTicks[cycle]
  return held * quotaOf(analyzed, arc) * times.fraction[profile.arcs.parent[arc]]
}

/** Returns the total time that an arc passes to its parent: self and child time, in ticks. */
export function arcTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  return arcSelfTicks(analyzed, arc) + arcChildTicks(analyzed, arc)
}

/** Time passed by each arc, in ticks, by row of the arc table. */
export interface ArcTimeColumns {
  readonly self: Float64Array
  readonly child: Float64Array
}

/**
 * Returns the times of all arcs at once, for callers that need most of them. Shared with `analyzed` if it has
 * them; else new columns.
 */
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

/** Share of its child's time that an arc passes on; 0 if the child's time is excluded. */
function quotaOf(analyzed: AnalyzedProfile, arc: ArcIndex): number {
  const child = analyzed.profile.arcs.child[arc]
  return analyzed.times.fraction[child] === 0 ? 0 : shareOfCalls(analyzed, arc)
}
