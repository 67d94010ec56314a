// All cycles of a digraph, as sets of arcs of which one each must be cut; each is made when it is needed.
import type { Family } from './branch.ts'
import { backwardArcs, topologicalOrder, type CutFlags, type Digraph } from './digraph.ts'
import { settle } from './order-search.ts'
import { restoreNeedless } from './restore.ts'
import type { ArcSet } from './set-packing.ts'
import { CycleSearch } from './short-cycles.ts'
import type { Work } from './work.ts'

export class CycleFamily implements Family {
  readonly sets: ArcSet[] = []
  readonly #graph: Digraph
  readonly #search: CycleSearch
  readonly #known = new Set<string>()

  constructor(graph: Digraph) {
    this.#graph = graph
    this.#search = new CycleSearch(graph)
  }

  /** For every node the shortest cycle through it. */
  addUnpaid(length: Float64Array, work: Work): boolean {
    const before = this.sets.length
    for (let node = 0; node < this.#graph.nodes; node++) {
      const cycle = this.#search.through(node, length, 1 - 1e-6, work)
      if (!cycle) continue
      const key = cycle.toSorted().join()
      if (this.#known.has(key)) continue
      this.#known.add(key)
      this.sets.push(cycle)
    }
    return this.sets.length > before
  }

  cutsByPrice(price: Float64Array, work: Work): CutFlags {
    return cutCyclesByPrice(this.#graph, price, work)
  }
}

/** Keeps arcs as long as they close no cycle, lowest price first; the order that results is settled. */
export function cutCyclesByPrice(graph: Digraph, price: Float64Array, work: Work): CutFlags {
  const all = new Uint8Array(graph.from.length).fill(1)
  const order = topologicalOrder(graph, restoreNeedless(graph, all, work, worthByPrice(graph, price)))
  if (!order) return all
  settle(graph, order, work)
  return backwardArcs(graph, order)
}

/** Of arcs of one price the dearer is worth more. */
export function worthByPrice({ weight }: Digraph, price: Float64Array): Float64Array {
  let greatest = 1
  for (const cost of weight) greatest = Math.max(greatest, cost)
  return weight.map((cost, arc) => 1e-3 * (cost / greatest) - Math.max(0, price[arc]))
}
