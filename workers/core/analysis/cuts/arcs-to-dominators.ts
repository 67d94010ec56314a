// Arcs of a digraph that lead back to a node which every way to their start goes through.
import { NONE } from '../../base/columns.ts'
import { finish } from '../../base/yielder.ts'
import { findDominators, isDominated, numberDominated } from '../dominators.ts'
import type { Digraph } from './digraph.ts'
import type { Work } from './search-budget.ts'

/**
 * Returns one byte per arc: 1 if the arc's end dominates its start, that is, if every way from a way in to
 * the start goes through the end. Such an arc closes a cycle however the way down is chosen.
 *
 * @param graph every node is reached from a way in
 * @param isWayIn one byte per node
 * @param work the steps taken are added to it
 */
export function arcsToDominators(
  { nodes, from, to, out, into }: Digraph,
  isWayIn: Uint8Array,
  work: Work,
): Uint8Array<ArrayBuffer> {
  work.used += 2 * (from.length + nodes)
  // The root is above all ways in. The last edge into a node comes from it.
  const tree = findDominators({
    size: nodes + 1,
    root: nodes,
    firstOut: (node) => (node === nodes ? 0 : out.offsets[node]),
    endOut: (node) => (node === nodes ? nodes : out.offsets[node + 1]),
    target: (node, way) => (node < nodes ? to[out.items[way]] : isWayIn[way] === 1 ? way : NONE),
    firstIn: (node) => into.offsets[node],
    endIn: (node) => into.offsets[node + 1] + 1,
    source: (node, way) =>
      way < into.offsets[node + 1] ? from[into.items[way]] : isWayIn[node] === 1 ? nodes : NONE,
  })
  const ranges = finish(numberDominated(finish(tree)))
  return Uint8Array.from(from, (start, arc) => Number(isDominated(ranges, start, to[arc])))
}
