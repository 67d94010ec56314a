// Redundant cuts: restores cut arcs that are not needed to break every cycle.
import { type CutFlags, type Digraph, positionsIn, topologicalOrder } from './digraph.ts'
import type { Work } from './search-budget.ts'

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
