// Heuristic cuts: finds orders of the nodes with little weight leading backward, improves them by
// local search, and restores cuts that no cycle needs.
import {
  type CutFlags,
  type Digraph,
  isSpent,
  positionsIn,
  topologicalOrder,
  type Work,
} from './cycle-graph.ts'

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

// Orders of the nodes with little weight leading backward: a quick good one, and better ones with
// more work.
//
// Sources: P. Eades, X. Lin, W. F. Smyth, "A fast and effective heuristic for the feedback arc
// set problem", 1993, with weights, for the start; moving one node at a time to its best place,
// and restarting from small disturbances of the best order (iterated local search), as in R.
// Martí, G. Reinelt, "The Linear Ordering Problem", 2011.

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

// Redundant cuts: restores cut arcs that are not needed to break every cycle.

/** Most steps of work of one restoring, even beyond the limit. */
export const MOST_RESTORE_STEPS = 60_000_000

/**
 * Restores every cut arc that closes no cycle with the arcs that stay. It tries the heaviest first, and of
 * equal ones the last; `worth` replaces the weight as the key. Returns new flags; an unchanged copy if `cut`
 * does not break every cycle.
 *
 * The arcs that stay are kept in a topological order, which is repaired where a restored arc leads backward.
 * Only the stretch between its ends is searched (Pearce and Kelly 2006), alternately from both ends. The
 * search stops when both sides meet (the arc closes a cycle) or when one side is complete. So it visits few
 * arcs, even among a hundred thousand nodes.
 *
 * @param work the steps taken are added to it
 * @param until with 'spent', stops when the work runs out; with 'done', after MOST_RESTORE_STEPS of its own,
 *   whatever is left. The remaining arcs then stay cut, needed or not
 */
export function restoreRedundant(
  graph: Digraph,
  cut: CutFlags,
  work: Work,
  worth: Float64Array = graph.weight,
  until: 'done' | 'spent' = 'done',
): CutFlags {
  const { from, to } = graph
  const kept = cut.slice()
  const order = topologicalOrder(graph, kept)
  if (!order) return kept
  const search = new Between(graph, kept, order)
  const candidates: number[] = []
  for (let arc = 0; arc < kept.length; arc++) if (kept[arc] === 1) candidates.push(arc)
  candidates.sort((left, right) => worth[right] - worth[left] || right - left)
  const end = until === 'spent' ? work.limit : work.used + MOST_RESTORE_STEPS
  for (const arc of candidates) {
    if (work.used >= end) break
    if (search.makeRoom(from[arc], to[arc], work)) kept[arc] = 0
  }
  return kept
}

/** Nodes reached from one end of an arc, as a queue that grows while it is read. */
class Reached {
  readonly nodes: Int32Array
  length = 0
  /** Number of nodes expanded. */
  done = 0
  /** Number of arcs visited. */
  cost = 0
  /** Search that reached each node last. */
  readonly seen: Int32Array

  constructor(nodes: number) {
    this.nodes = new Int32Array(nodes)
    this.seen = new Int32Array(nodes)
  }

  begin(start: number, search: number): void {
    this.length = this.done = this.cost = 0
    this.add(start, search)
  }

  add(node: number, search: number): void {
    this.seen[node] = search
    this.nodes[this.length++] = node
  }
}

/** Part of a stretch whose search, arc by arc, takes as long as moving the whole stretch. */
const FEW = 1 / 8

/** Searches between the ends of an arc that leads backward in the order. */
class Between {
  readonly #graph: Digraph
  readonly #kept: CutFlags
  readonly #order: Int32Array
  readonly #position: Int32Array
  readonly #after: Reached
  readonly #before: Reached
  /** Nodes set aside while the others move. */
  readonly #aside: Int32Array
  #search = 0

  /**
   * @param kept 1 for a cut arc; read at each search. @param order topological order of the arcs
   * that stay
   */
  constructor(graph: Digraph, kept: CutFlags, order: ArrayLike<number>) {
    this.#graph = graph
    this.#kept = kept
    this.#order = Int32Array.from(order)
    this.#position = positionsIn(this.#order)
    this.#after = new Reached(graph.nodes)
    this.#before = new Reached(graph.nodes)
    this.#aside = new Int32Array(graph.nodes)
  }

