// Callees → callers: each arc hands its parent a share of all the time its child holds.
import { markCallers, markOf, type Known, type Marks } from './marks.ts'
import type { Graph, Sums } from './passes.ts'

/** Places of a child in `heads`: what every arc to it reads, side by side. */
const CALLS = 0
const SELF = 1
const CHILD = 2
const FRACTION = 3
const WIDTH = 4

export function passUp(graph: Graph, sums: Sums, marks: Marks): void {
  const { functions, cycles, walk, isCut, list } = graph
  const { moved } = marks
  const { fraction, childTicks, propagatedChild, cycleChild, cyclePropagatedChild } = sums
  const { arcSelf, arcChild } = sums
  const { offsets, arc: arcAt, other, count } = walk.byParent
  const cycleOf = cycles.cycleOf as unknown as Int32Array
  const { members } = cycles
  sumCycles(graph, sums, marks)
  const heads = listHeads(graph, sums)

  let lastCycle = -1
  for (let at = 0; at < functions.length; at++) {
    const parent = list[at]
    if (marks.up[markOf(graph, parent)] === 0) continue
    const parentFraction = fraction[parent]
    const cycle = cycleOf[parent]
    if (cycle >= 0 && cycle !== lastCycle) cycleChild[cycle] = cyclePropagatedChild[cycle] = 0
    lastCycle = cycle
    let sum = 0
    let shownSum = 0
    const end = offsets[parent + 1]
    for (let position = offsets[parent]; position < end; position++) {
      const arc = arcAt[position]
      if (isCut !== null && isCut[arc] === 1) continue
      const child = other[position]
      const head = WIDTH * child
      const total = heads[head + CALLS]
      const arcCount = count[position]
      if (
        parentFraction === 0 ||
        arcCount === 0 ||
        total === 0 ||
        heads[head + FRACTION] === 0 ||
        child === parent ||
        (cycle >= 0 && cycle === cycleOf[child])
      ) {
        if (moved !== null && (arcSelf[arc] !== 0 || arcChild[arc] !== 0)) moved[parent] = moved[child] = 1
        arcSelf[arc] = arcChild[arc] = 0
        continue
      }
      const quota = arcCount / total
      const selfShare = heads[head + SELF] * quota
      const childShare = heads[head + CHILD] * quota
      const share = selfShare + childShare
      const shown = parentFraction * share
      sum += share
      shownSum += shown
      const shownSelf = selfShare * parentFraction
      const shownChild = childShare * parentFraction
      if (moved !== null && (arcSelf[arc] !== shownSelf || arcChild[arc] !== shownChild)) {
        moved[parent] = moved[child] = 1
      }
      arcSelf[arc] = shownSelf
      arcChild[arc] = shownChild
      if (cycle >= 0) {
        cycleChild[cycle] = cycleChild[cycle] + share
        cyclePropagatedChild[cycle] = cyclePropagatedChild[cycle] + shown
      }
    }
    childTicks[parent] = sum
    propagatedChild[parent] = shownSum
    if (cycle < 0) {
      heads[WIDTH * parent + CHILD] = sum
      if (marks.known && sum !== childBefore(marks.known, parent)) markCallers(graph, parent, marks.up)
    } else if (at + 1 === functions.length || cycleOf[list[at + 1]] !== cycle) {
      // The last of its members: from here on, the cycle's child time is known.
      for (let m = members.offsets[cycle]; m < members.offsets[cycle + 1]; m++) {
        heads[WIDTH * members.items[m] + CHILD] = cycleChild[cycle]
      }
      if (marks.known && cycleChild[cycle] !== cycleChildBefore(marks.known, cycle)) {
        markCallers(graph, parent, marks.up)
      }
    }
  }
}

/** Self time of cycles; with it, those are marked that it is handed to, where it is not what it was. */
function sumCycles(graph: Graph, sums: Sums, { known, up }: Marks): void {
  const { functions, cycles } = graph
  const { fraction, cycleFraction, cycleSelf, cyclePropagatedSelf } = sums
  const self = functions.selfTicks as unknown as Float64Array
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    let sum = 0
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
      const member = items[at]
      if (fraction[member] !== 0) sum += self[member]
    }
    cycleSelf[cycle] = sum
    cyclePropagatedSelf[cycle] = cycleFraction[cycle] * sum
    if (known && sum !== cycleSelfBefore(known, cycle)) markCallers(graph, items[offsets[cycle]], up)
  }
}

/** Of a cycle's member, calls and times are the whole cycle's. */
function listHeads({ functions, cycles }: Graph, sums: Sums): Float64Array {
  const { fraction, childTicks, cycleSelf, cycleChild } = sums
  const self = functions.selfTicks as unknown as Float64Array
  const calls = functions.calls as unknown as Float64Array
  const cycleOf = cycles.cycleOf as unknown as Int32Array
  const cycleCalls = cycles.calls as unknown as Float64Array
  const heads = new Float64Array(WIDTH * functions.length)
  for (let f = 0; f < functions.length; f++) {
    const cycle = cycleOf[f]
    const head = WIDTH * f
    heads[head + CALLS] = cycle < 0 ? calls[f] : cycleCalls[cycle]
    heads[head + SELF] = cycle < 0 ? self[f] : cycleSelf[cycle]
    heads[head + CHILD] = cycle < 0 ? childTicks[f] : cycleChild[cycle]
    heads[head + FRACTION] = fraction[f]
  }
  return heads
}

const childBefore = ({ times }: Known, f: number): number => (times.childTicks as unknown as Float64Array)[f]

const cycleChildBefore = ({ times, cycles }: Known, cycle: number): number | undefined =>
  (times.cycleChildTicks as unknown as Float64Array)[cycles[cycle]]

const cycleSelfBefore = ({ times, cycles }: Known, cycle: number): number | undefined =>
  (times.cycleSelfTicks as unknown as Float64Array)[cycles[cycle]]
