// Arcs in the order in which the analysis meets them, with what it reads of each side by side: at some hundred thousand
// arcs, jumping about in the arc table costs more than all the arithmetic.
import { asArray } from '../../base/as-column.ts'
import { buffersIn, letGo } from '../../base/buffers.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { ArcsByFunction, FunctionTable } from '../../profile/tables.ts'
import type { CycleTable } from '../analyzed-profile.ts'

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
  letGo(buffersIn([byParent.other, byParent.count, byChild.other, byChild.count]))
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

// By itself, see base/sorting/order-numbers.ts.
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
