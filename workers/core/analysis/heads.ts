// What every arc to a function reads of it, side by side: where there are hundreds of thousands of arcs, each look at
// another column costs more than the arithmetic.
import type { FunctionTable } from '../profile/tables.ts'
import type { CycleTable } from './analyzed-profile.ts'

/** Places of a function in `heads`. Of a cycle's member, calls and times are the whole cycle's. */
export const WIDTH = 4
/** 0 also if it hands on no time. */
export const CALLS = 0
export const SELF = 1
export const CHILD = 2
/** Equal for members of one cycle, and for no others: between those, arcs pass no time. */
export const ORDER = 3

/** By function and by cycle. */
export interface HeadTimes {
  readonly fraction: Float64Array
  readonly child: Float64Array
  readonly cycleSelf: Float64Array
  readonly cycleChild: Float64Array
}

export function listHeads(
  functions: FunctionTable,
  cycles: CycleTable,
  order: Uint32Array,
  times: HeadTimes,
): Float64Array {
  const self = functions.selfTicks as unknown as Float64Array
  const calls = functions.calls as unknown as Float64Array
  const heads = new Float64Array(WIDTH * functions.length)
  fillHeads(heads, calls, self, order, times)
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
      const head = WIDTH * items[at]
      heads[head + CALLS] =
        times.fraction[items[at]] === 0 ? 0 : (cycles.calls as unknown as Float64Array)[cycle]
      heads[head + SELF] = times.cycleSelf[cycle]
      heads[head + CHILD] = times.cycleChild[cycle]
    }
  }
  return heads
}

function fillHeads(
  heads: Float64Array,
  calls: Float64Array,
  self: Float64Array,
  order: Uint32Array,
  { fraction, child }: HeadTimes,
): void {
  for (let f = 0; f < calls.length; f++) {
    const head = WIDTH * f
    heads[head + CALLS] = fraction[f] === 0 ? 0 : calls[f]
    heads[head + SELF] = self[f]
    heads[head + CHILD] = child[f]
    heads[head + ORDER] = order[f]
  }
}
