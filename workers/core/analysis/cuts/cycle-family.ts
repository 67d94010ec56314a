// Family of all cycles of a digraph. Each cycle becomes a set of arcs when it is needed.
import { backwardArcs, type CutFlags, type Digraph, topologicalOrder } from './digraph.ts'
import type { Work } from './search-budget.ts'
import { restoreRedundant } from './restore-redundant.ts'
import { settle } from './order-search.ts'
import type { Family, ArcSet } from './branch-and-bound.ts'
import { CycleSearch } from './shortest-cycles.ts'

/** The family of all cycles of a digraph, for `findCheapest`: one arc of each must be cut. */
export class CycleFamily implements Family {
  readonly sets: ArcSet[] = []
  readonly #graph: Digraph
  readonly #search: CycleSearch
  readonly #known = new Set<string>()

  constructor(graph: Digraph) {
    this.#graph = graph
    this.#search = new CycleSearch(graph)
  }

  /**
   * Searches the shortest cycle through every node, by the lengths of arcs, and adds those that are shorter
   * than 1.
   */
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

  /** Returns cuts that break every cycle; it prefers to keep arcs of low price. */
  cutsByPrice(price: Float64Array, work: Work): CutFlags {
    return cutCyclesByPrice(this.#graph, price, work)
  }
}

/** Keeps arcs while they close no cycle, lowest price first, then improves the resulting order. */
export function cutCyclesByPrice(graph: Digraph, price: Float64Array, work: Work): CutFlags {
  const all = new Uint8Array(graph.from.length).fill(1)
  const order = topologicalOrder(graph, restoreRedundant(graph, all, work, worthByPrice(graph, price)))
  if (!order) return all
  settle(graph, order, work)
  return backwardArcs(graph, order)
}

/** Worth of arcs: by price, and among equal prices the heavier arc is worth more. */
export function worthByPrice({ weight }: Digraph, price: Float64Array): Float64Array {
  let greatest = 1
  for (const cost of weight) greatest = Math.max(greatest, cost)
  return weight.map((cost, arc) => 1e-3 * (cost / greatest) - Math.max(0, price[arc]))
}
