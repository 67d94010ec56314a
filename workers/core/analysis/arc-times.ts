// Time that an arc passes from its child to its parent: which arcs pass time, which share, and the columns
// that propagation and reports read it from.
import { groupAt } from '../base/csr.ts'
import { asArray, NONE } from '../base/columns.ts'
import type {
  ArcIndex,
  ArcsByFunction,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
} from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex, CycleTable } from './analyzed-profile.ts'
import { buffersIn, detachBuffers } from '../base/buffers.ts'
import type { Ticks } from '../base/units.ts'

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

// Arcs in the order in which the analysis meets them, with what it reads of each side by side: at some hundred thousand
// arcs, jumping about in the arc table costs more than all the arithmetic.

/** The arcs of every function on one side, in the order of gprof's lists. */
export interface ArcSide {
  /** Function `f`'s arcs stand at the positions `offsets[f] .. offsets[f + 1]`. */
  readonly offsets: Uint32Array<ArrayBuffer>
  /** The function at the arc's other end, by position. */
  readonly other: Int32Array<ArrayBuffer>
  /** Times the arc was traversed, by position. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
}

export interface ArcWalk {
  readonly byParent: ArcSide
  readonly byChild: ArcSide
}

/** Takes 16 bytes an arc. */
export function walkOf({ arcs, arcsByParent, arcsByChild }: CallGraphProfile): ArcWalk {
  const count = asArray(arcs.count)
  return {
    byParent: sideOf(arcsByParent, asArray(arcs.child), count),
    byChild: sideOf(arcsByChild, asArray(arcs.parent), count),
  }
}

/** Gives its memory back; the offsets are the profile's. */
export function forgetWalk({ byParent, byChild }: ArcWalk): void {
  detachBuffers(buffersIn([byParent.other, byParent.count, byChild.other, byChild.count]))
}

function sideOf(
  { offsets, items }: ArcsByFunction,
  end: Int32Array,
  counts: Uint32Array | Float64Array,
): ArcSide {
  const { length } = items
  const other = new Int32Array(length)
  const count = counts instanceof Uint32Array ? new Uint32Array(length) : new Float64Array(length)
  gather(items, end, counts, other, count)
  return { offsets, other, count }
}

// By itself, see core/base/sorting.ts.
function gather(
  arcs: Uint32Array,
  end: Int32Array,
  counts: ArrayLike<number>,
  other: Int32Array,
  count: Uint32Array | Float64Array,
): void {
  for (let at = 0; at < arcs.length; at++) {
    const arc = arcs[at]
    other[at] = end[arc]
    count[at] = counts[arc]
  }
}

// What every arc to a function reads of it, side by side: where there are hundreds of thousands of arcs, each look at
// another column costs more than the arithmetic.

/** Places of a function in `heads`. Of a cycle's member, calls and times are the whole cycle's. */
export const WIDTH = 4
/** 0 also if it hands on no time. */
export const CALLS = 0
export const SELF = 1
export const CHILD = 2
/** Equal for members of one cycle, and for no others: between those, arcs pass no time. */
export const ORDER = 3

/** What the heads are made of: columns of TimeTables. */
interface HeadTimes {
  readonly order: Uint32Array
  readonly fraction: Float64Array
  readonly childTicks: Float64Array
  readonly cycleSelfTicks: Float64Array
  readonly cycleChildTicks: Float64Array
}

/** WIDTH numbers for each function; times in ticks. */
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

// What an arc hands to its parent, from what its child holds: the arithmetic of propagate.ts, to the last bit. A large profile
// is shown without the two columns, which would take more memory than all other times together.

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
