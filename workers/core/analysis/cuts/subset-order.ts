// The cheapest order of few nodes that keeps the way down, by a dynamic programme over sets of nodes.
import type { Digraph } from './digraph.ts'

/** Most nodes of the dynamic programme: a million sets, 9 MB. */
export const MOST_IN_SUBSETS = 20

/** Returns the steps of work of `cheapestOrder` for so many nodes. */
export const subsetSteps = (nodes: number): number => nodes * 2 ** nodes

/**
 * Returns the order of the nodes with the least weight of backward arcs, among orders in which each node is a
 * way in or has an arc of positive weight from an earlier node. Without ways in, the first node needs
 * neither. Returns null if there is no such order.
 *
 * The cost of a set of first nodes depends on the set alone: adding a node adds the weight of its arcs into
 * the set. Source: M. Held, R. M. Karp, "A dynamic programming approach to sequencing problems", 1962.
 *
 * @param graph at most MOST_IN_SUBSETS nodes
 * @param isWayIn one byte per node
 */
export function cheapestOrder(graph: Digraph, isWayIn: Uint8Array): Int32Array<ArrayBuffer> | null {
  const { nodes, from, to } = graph
  const parents = new Int32Array(nodes)
  for (let arc = 0; arc < from.length; arc++) if (graph.weight[arc] > 0) parents[to[arc]] |= 1 << from[arc]
  const isFree = !isWayIn.includes(1)
  const sums = backSums(graph)
  const whole = 2 ** nodes
  const cost = new Float64Array(whole).fill(Infinity)
  const last = new Uint8Array(whole)
  cost[0] = 0
  for (let set = 0; set < whole - 1; set++) {
    const before = cost[set]
    if (before === Infinity) continue
    for (let node = 0; node < nodes; node++) {
      const bit = 1 << node
      if ((set & bit) !== 0) continue
      if (isWayIn[node] === 0 && (parents[node] & set) === 0 && !(isFree && set === 0)) continue
      const sum = before + sums.of(node, set)
      if (sum >= cost[set | bit]) continue
      cost[set | bit] = sum
      last[set | bit] = node
    }
  }
  return cost[whole - 1] === Infinity ? null : orderOf(last, nodes)
}

function orderOf(last: Uint8Array, nodes: number): Int32Array<ArrayBuffer> {
  const order = new Int32Array(nodes)
  let set = last.length - 1
  for (let at = nodes - 1; at >= 0; at--) {
    order[at] = last[set]
    set &= ~(1 << last[set])
  }
  return order
}

/** Weights of the arcs of a node into a set, by halves of the set. */
function backSums({ nodes, from, to, weight }: Digraph) {
  const half = nodes >> 1
  const low = 2 ** half
  const high = 2 ** (nodes - half)
  const single = new Float64Array(nodes * nodes)
  for (let arc = 0; arc < from.length; arc++) single[from[arc] * nodes + to[arc]] += weight[arc]
  const lows = new Float64Array(nodes * low)
  const highs = new Float64Array(nodes * high)
  for (let node = 0; node < nodes; node++) {
    fillSums(lows.subarray(node * low, (node + 1) * low), single, node * nodes)
    fillSums(highs.subarray(node * high, (node + 1) * high), single, node * nodes + half)
  }
  return {
    of: (node: number, set: number): number =>
      lows[node * low + (set & (low - 1))] + highs[node * high + (set >> half)],
  }
}

function fillSums(sums: Float64Array, single: Float64Array, first: number): void {
  for (let set = 1; set < sums.length; set++) {
    const rest = set & (set - 1)
    sums[set] = sums[rest] + single[first + 31 - Math.clz32(set ^ rest)]
  }
}
