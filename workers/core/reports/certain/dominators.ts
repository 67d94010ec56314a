// Dominators of any directed graph: for each node the nearest other one that every way to it leads through.
import { NONE } from '../../base/brand.ts'

/**
 * A graph with nodes `0 .. size - 1`. The ways out of a node are looked at by a number that counts up from `firstOut` until
 * `endOut`, likewise those into it: a graph need not be written down to be walked.
 */
export interface FlowGraph {
  readonly size: number
  /** Where all ways begin. */
  readonly root: number
  readonly firstOut: (node: number) => number
  readonly endOut: (node: number) => number
  /** The node that this way out of `node` leads to; NONE if it is no way. */
  readonly target: (node: number, way: number) => number
  readonly firstIn: (node: number) => number
  readonly endIn: (node: number) => number
  /** The node that this way into `node` comes from; NONE if it is no way. */
  readonly source: (node: number, way: number) => number
}

export interface DominatorTree {
  /** The nodes that some way leads to, each behind its dominators, `root` first. */
  readonly order: Int32Array
  /** By node: its nearest dominator. NONE for the root, and for nodes that no way leads to. */
  readonly above: Int32Array<ArrayBuffer>
}

/** Nodes or edges that are looked at between two pauses: a millisecond or two, in code not compiled yet. */
export const STEP = 3000

/**
 * Finds the dominators of all nodes, with pauses.
 *
 * Source: Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph", TOPLAS 1 (1979): the simple
 * version, O(edges × log nodes), without recursion.
 */
export function* findDominators(graph: FlowGraph): Generator<void, DominatorTree> {
  const { size } = graph
  const { order, parent, place } = yield* depthFirst(graph)
  const reached = order.length
  // By place in `order`.
  const semi = Int32Array.from({ length: reached }, (_, at) => at)
  const label = semi.slice()
  yield
  const ancestor = new Int32Array(reached).fill(NONE)
  const dominator = new Int32Array(reached).fill(NONE)
  yield
  /** Places whose semidominator this is: the last one, and from each the one before. */
  const bucket = new Int32Array(reached).fill(NONE)
  const inBucket = new Int32Array(reached).fill(NONE)
  const path = new Int32Array(reached)
  yield

  /** The place with the smallest semidominator on the linked way up from `at`. Shortens that way. */
  const evaluate = (at: number): number => {
    if (ancestor[at] === NONE) return at
    let length = 0
    for (let up = at; ancestor[ancestor[up]] !== NONE; up = ancestor[up]) path[length++] = up
    while (length > 0) {
      const low = path[--length]
      const high = ancestor[low]
      if (semi[label[high]] < semi[label[low]]) label[low] = label[high]
      ancestor[low] = ancestor[high]
    }
    return label[at]
  }
  let work = 0
  for (let at = reached - 1; at > 0; at--) {
    const node = order[at]
    const end = graph.endIn(node)
    for (let way = graph.firstIn(node); way < end; way++) {
      if (++work % STEP === 0) yield
      const from = graph.source(node, way)
      if (from === NONE || place[from] === NONE) continue
      const found = semi[evaluate(place[from])]
      if (found < semi[at]) semi[at] = found
    }
    inBucket[at] = bucket[semi[at]]
    bucket[semi[at]] = at
    ancestor[at] = parent[at]
    for (let one = bucket[parent[at]]; one !== NONE; one = inBucket[one]) {
      if (++work % STEP === 0) yield
      const found = evaluate(one)
      dominator[one] = semi[found] < semi[one] ? found : parent[at]
    }
    bucket[parent[at]] = NONE
  }
  const above = new Int32Array(size).fill(NONE)
  for (let at = 1; at < reached; at++) {
    if (at % STEP === 0) yield
    if (dominator[at] !== semi[at]) dominator[at] = dominator[dominator[at]]
    above[order[at]] = order[dominator[at]]
  }
  return { order, above }
}

interface DepthFirst {
  readonly order: Int32Array
  /** By place in `order`: the place from which the node was found. */
  readonly parent: Int32Array
  /** By node: its place in `order`; NONE where no way leads. */
  readonly place: Int32Array
}

function* depthFirst(graph: FlowGraph): Generator<void, DepthFirst> {
  const { size, root } = graph
  const order = new Int32Array(size)
  const parent = new Int32Array(size).fill(NONE)
  const place = new Int32Array(size).fill(NONE)
  yield
  /** By depth: the place of the node there, and how far its ways out have been followed. */
  const path = new Int32Array(size)
  const next = new Int32Array(size)
  yield
  let reached = 0
  let depth = 0
  const enter = (node: number, at: number): void => {
    parent[reached] = at
    place[node] = reached
    order[reached] = node
    next[depth] = graph.firstOut(node)
    path[depth++] = reached++
  }
  enter(root, NONE)
  let work = 0
  while (depth > 0) {
    if (++work % STEP === 0) yield
    const at = path[depth - 1]
    const node = order[at]
    const way = next[depth - 1]++
    if (way === graph.endOut(node)) depth--
    else {
      const child = graph.target(node, way)
      if (child !== NONE && place[child] === NONE) enter(child, at)
    }
  }
  return { order: order.subarray(0, reached), parent, place }
}
