// Callees → callers: each arc hands its parent a share of all the time its child holds.
import { asArray } from '../../base/as-column.ts'
import { buffersIn, letGo } from '../../base/buffers.ts'
import { CALLS, CHILD, listHeads, ORDER, SELF, WIDTH } from './heads.ts'
import { markCallers, type Marks } from '../anew/marks.ts'
import type { ArcSums, Graph, Sums } from './passes.ts'

interface Pass {
  readonly graph: Graph
  readonly sums: Sums
  readonly arcs: ArcSums | null
  readonly marks: Marks | null
  readonly heads: Float64Array
  /** What members of the cycle at hand inherited so far: all of it, and what is shown. */
  readonly together: Float64Array
}

/**
 * @param arcs  null if time is not to be kept by arc
 * @param marks where to work anew, `sums` holding the rest; null for everywhere
 */
export function passUp(graph: Graph, sums: Sums, arcs: ArcSums | null, marks: Marks | null): void {
  const { functions, cycles, list } = graph
  const cycleOf = asArray(cycles.cycleOf)
  sumCycles(graph, sums, marks)
  const heads = listHeads(functions, cycles, sums)
  const together = new Float64Array(2)
  const pass = { graph, sums, arcs, marks, heads, together }
  for (let at = 0; at < list.length;) {
    const cycle = cycleOf[list[at]]
    together.fill(0)
    const end = inherit(pass, at, cycle)
    if (cycle >= 0 && isMarked(marks, functions.length + cycle)) {
      const [whole, shown] = together
      sums.cycleChildTicks[cycle] = whole
      sums.cyclePropagatedChild[cycle] = shown
      for (let member = at; member < end; member++) heads[WIDTH * list[member] + CHILD] = whole
      if (marks && whole !== cycleChildBefore(marks, cycle)) markCallers(graph, list[at], marks.up)
    }
    at = end
  }
  letGo(buffersIn(heads))
}

/** Goes through the list from a place on, as long as functions are in the cycle given, or in none; answers where it stopped. */
function inherit({ graph, sums, arcs, marks, heads, together }: Pass, from: number, cycle: number): number {
  const { list, isCut } = graph
  const { offsets, arc, other, count } = graph.walk.byParent
  const { fraction, childTicks, propagatedChild } = sums
  const cycleOf = asArray(graph.cycles.cycleOf)
  for (let nth = from; nth < list.length; nth++) {
    const parent = list[nth]
    if (cycleOf[parent] !== cycle) return nth
    if (marks !== null && !isMarked(marks, cycle < 0 ? parent : cycleOf.length + cycle)) continue
    const part = fraction[parent]
    const order = heads[WIDTH * parent + ORDER]
    const end = offsets[parent + 1]
    let sum = 0
    let shownSum = 0
    let whole = together[0]
    let wholeShown = together[1]
    for (let at = offsets[parent]; at < end; at++) {
      if (isCut !== null && isCut[arc[at]] === 1) continue
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
      if (arcs !== null) keepArc(arcs, marks, arc[at], self * part, child * part, parent, other[at])
    }
    childTicks[parent] = sum
    propagatedChild[parent] = shownSum
    heads[WIDTH * parent + CHILD] = sum
    together[0] = whole
    together[1] = wholeShown
    if (marks !== null && cycle < 0 && sum !== childBefore(marks, parent))
      markCallers(graph, parent, marks.up)
  }
  return list.length
}

function keepArc(
  { self, child }: ArcSums,
  marks: Marks | null,
  arc: number,
  selfTicks: number,
  childTicks: number,
  parent: number,
  to: number,
): void {
  if (marks !== null && (self[arc] !== selfTicks || child[arc] !== childTicks)) {
    marks.moved[parent] = marks.moved[to] = 1
  }
  self[arc] = selfTicks
  child[arc] = childTicks
}

const isMarked = (marks: Marks | null, mark: number): boolean => marks === null || marks.up[mark] === 1

/** Self time of cycles; with it, those are marked that it is handed to, where it is not what it was. */
function sumCycles(graph: Graph, sums: Sums, marks: Marks | null): void {
  const { functions, cycles } = graph
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
    if (marks && sum !== cycleSelfBefore(marks, cycle)) markCallers(graph, items[offsets[cycle]], marks.up)
  }
}

const childBefore = ({ known }: Marks, f: number): number => asArray(known.times.childTicks)[f]

const cycleChildBefore = ({ known }: Marks, cycle: number): number | undefined =>
  asArray(known.times.cycleChildTicks)[known.cycles[cycle]]

const cycleSelfBefore = ({ known }: Marks, cycle: number): number | undefined =>
  asArray(known.times.cycleSelfTicks)[known.cycles[cycle]]
