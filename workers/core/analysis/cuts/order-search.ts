// Orders of the nodes in which little leads back: a quick good answer, and a better one the longer it may search.
//
// Sources: P. Eades, X. Lin, W. F. Smyth, "A fast and effective heuristic for the feedback arc set problem", 1993, with
// weights, for the start; moving one node at a time to its best place, and starting over from small disturbances of the
// best order (iterated local search), as in R. Martí, G. Reinelt, "The Linear Ordering Problem", 2011.
import { positionsIn, type Digraph } from './digraph.ts'
import { GainHeap } from './gain-heap.ts'
import { isSpent, type Work } from './work.ts'

/** From both ends: nodes that only call come first, those only called last; else the one that gives most beyond what it takes. */
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

/** Moves single nodes to their best places until none has a better one. Changes `order`; answers what it saved. */
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

/** Only places next to a neighbour can be better, so those are all that is looked at. */
function bestMove(graph: Digraph, position: Int32Array, node: number, work: Work): Move {
  const { from, to, weight, out, into } = graph
  const here = position[node]
  const places: { readonly at: number; readonly change: number }[] = []
  let cost = 0
  let now = 0
  // `cost` begins as that of the first place of all: every arc into the node leads back.
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

/** Disturbs the best order a little and settles it again, `rounds` times; keeps what is no worse. Answers the best order. */
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
    // One or a few arcs that lead back are made to lead forward, whatever that costs.
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

/** Weight of the arcs at this node that lead back. */
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
