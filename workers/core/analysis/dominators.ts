// Dominators of a directed graph: for each node the nearest other node on every path to it.
import { NONE } from '../base/columns.ts'

/**
 * A graph with nodes `0 .. size - 1`. Outgoing edges of a node are numbered from `firstOut` to
 * `endOut` (exclusive), incoming edges in the same way. So a graph need not be stored to be
 * walked.
 */
export interface FlowGraph {
  readonly size: number
  /** Start of all paths. */
  readonly root: number
  readonly firstOut: (node: number) => number
  readonly endOut: (node: number) => number
  /** Returns the node that this outgoing edge of `node` leads to; NONE if it is no edge. */
  readonly target: (node: number, way: number) => number
  readonly firstIn: (node: number) => number
  readonly endIn: (node: number) => number
  /** Returns the node that this incoming edge of `node` comes from; NONE if it is no edge. */
  readonly source: (node: number, way: number) => number
}

/**
 * Dominators of a graph, as `findDominators` returns them. Both columns share one buffer with all working
 * columns; detach it after use.
 */
export interface DominatorTree {
  /** Reachable nodes, each after its dominators, `root` first. */
  readonly order: Int32Array
  /** By node: its nearest dominator. NONE for the root and for unreachable nodes. */
  readonly above: Int32Array<ArrayBuffer>
}

/**
 * Nodes or edges processed between two pauses: one or two milliseconds, in code that is not
 * compiled yet.
 */
export const STEP = 3000

/**
 * Finds the dominators of all nodes. Yields every STEP nodes or edges. Cost: 48 bytes per node in one
 * buffer, to which the result refers; the caller detaches it (`detachBuffers`) after use.
 *
 * Source: Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph", TOPLAS 1 (1979):
 * the simple version, O(edges × log nodes), without recursion.
 */
export function* findDominators(graph: FlowGraph): Generator<void, DominatorTree> {
  const columns = columnsOf(graph.size)
  const { order, parent, place } = yield* depthFirst(graph, columns)
  const reached = order.length
  // By place in `order`. `bucket` and `inBucket`: the last place with this semidominator, and for
  // each place the one before.
  const { semi, label, ancestor, dominator, bucket, inBucket, path, above } = columns
  for (let at = 0; at < reached; at++) semi[at] = label[at] = at
  yield
  ancestor.fill(NONE)
  dominator.fill(NONE)
  yield
  bucket.fill(NONE)
  inBucket.fill(NONE)
  yield

  /**
   * Returns the place with the smallest semidominator on the linked path up from `at`. Shortens
   * that path.
   */
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
  above.fill(NONE)
  for (let at = 1; at < reached; at++) {
    if (at % STEP === 0) yield
    if (dominator[at] !== semi[at]) dominator[at] = dominator[dominator[at]]
    above[order[at]] = order[dominator[at]]
  }
  return { order, above }
}

/**
 * Nodes numbered so that those which a node dominates follow it in one range. Detach both buffers after use
 * (`detachBuffers`).
 */
export interface DominatedRanges {
  /** By node: its number; 0 for the root and for unreachable nodes. */
  readonly first: Int32Array<ArrayBuffer>
  /** By node: how many nodes it dominates, itself among them. */
  readonly below: Int32Array<ArrayBuffer>
}

/** Numbers the nodes of a dominator tree. Yields every STEP nodes. */
export function* numberDominated({ order, above }: DominatorTree): Generator<void, DominatedRanges> {
  const below = new Int32Array(above.length).fill(1)
  const first = new Int32Array(above.length)
  const next = new Int32Array(above.length)
  yield
  for (let at = order.length - 1; at > 0; at--) {
    if (at % STEP === 0) yield
    below[above[order[at]]] += below[order[at]]
  }
  next[order[0]] = 1
  for (let at = 1; at < order.length; at++) {
    if (at % STEP === 0) yield
    const node = order[at]
    first[node] = next[above[node]]
    next[above[node]] += below[node]
    next[node] = first[node] + 1
  }
  return { first, below }
}

/** Whether every path to `node` goes through `other`; true if they are the same. */
export const isDominated = ({ first, below }: DominatedRanges, node: number, other: number): boolean =>
  first[node] >= first[other] && first[node] < first[other] + below[other]

type Columns = ReturnType<typeof columnsOf>

/** One buffer: an allocator returns a large one to the system at once, but keeps small ones. */
function columnsOf(size: number) {
  const memory = new ArrayBuffer(12 * size * Int32Array.BYTES_PER_ELEMENT)
  const nth = (n: number) => new Int32Array(memory, n * size * Int32Array.BYTES_PER_ELEMENT, size)
  return {
    order: nth(0),
    above: nth(1),
    parent: nth(2),
    place: nth(3),
    path: nth(4),
    next: nth(5),
    semi: nth(6),
    label: nth(7),
    ancestor: nth(8),
    dominator: nth(9),
    bucket: nth(10),
    inBucket: nth(11),
  }
}

interface DepthFirst {
  readonly order: Int32Array
  /** By place in `order`: the place from which the node was found. */
  readonly parent: Int32Array
  /** By node: its place in `order`; NONE if unreachable. */
  readonly place: Int32Array
}

function* depthFirst(graph: FlowGraph, columns: Columns): Generator<void, DepthFirst> {
  const { root } = graph
  // `path` and `next`, by depth: the place of the node there, and its next outgoing edge.
  const { order, parent, place, path, next } = columns
  parent.fill(NONE)
  place.fill(NONE)
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
