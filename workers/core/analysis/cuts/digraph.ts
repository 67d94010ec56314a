// A small weighted digraph with its own numbering, on which the search for cuts works.
import { type Csr, groupNewestFirst } from '../../base/csr.ts'
import { findComponents } from '../cycles.ts'

/** A weighted digraph without loops and with at most one arc from one node to another. */
export interface Digraph {
  readonly nodes: number
  readonly from: Int32Array<ArrayBuffer>
  readonly to: Int32Array<ArrayBuffer>
  /** Cost of cutting each arc: a whole number, not negative. */
  readonly weight: Float64Array<ArrayBuffer>
  /** Arcs by their start and by their end. */
  readonly out: Csr
  readonly into: Csr
}

/**
 * Builds a digraph from the ends and weights of its arcs, in copies. Loops and parallel arcs are not checked.
 *
 * @param nodes number of nodes; `from` and `to` are numbers below it
 */
export function buildDigraph(
  nodes: number,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  weight: ArrayLike<number>,
): Digraph {
  return {
    nodes,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    weight: Float64Array.from(weight),
    out: groupNewestFirst(from, nodes),
    into: groupNewestFirst(to, nodes),
  }
}

/** One byte per arc: 1 if it is cut. */
export type CutFlags = Uint8Array<ArrayBuffer>

/** Returns the total weight of the cut arcs. */
export function weightOf(graph: Digraph, cut: CutFlags): number {
  let sum = 0
  for (let arc = 0; arc < cut.length; arc++) if (cut[arc] === 1) sum += graph.weight[arc]
  return sum
}

/**
 * Returns cuts of the arcs that lead backward in an order of the nodes, so that no cycle remains.
 *
 * @param order all nodes, each once
 */
export function backwardArcs(graph: Digraph, order: ArrayLike<number>): CutFlags {
  const position = positionsIn(order)
  const cut = new Uint8Array(graph.from.length)
  for (let arc = 0; arc < cut.length; arc++) {
    if (position[graph.from[arc]] > position[graph.to[arc]]) cut[arc] = 1
  }
  return cut
}

/** Returns the position of each node in an order of all nodes. */
export function positionsIn(order: ArrayLike<number>): Int32Array<ArrayBuffer> {
  const position = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) position[order[at]] = at
  return position
}

/**
 * Returns an order of the nodes in which every remaining arc leads forward; null if the remaining
 * arcs contain a cycle.
 */
export function topologicalOrder(graph: Digraph, cut: CutFlags): Int32Array<ArrayBuffer> | null {
  const { nodes, from, to, out } = graph
  const missing = new Int32Array(nodes)
  for (let arc = 0; arc < from.length; arc++) {
    if (cut[arc] === 0) missing[to[arc]] = missing[to[arc]] + 1
  }
  const order = new Int32Array(nodes)
  let length = 0
  for (let node = 0; node < nodes; node++) if (missing[node] === 0) order[length++] = node
  for (let done = 0; done < length; done++) {
    const node = order[done]
    for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
      const arc = out.items[at]
      if (cut[arc] === 1) continue
      const child = to[arc]
      missing[child]--
      if (missing[child] === 0) order[length++] = child
    }
  }
  return length === nodes ? order : null
}

/**
 * Returns the strongly connected groups of at least two nodes, largest first, with nodes
 * ascending.
 */
export function groupsWithout({ nodes, from, to }: Digraph, cut: CutFlags): number[][] {
  const start = from.map((node, arc) => (cut[arc] === 1 ? -1 : node))
  const { head, next } = findComponents(groupNewestFirst(start, nodes), to)
  const groups: number[][] = []
  for (let node = 0; node < nodes; node++) {
    if (head[node] !== node || next[node] < 0) continue
    const group: number[] = []
    for (let member = node; member >= 0; member = next[member]) group.push(member)
    groups.push(group.sort((left, right) => left - right))
  }
  return groups.sort((left, right) => right.length - left.length || left[0] - right[0])
}

/**
 * Returns the number of nodes of the largest strongly connected group without the cut arcs; 1 if
 * no cycle remains.
 */
export function largestGroup(graph: Digraph, cut: CutFlags): number {
  return groupsWithout(graph, cut)[0]?.length ?? 1
}
