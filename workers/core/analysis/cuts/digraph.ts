// A small weighted digraph of its own numbering: what the search for cuts works on.
import { groupNewestFirst, type Csr } from '../../base/csr.ts'

/** Arcs between different nodes; at most one from one node to another. */
export interface Digraph {
  readonly nodes: number
  readonly from: Int32Array<ArrayBuffer>
  readonly to: Int32Array<ArrayBuffer>
  /** What it costs to cut the arc. Whole numbers, not negative. */
  readonly weight: Float64Array<ArrayBuffer>
  /** Arcs by their start and by their end. */
  readonly out: Csr
  readonly into: Csr
}

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

/** Which arcs are cut, one byte an arc: 1 for a cut one. */
export type CutFlags = Uint8Array<ArrayBuffer>

export function weightOf(graph: Digraph, cut: CutFlags): number {
  let sum = 0
  for (let arc = 0; arc < cut.length; arc++) if (cut[arc] === 1) sum += graph.weight[arc]
  return sum
}

/** The arcs that lead back in an order of the nodes: without them the graph has no cycle. */
export function backwardArcs(graph: Digraph, order: ArrayLike<number>): CutFlags {
  const position = positionsIn(order)
  const cut = new Uint8Array(graph.from.length)
  for (let arc = 0; arc < cut.length; arc++) {
    if (position[graph.from[arc]] > position[graph.to[arc]]) cut[arc] = 1
  }
  return cut
}

/** Where each node stands in an order of all of them. */
export function positionsIn(order: ArrayLike<number>): Int32Array<ArrayBuffer> {
  const position = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) position[order[at]] = at
  return position
}

/** The nodes so that every arc that is not cut leads forward; null if those arcs form a cycle. */
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
