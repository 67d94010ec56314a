// Orders of the nodes with little weight leading backward: a quick good one, then better ones with more
// work.
//
// Sources: P. Eades, X. Lin, W. F. Smyth, "A fast and effective heuristic for the feedback arc set
// problem", 1993, with weights, for the start; moving one node at a time to its best place, and
// restarting from small disturbances of the best order (iterated local search), as in R. Martí, G.
// Reinelt, "The Linear Ordering Problem", 2011.
import { type Digraph, positionsIn } from './digraph.ts'
import { isSpent, type Work } from './search-budget.ts'

/** Binary heap of nodes by gain that can update and remove any node. */
class GainHeap {
  readonly #gain: Float64Array
  readonly #heap: Int32Array
  /** Position of each node in the heap; −1 once it is removed. */
  readonly #place: Int32Array
  #length: number

  /** @param gain of each node; the heap changes this array */
  constructor(gain: Float64Array) {
    this.#gain = gain
    this.#length = gain.length
    this.#heap = Int32Array.from(gain, (_, node) => node)
    this.#place = this.#heap.slice()
    for (let at = (this.#length >> 1) - 1; at >= 0; at--) this.#sink(at)
  }

  /** Returns the node with the largest gain; −1 if the heap is empty. */
  first(): number {
    return this.#length === 0 ? -1 : this.#heap[0]
  }

  /** Removes a node. */
  take(node: number): void {
    const at = this.#place[node]
    this.#place[node] = -1
    const last = this.#heap[--this.#length]
    if (last === node) return
    this.#put(last, at)
    this.#rise(at)
    this.#sink(this.#place[last])
  }

  /** Adds to a node's gain. Ignores removed nodes. */
  add(node: number, gain: number): void {
    const at = this.#place[node]
    if (at < 0) return
    this.#gain[node] = this.#gain[node] + gain
    if (gain > 0) this.#rise(at)
    else this.#sink(at)
  }

  #put(node: number, at: number): void {
    this.#heap[at] = node
    this.#place[node] = at
  }

  #isBefore(left: number, right: number): boolean {
    const more = this.#gain[left] - this.#gain[right]
    return more > 0 || (more === 0 && left < right)
  }

  #rise(from: number): void {
    const node = this.#heap[from]
    let at = from
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = this.#heap[above]
      if (!this.#isBefore(node, other)) break
      this.#put(other, at)
      at = above
    }
    this.#put(node, at)
  }

  #sink(from: number): void {
    const node = this.#heap[from]
    let at = from
    for (;;) {
      let below = 2 * at + 1
      if (below >= this.#length) break
      if (below + 1 < this.#length && this.#isBefore(this.#heap[below + 1], this.#heap[below])) below++
      const other = this.#heap[below]
      if (!this.#isBefore(other, node)) break
      this.#put(other, at)
      at = below
    }
    this.#put(node, at)
  }
}

/**
 * Returns a quick order, built from both ends. Nodes that are not called come first and nodes that call
 * nothing last; otherwise the node comes first whose outgoing weight most exceeds its incoming weight. Runs
 * to its end even if `work` runs out; adds its steps.
 */
export function greedyOrder(graph: Digraph, work: Work): Int32Array<ArrayBuffer> {
  const { nodes, from, to, weight, out, into } = graph
  const gain = new Float64Array(nodes)
  const outgoing = new Int32Array(nodes)
  const incoming = new Int32Array(nodes)
  for (let arc = 0; arc < from.length; arc++) {
    gain[from[arc]] = gain[from[arc]] + weight[arc]
    gain[to[arc]] = gain[to[arc]] - weight[arc]
    outgoing[from[arc]] = outgoing[from[arc]] + 1
    incoming[to[arc]] = incoming[to[arc]] + 1
  }
  const unplaced = new GainHeap(gain)
  const isPlaced = new Uint8Array(nodes)
  const order = new Int32Array(nodes)
  const ends: number[] = []
  let first = 0
  let last = nodes
  for (let node = 0; node < nodes; node++) if (outgoing[node] === 0 || incoming[node] === 0) ends.push(node)
  for (let placed = 0; placed < nodes;) {
    const node = ends.pop() ?? unplaced.first()
    if (isPlaced[node] === 1) continue
    if (outgoing[node] === 0) order[--last] = node
    else order[first++] = node
    isPlaced[node] = 1
    unplaced.take(node)
    placed++
    for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
      const child = to[out.items[at]]
      unplaced.add(child, weight[out.items[at]])
      incoming[child]--
      if (incoming[child] === 0) ends.push(child)
    }
    for (let at = into.offsets[node]; at < into.offsets[node + 1]; at++) {
      const parent = from[into.items[at]]
      unplaced.add(parent, -weight[into.items[at]])
      outgoing[parent]--
      if (outgoing[parent] === 0) ends.push(parent)
    }
    work.used += out.offsets[node + 1] - out.offsets[node] + into.offsets[node + 1] - into.offsets[node]
  }
  return order
}

