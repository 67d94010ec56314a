// Call depth of nodes: callers above callees, a cluster as one block with levels of its own.
import { NONE } from '../base/columns.ts'
import type { LayoutInput } from './layout-input.ts'

/**
 * Returns the level of each node, from 0 at the top. A level is the longest path from the top,
 * with each cluster contracted to a block as tall as its inner depth. Blocks without callers then
 * sink to just above their highest callee, and nodes without links go below everything. Links
 * against the order are ignored; contracted clusters leave none, unless the input's clusters are
 * not its cycles.
 */
export function findLevels(input: LayoutInput): Int32Array<ArrayBuffer> {
  const { radius, cluster, clusters, parent, child } = input
  const nodes = radius.length
  const blocks = clusters + nodes
  const blockOf = (node: number): number => {
    const of = cluster[node]
    return of === NONE ? clusters + node : of
  }
  const inner = innerDepths(input)
  const height = new Int32Array(blocks).fill(1)
  for (let node = 0; node < nodes; node++) {
    const block = blockOf(node)
    height[block] = Math.max(height[block], inner[node] + 1)
  }
  const below: number[][] = Array.from({ length: blocks }, () => [])
  const callers = new Int32Array(blocks)
  for (let link = 0; link < parent.length; link++) {
    const from = blockOf(parent[link])
    const to = blockOf(child[link])
    if (from !== to) below[from].push(to)
  }
  const order = topDown(below)
  const position = new Int32Array(blocks)
  order.forEach((block, at) => (position[block] = at))
  const isDown = (from: number, to: number): boolean => position[from] < position[to]

  const top = new Int32Array(blocks)
  for (const block of order) {
    for (const to of below[block]) {
      if (!isDown(block, to)) continue
      callers[to]++
      top[to] = Math.max(top[to], top[block] + height[block])
    }
  }
  for (const block of order.toReversed()) {
    if (callers[block] > 0) continue
    let least = Infinity
    for (const to of below[block]) {
      if (isDown(block, to)) least = Math.min(least, top[to])
    }
    if (least < Infinity) top[block] = Math.max(0, least - height[block])
  }
  const level = Int32Array.from(inner, (depth, node) => top[blockOf(node)] + depth)
  const isLinked = new Uint8Array(nodes)
  for (const end of [...parent, ...child]) isLinked[end] = 1
  const bottom = level.reduce((most, of, node) => (isLinked[node] === 1 ? Math.max(most, of + 1) : most), 0)
  return level.map((of, node) => (isLinked[node] === 1 || cluster[node] !== NONE ? of : bottom))
}

/**
 * Returns the depth of each cluster member below those that no other member calls: the longest way down
 * inside the cluster, without links that lead back; 0 for all other nodes.
 */
export function innerDepths({ radius, cluster, parent, child, isBack }: LayoutInput): Int32Array {
  const depth = new Int32Array(radius.length)
  const below: number[][] = Array.from({ length: radius.length }, () => [])
  for (let link = 0; link < parent.length; link++) {
    const [from, to] = [parent[link], child[link]]
    if (cluster[to] === NONE || from === to || cluster[from] !== cluster[to] || isBack[link] === 1) continue
    below[from].push(to)
  }
  const order = topDown(below)
  const position = new Int32Array(radius.length)
  order.forEach((node, at) => (position[node] = at))
  for (const node of order) {
    for (const to of below[node]) {
      if (position[to] > position[node]) depth[to] = Math.max(depth[to], depth[node] + 1)
    }
  }
  return depth
}

/**
 * Reversed finishing order of a depth-first walk: parents before children where there are no
 * cycles. Uses an explicit stack.
 */
function topDown(below: readonly (readonly number[])[]): number[] {
  const state = new Uint8Array(below.length)
  const finished: number[] = []
  for (let start = 0; start < below.length; start++) {
    if (state[start] !== 0) continue
    state[start] = 1
    const stack = [{ block: start, next: 0 }]
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const to = below[frame.block][frame.next++]
      if (to === undefined) {
        finished.push(frame.block)
        stack.pop()
      } else if (state[to] === 0) {
        state[to] = 1
        stack.push({ block: to, next: 0 })
      }
    }
  }
  return finished.reverse()
}
