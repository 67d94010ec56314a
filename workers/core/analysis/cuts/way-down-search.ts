// A good order of many nodes that keeps the way down, by moving single nodes.
import { backwardArcs, type Digraph, positionsIn, weightOf } from './digraph.ts'
import { isSpent, type Work } from './search-budget.ts'

/**
 * Returns an order in which each node is a way in or has an arc from an earlier node, and whose backward arcs
 * weigh little: the better of two quick orders, in which nodes are moved to better places until none has one
 * or the work runs out.
 *
 * @param graph weights are positive, and every node is reached from a way in
 * @param isWayIn one byte per node; at least one is 1
 * @param wish an order of all nodes that need not keep the way down
 * @param work the steps taken are added to it
 */
export function goodOrder(
  graph: Digraph,
  isWayIn: Uint8Array,
  wish: ArrayLike<number>,
  work: Work,
): Int32Array<ArrayBuffer> {
  const place = positionsIn(wish)
  const orders = [
    orderByPriority(graph, isWayIn, (node) => -place[node]),
    orderByPriority(graph, isWayIn, gainOf(graph)),
  ]
  for (const order of orders) settleOnWayDown(graph, isWayIn, order, work)
  const [first, second] = orders.map((order) => weightOf(graph, backwardArcs(graph, order)))
  return second < first ? orders[1] : orders[0]
}

/** By how much the weight of a node's arcs to others exceeds that of the arcs to it. */
function gainOf({ nodes, from, to, weight }: Digraph): (node: number) => number {
  const gain = new Float64Array(nodes)
  for (let arc = 0; arc < from.length; arc++) {
    gain[from[arc]] += weight[arc]
    gain[to[arc]] -= weight[arc]
  }
  return (node) => gain[node]
}

/** Adds the node of highest priority among those that a way leads to, until all are there. */
function orderByPriority(
  { nodes, to, out }: Digraph,
  isWayIn: Uint8Array,
  priority: (node: number) => number,
): Int32Array<ArrayBuffer> {
  const keys = Float64Array.from({ length: nodes }, (_, node) => priority(node))
  const isSeen = Uint8Array.from(isWayIn)
  const heap = new Heap(keys)
  for (let node = 0; node < nodes; node++) if (isWayIn[node] === 1) heap.add(node)
  const order = new Int32Array(nodes)
  let length = 0
  for (let node = heap.take(); node >= 0; node = heap.take()) {
    order[length++] = node
    for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
      const child = to[out.items[at]]
      if (isSeen[child] === 1) continue
      isSeen[child] = 1
      heap.add(child)
    }
  }
  return order
}

/** Nodes, the one with the largest key first; of equal ones the lowest. */
class Heap {
  readonly #keys: Float64Array
  readonly #items: number[] = []

  constructor(keys: Float64Array) {
    this.#keys = keys
  }

  add(node: number): void {
    let at = this.#items.push(node) - 1
    while (at > 0) {
      const up = (at - 1) >> 1
      if (!this.#isBefore(at, up)) break
      this.#swap(at, up)
      at = up
    }
  }

  /** Returns −1 if there is none. */
  take(): number {
    const [top = -1] = this.#items
    const last = this.#items.pop()
    if (last === undefined || this.#items.length === 0) return top
    this.#items[0] = last
    for (let at = 0; ;) {
      let best = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#items.length && this.#isBefore(child, best)) best = child
      if (best === at) return top
      this.#swap(at, best)
      at = best
    }
  }

  #isBefore(left: number, right: number): boolean {
    const [a, b] = [this.#items[left], this.#items[right]]
    return this.#keys[a] > this.#keys[b] || (this.#keys[a] === this.#keys[b] && a < b)
  }

  #swap(left: number, right: number): void {
    const item = this.#items[left]
    this.#items[left] = this.#items[right]
    this.#items[right] = item
  }
}

/**
 * Moves single nodes to their best places until no move improves the order or the work runs out. Changes
 * `order` in place; it keeps the way down before and after.
 */
function settleOnWayDown(graph: Digraph, isWayIn: Uint8Array, order: Int32Array, work: Work): void {
  const { nodes } = graph
  const position = positionsIn(order)
  const forth = new Float64Array(nodes)
  const back = new Float64Array(nodes)
  for (let isBetter = true; isBetter && !isSpent(work);) {
    isBetter = false
    for (let node = 0; node < nodes && !isSpent(work); node++) {
      const target = bestPlace(graph, isWayIn, order, position, node, forth, back, work)
      if (target === position[node]) continue
      isBetter = true
      moveTo(order, position, node, target)
    }
  }
}

function bestPlace(
  { from, to, weight, out, into }: Digraph,
  isWayIn: Uint8Array,
  order: Int32Array,
  position: Int32Array,
  node: number,
  forth: Float64Array,
  back: Float64Array,
  work: Work,
): number {
  const here = position[node]
  let [earliest, latest, parent] = [here, here, isWayIn[node] === 1 ? -1 : Infinity]
  for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
    const arc = out.items[at]
    forth[to[arc]] = weight[arc]
    latest = Math.max(latest, position[to[arc]])
    earliest = Math.min(earliest, position[to[arc]])
  }
  for (let at = into.offsets[node]; at < into.offsets[node + 1]; at++) {
    const arc = into.items[at]
    back[from[arc]] = weight[arc]
    latest = Math.max(latest, position[from[arc]])
    earliest = Math.min(earliest, position[from[arc]])
    parent = Math.min(parent, position[from[arc]])
  }
  let [best, target] = [0, here]
  let change = 0
  for (let at = here - 1; at >= earliest && at > parent; at--) {
    const other = order[at]
    change += back[other] - forth[other]
    if (change < best) [best, target] = [change, at]
  }
  work.used += here - earliest + latest - here + 1
  change = 0
  for (let at = here + 1; at <= latest; at++) {
    const other = order[at]
    if (forth[other] > 0 && isWayIn[other] === 0 && !hasOtherParent(other, at)) break
    change += forth[other] - back[other]
    if (change < best) [best, target] = [change, at]
  }
  for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) forth[to[out.items[at]]] = 0
  for (let at = into.offsets[node]; at < into.offsets[node + 1]; at++) back[from[into.items[at]]] = 0
  return target

  /** Whether a node keeps an earlier caller without the one that is moved behind it. */
  function hasOtherParent(other: number, place: number): boolean {
    work.used += into.offsets[other + 1] - into.offsets[other]
    for (let at = into.offsets[other]; at < into.offsets[other + 1]; at++) {
      const caller = from[into.items[at]]
      if (caller !== node && position[caller] < place) return true
    }
    return false
  }
}

function moveTo(order: Int32Array, position: Int32Array, node: number, target: number): void {
  const here = position[node]
  if (target < here) order.copyWithin(target + 1, target, here)
  else order.copyWithin(here, here + 1, target + 1)
  order[target] = node
  for (let at = Math.min(here, target); at <= Math.max(here, target); at++) position[order[at]] = at
}