/**
 * Moves single nodes to their best places until no move improves the order, or `work` runs out. Changes
 * `order` in place and returns by how much the weight of its backward arcs fell.
 *
 * @param order all nodes, each once
 */
export function settle(graph: Digraph, order: Int32Array, work: Work): number {
  const position = positionsIn(order)
  const pending = new Uint8Array(graph.nodes).fill(1)
  const queue = Array.from(order)
  let saved = 0
  for (let done = 0; done < queue.length && !isSpent(work); done++) {
    const node = queue[done]
    pending[node] = 0
    const move = bestMove(graph, position, node, work)
    if (move.gain <= 0) continue
    saved += move.gain
    shift(order, position, node, move.place, work)
    for (const neighbour of neighboursOf(graph, node)) {
      if (pending[neighbour] === 1) continue
      pending[neighbour] = 1
      queue.push(neighbour)
    }
  }
  return saved
}

interface Move {
  readonly gain: number
  /** Position in the order without the node. */
  readonly place: number
}

function* neighboursOf({ from, to, out, into }: Digraph, node: number): Generator<number> {
  for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) yield to[out.items[at]]
  for (let at = into.offsets[node]; at < into.offsets[node + 1]; at++) yield from[into.items[at]]
}

/** Examines only places next to a neighbour: no other can be better. */
function bestMove(graph: Digraph, position: Int32Array, node: number, work: Work): Move {
  const { from, to, weight, out, into } = graph
  const here = position[node]
  const places: { readonly at: number; readonly change: number }[] = []
  let cost = 0
  let now = 0
  // `cost` starts at the very first place, where every arc into the node leads backward.
  for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
    const arc = out.items[at]
    places.push({ at: position[to[arc]], change: weight[arc] })
    if (position[to[arc]] < here) now += weight[arc]
  }
  for (let at = into.offsets[node]; at < into.offsets[node + 1]; at++) {
    const arc = into.items[at]
    places.push({ at: position[from[arc]], change: -weight[arc] })
    cost += weight[arc]
    if (position[from[arc]] > here) now += weight[arc]
  }
  places.sort((left, right) => left.at - right.at)
  work.used += 4 * places.length
  let best = cost
  let place = 0
  for (let next = 0; next < places.length; next++) {
    cost += places[next].change
    if (next + 1 < places.length && places[next + 1].at === places[next].at) continue
    if (cost >= best) continue
    best = cost
    place = places[next].at < here ? places[next].at + 1 : places[next].at
  }
  return { gain: now - best, place }
}

function shift(order: Int32Array, position: Int32Array, node: number, place: number, work: Work): void {
  const here = position[node]
  work.used += Math.abs(place - here)
  if (place < here) order.copyWithin(place + 1, place, here)
  else order.copyWithin(here, here + 1, place + 1)
  order[place] = node
  for (let at = Math.min(here, place); at <= Math.max(here, place); at++) position[order[at]] = at
}

/**
 * Improves an order of nodes: disturbs the best one slightly and settles it again, `rounds` times or until
 * `work` runs out, and keeps a result that is no worse. An order is better if its backward arcs weigh less.
 * The same input gives the same result.
 *
 * @param start all nodes in order; not changed
 * @param work counts the steps taken
 * @returns the best order, as nodes in order
 */
export function improve(
  graph: Digraph,
  start: Int32Array,
  rounds: number,
  work: Work,
): Int32Array<ArrayBuffer> {
  let best = Int32Array.from(start)
  settle(graph, best, work)
  let seed = 0x2545f491
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * limit)
  }
  for (let round = 0; round < rounds && !isSpent(work); round++) {
    const order = best.slice()
    const position = positionsIn(order)
    let change = 0
    // Makes one or a few backward arcs lead forward, at any cost.
    for (let moves = 1 + below(4); moves > 0; moves--) {
      const arc = backwardArcNear(graph, position, below(graph.from.length))
      if (arc < 0) return best
      const [node, place] =
        below(2) === 0
          ? [graph.from[arc], position[graph.to[arc]]]
          : [graph.to[arc], position[graph.from[arc]]]
      change -= costAt(graph, position, node)
      shift(order, position, node, place, work)
      change += costAt(graph, position, node)
    }
    work.used += graph.nodes
    if (change - settle(graph, order, work) <= 0) best = order
  }
  return best
}

function backwardArcNear({ from, to }: Digraph, position: Int32Array, start: number): number {
  for (let tried = 0; tried < from.length; tried++) {
    const arc = (start + tried) % from.length
    if (position[from[arc]] > position[to[arc]]) return arc
  }
  return -1
}

/** Weight of the backward arcs at this node. */
function costAt({ from, to, weight, out, into }: Digraph, position: Int32Array, node: number): number {
  let cost = 0
  for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
    if (position[to[out.items[at]]] < position[node]) cost += weight[out.items[at]]
  }
  for (let at = into.offsets[node]; at < into.offsets[node + 1]; at++) {
    if (position[from[into.items[at]]] > position[node]) cost += weight[into.items[at]]
  }
  return cost
}
