// What every arc to a function reads of it, side by side: where there are hundreds of thousands of arcs, each look at
// another column costs more than the arithmetic.
import { asArray } from '../../base/as-column.ts'
import type { FunctionTable } from '../../profile/tables.ts'
import type { CycleTable } from '../analyzed-profile.ts'

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
