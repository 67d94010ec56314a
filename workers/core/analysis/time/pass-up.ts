// Callees → callers: each arc hands its parent a share of all the time its child holds.
import { asArray } from '../../base/as-column.ts'
import { CALLS, CHILD, listHeads, ORDER, SELF, WIDTH } from './heads.ts'
import type { Graph, Sums } from './passes.ts'

interface Pass {
  readonly graph: Graph
  readonly sums: Sums
  readonly heads: Float64Array
  /** What members of the cycle at hand inherited so far: all of it, and what is shown. */
  readonly together: Float64Array
}

/** Fills in the time that functions and cycles inherit. */
export function passUp(graph: Graph, sums: Sums): void {
  const { functions, cycles, list } = graph
  const cycleOf = asArray(cycles.cycleOf)
  sumCycles(graph, sums)
  const heads = listHeads(functions, cycles, sums)
  const together = new Float64Array(2)
  const pass = { graph, sums, heads, together }
  for (let at = 0; at < list.length;) {
    const cycle = cycleOf[list[at]]
    together.fill(0)
    const end = inherit(pass, at, cycle)
    if (cycle >= 0) {
      const [whole, shown] = together
      sums.cycleChildTicks[cycle] = whole
      sums.cyclePropagatedChild[cycle] = shown
      for (let member = at; member < end; member++) heads[WIDTH * list[member] + CHILD] = whole
    }
    at = end
  }
}

/** Goes through the list from a place on, as long as functions are in the cycle given, or in none; answers where it stopped. */
function inherit({ graph, sums, heads, together }: Pass, from: number, cycle: number): number {
  const { list } = graph
  const { offsets, other, count } = graph.walk.byParent
  const { fraction, childTicks, propagatedChild } = sums
  const cycleOf = asArray(graph.cycles.cycleOf)
  for (let nth = from; nth < list.length; nth++) {
    const parent = list[nth]
    if (cycleOf[parent] !== cycle) return nth
    const part = fraction[parent]
    const order = heads[WIDTH * parent + ORDER]
    const end = offsets[parent + 1]
    let sum = 0
    let shownSum = 0
    let whole = together[0]
    let wholeShown = together[1]
    for (let at = offsets[parent]; at < end; at++) {
      const head = WIDTH * other[at]
      const calls = heads[head + CALLS]
      const isIdle = part === 0 || calls === 0 || heads[head + ORDER] === order
      const quota = isIdle ? 0 : count[at] / calls
      const self = heads[head + SELF] * quota
      const child = heads[head + CHILD] * quota
      const share = self + child
      const shown = part * share
      sum += share
      shownSum += shown
      whole += share
      wholeShown += shown
    }
    childTicks[parent] = sum
    propagatedChild[parent] = shownSum
    heads[WIDTH * parent + CHILD] = sum
    together[0] = whole
    together[1] = wholeShown
  }
  return list.length
}

/** Self time of cycles. */
function sumCycles({ functions, cycles }: Graph, sums: Sums): void {
  const { fraction, cycleFraction, cycleSelfTicks, cyclePropagatedSelf } = sums
  const self = asArray(functions.selfTicks)
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    let sum = 0
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
      const member = items[at]
      if (fraction[member] !== 0) sum += self[member]
    }
    cycleSelfTicks[cycle] = sum
    cyclePropagatedSelf[cycle] = cycleFraction[cycle] * sum
  }
}