  /** Moves the parent before the child. Returns false if the child leads to the parent. */
  makeRoom(parent: number, child: number, work: Work): boolean {
    if (this.#position[parent] < this.#position[child]) return true
    const [after, before] = [this.#after, this.#before]
    const search = ++this.#search
    after.begin(child, search)
    before.begin(parent, search)
    let meet = false
    while (!meet && after.done < after.length && before.done < before.length)
      meet = this.#goOn(after.cost <= before.cost, parent, child)
    if (!meet) {
      const [start, end] = [this.#position[child], this.#position[parent]]
      // Few nodes exchange their places. With many, one side moves, and all nodes between.
      const few = (end - start) * FEW
      while (after.done < after.length && after.cost < few) this.#goOn(true, parent, child)
      while (before.done < before.length && before.cost < few) this.#goOn(false, parent, child)
      if (after.done < after.length || before.done < before.length) this.#moveSide(start, end, work)
      else this.#exchange(work)
    }
    work.used += after.cost + before.cost
    return !meet
  }

  /**
   * Visits the arcs of one node within the stretch between the ends. Returns whether one leads to
   * a node that the other side reached.
   */
  #goOn(forwards: boolean, parent: number, child: number): boolean {
    const { from, to, out, into } = this.#graph
    const [mine, other] = forwards ? [this.#after, this.#before] : [this.#before, this.#after]
    const arcs = forwards ? out : into
    const position = this.#position
    const limit = position[forwards ? parent : child]
    const node = mine.nodes[mine.done++]
    const end = arcs.offsets[node + 1]
    mine.cost += end - arcs.offsets[node]
    for (let at = arcs.offsets[node]; at < end; at++) {
      const arc = arcs.items[at]
      if (this.#kept[arc] === 1) continue
      const next = forwards ? to[arc] : from[arc]
      if (other.seen[next] === this.#search) return true
      if (mine.seen[next] === this.#search) continue
      if (forwards ? position[next] > limit : position[next] < limit) continue
      mine.add(next, this.#search)
    }
    return false
  }

  /**
   * Puts the nodes that lead to the parent before those that the child leads to, within the
   * places they occupy.
   */
  #exchange(work: Work): void {
    const [order, position, aside] = [this.#order, this.#position, this.#aside]
    const placesOf = ({ nodes, length }: Reached): Int32Array =>
      Int32Array.from({ length }, (_, at) => position[nodes[at]]).sort()
    const before = placesOf(this.#before)
    const after = placesOf(this.#after)
    const places = new Int32Array(before.length + after.length)
    places.set(before)
    places.set(after, before.length)
    for (let at = 0; at < places.length; at++) aside[at] = order[places[at]]
    places.sort()
    for (let at = 0; at < places.length; at++) {
      order[places[at]] = aside[at]
      position[aside[at]] = places[at]
    }
    work.used += places.length
  }

  /**
   * Moves the nodes that the child leads to behind the rest of the stretch, or those that lead to
   * the parent before it, whichever side is complete. The order within each part stays.
   */
  #moveSide(start: number, end: number, work: Work): void {
    const [order, position, aside] = [this.#order, this.#position, this.#aside]
    const isForwards = this.#after.done === this.#after.length
    const { seen } = isForwards ? this.#after : this.#before
    let next = start
    let length = 0
    for (let at = start; at <= end; at++) {
      const node = order[at]
      // If the parent's side is complete, the rest is set aside.
      if ((seen[node] === this.#search) === isForwards) aside[length++] = node
      else order[next++] = node
    }
    order.set(aside.subarray(0, length), next)
    for (let at = start; at <= end; at++) position[order[at]] = at
    // Sequential access takes a fraction of the time of random access to arcs.
    work.used += Math.ceil((end - start) * FEW)
  }
}
