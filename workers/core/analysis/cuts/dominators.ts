// Arcs of a digraph that lead back to a node which every way to their start goes through.
import type { Digraph } from './digraph.ts'
import { isSpent, type Work } from './search-budget.ts'

/**
 * Returns one byte per arc: 1 if the arc's end dominates its start, that is, if every way from a way in to
 * the start goes through the end. Such an arc closes a cycle however the way down is chosen. Returns null if
 * `work` runs out: in a long ring with arcs both ways each pass settles a single node.
 *
 * Source: K. D. Cooper, T. J. Harvey, K. Kennedy, "A simple, fast dominance algorithm", 2001.
 *
 * @param graph every node is reached from a way in
 * @param isWayIn one byte per node
 * @param work the steps taken are added to it
 */
export function arcsToDominators(
  graph: Digraph,
  isWayIn: Uint8Array,
  work: Work,
): Uint8Array<ArrayBuffer> | null {
  const { nodes, from, to, into } = graph
  const { order, number } = reversePostorder(graph, isWayIn)
  // Numbers in this order; 0 is a node above all ways in.
  const above = new Int32Array(nodes + 1).fill(-1)
  above[0] = 0
  const meet = (left: number, right: number): number => {
    let [a, b] = [left, right]
    while (a !== b) {
      work.used++
      if (a > b) a = above[a]
      else b = above[b]
    }
    return a
  }
  for (let isChanged = true; isChanged;) {
    if (isSpent(work)) return null
    isChanged = false
    work.used += from.length + nodes
    for (let at = 1; at <= nodes; at++) {
      const node = order[at]
      let found = isWayIn[node] === 1 ? 0 : -1
      for (let nth = into.offsets[node]; nth < into.offsets[node + 1]; nth++) {
        const parent = number[from[into.items[nth]]]
        if (above[parent] >= 0) found = found < 0 ? parent : meet(found, parent)
      }
      if (above[at] !== found) {
        above[at] = found
        isChanged = true
      }
    }
  }
  const depth = new Int32Array(nodes + 1)
  for (let at = 1; at <= nodes; at++) depth[at] = depth[above[at]] + 1
  return Uint8Array.from(from, (start, arc) => {
    const end = number[to[arc]]
    let at = number[start]
    work.used += depth[at] - depth[end]
    while (depth[at] > depth[end]) at = above[at]
    return at === end ? 1 : 0
  })
}

/** Nodes by their number from 1, and the number of each node. */
function reversePostorder({ nodes, to, out }: Digraph, isWayIn: Uint8Array) {
  const order = new Int32Array(nodes + 1)
  const number = new Int32Array(nodes)
  const cursor = new Int32Array(nodes).fill(-1)
  let left = nodes
  const path: number[] = []
  const enter = (node: number): void => {
    cursor[node] = out.offsets[node]
    path.push(node)
  }
  for (let root = 0; root < nodes; root++) {
    if (isWayIn[root] === 0 || cursor[root] >= 0) continue
    enter(root)
    while (path.length > 0) {
      const node = path[path.length - 1]
      if (cursor[node] < out.offsets[node + 1]) {
        const child = to[out.items[cursor[node]++]]
        if (cursor[child] < 0) enter(child)
        continue
      }
      path.pop()
      number[node] = left
      order[left--] = node
    }
  }
  return { order, number }
}
