// Cuts that are not needed, taken back: a set of arcs without which there is no cycle → one of which each is needed.
import { positionsIn, topologicalOrder, type CutFlags, type Digraph } from './digraph.ts'
import { isSpent, type Work } from './work.ts'

/**
 * Restores every cut arc that closes no cycle with the arcs that stay, dearest first, equal ones last first; or by what
 * `worth` says of each arc instead of its weight.
 *
 * The arcs that stay are kept in a topological order that is mended where a restored arc leads back in it: what lies
 * between its ends is searched and no more (Pearce and Kelly 2006), from both ends by turns, until they meet, so that the arc
 * closes a cycle, or one of them has reached all it can: little is looked at, also among a hundred thousand nodes.
 *
 * @param until whether it stops once the work is spent: what is left then stays cut, needed or not
 */
export function restoreNeedless(
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
  for (const arc of candidates) {
    if (until === 'spent' && isSpent(work)) break
    if (search.makeRoom(from[arc], to[arc], work)) kept[arc] = 0
  }
  return kept
}

/** What is reached from one end of an arc: in a row that is walked while it grows. */
class Reached {
  readonly nodes: Int32Array
  length = 0
  /** How many of them have been gone on from. */
  done = 0
  /** Arcs looked at. */
  cost = 0
  /** Per node: the search that reached it last. */
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

/** Part of a stretch that takes as long to look at, arc by arc, as all of it takes to be moved. */
const FEW = 1 / 8

/** Looks between the ends of an arc that leads back in the order. */
class Between {
  readonly #graph: Digraph
  readonly #kept: CutFlags
  readonly #order: Int32Array
  readonly #position: Int32Array
  readonly #after: Reached
  readonly #before: Reached
  /** Those that are moved, while the others take their places. */
  readonly #aside: Int32Array
  #search = 0

  /** @param kept 1 for an arc that is cut; read at each search. @param order of the arcs that stay */
  constructor(graph: Digraph, kept: CutFlags, order: ArrayLike<number>) {
    this.#graph = graph
    this.#kept = kept
    this.#order = Int32Array.from(order)
    this.#position = positionsIn(this.#order)
    this.#after = new Reached(graph.nodes)
    this.#before = new Reached(graph.nodes)
    this.#aside = new Int32Array(graph.nodes)
  }

  /** Has the parent stand before the child, unless the child leads to it: then false. */
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
      // Few can change places among themselves; of many, one side and all that stands between are moved.
      const few = (end - start) * FEW
      while (after.done < after.length && after.cost < few) this.#goOn(true, parent, child)
      while (before.done < before.length && before.cost < few) this.#goOn(false, parent, child)
      if (after.done < after.length || before.done < before.length) this.#moveSide(start, end, work)
      else this.#exchange(work)
    }
    work.used += after.cost + before.cost
    return !meet
  }

  /** Looks at the arcs of one node, without leaving the stretch between the ends; whether one leads to what the other end reached. */
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

  /** Puts all that leads to the parent before all that the child leads to, within the places they have. */
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
   * Of the stretch, moves all that the child leads to behind the rest, or all that leads to the parent before it: of whichever all
   * is known. Neither changes the order within.
   */
  #moveSide(start: number, end: number, work: Work): void {
    const [order, position, aside] = [this.#order, this.#position, this.#aside]
    const isForwards = this.#after.done === this.#after.length
    const { seen } = isForwards ? this.#after : this.#before
    let next = start
    let length = 0
    for (let at = start; at <= end; at++) {
      const node = order[at]
      // Of what leads to the parent the rest is set aside.
      if ((seen[node] === this.#search) === isForwards) aside[length++] = node
      else order[next++] = node
    }
    order.set(aside.subarray(0, length), next)
    for (let at = start; at <= end; at++) position[order[at]] = at
    // One after the other, they take a fraction of the time of arcs all over the memory.
    work.used += Math.ceil((end - start) * FEW)
  }
}
