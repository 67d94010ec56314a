// Family of all strongly connected groups of a minimum size. A group is represented by cycles and paths
// that connect just that many nodes. Each set is made when it is needed.
import { type CutFlags, type Digraph, largestGroup } from './digraph.ts'
import { isSpent, type Work } from './search-budget.ts'
import { restoreRedundant } from './restore-redundant.ts'
import type { Family, ArcSet } from './branch-and-bound.ts'
import { CycleSearch } from './shortest-cycles.ts'
import { worthByPrice } from './cycle-family.ts'

/** The family of all strongly connected groups of `members` nodes or more, for `findCheapest`. */
export class GroupFamily implements Family {
  readonly sets: ArcSet[] = []
  readonly #graph: Digraph
  readonly #members: number
  readonly #search: CycleSearch
  readonly #known = new Set<string>()

  /** @param members smallest size of a group that must be broken */
  constructor(graph: Digraph, members: number) {
    this.#graph = graph
    this.#members = members
    this.#search = new CycleSearch(graph)
  }

  /**
   * Grows a group from every node by the shortest detours, until it is large enough or too long, and adds
   * those that are shorter than 1.
   */
  addUnpaid(length: Float64Array, work: Work): boolean {
    const before = this.sets.length
    for (let node = 0; node < this.#graph.nodes && !isSpent(work); node++) {
      const group = this.#grow(node, length, work)
      const key = group?.join()
      if (!group || key === undefined || this.#known.has(key)) continue
      this.#known.add(key)
      this.sets.push(group)
    }
    return this.sets.length > before
  }

  #grow(start: number, length: Float64Array, work: Work): ArcSet | null {
    const home = [start]
    const isHome = new Uint8Array(this.#graph.nodes)
    isHome[start] = 1
    const arcs: number[] = []
    let left = 1 - 1e-6
    while (home.length < this.#members) {
      const detour = this.#search.detour(home, isHome, length, left, work)
      if (!detour) return null
      for (const arc of detour) {
        arcs.push(arc)
        left -= length[arc]
        const node = this.#graph.to[arc]
        if (isHome[node] === 0) home.push(node)
        isHome[node] = 1
      }
    }
    return Int32Array.from(arcs).sort()
  }

  /** Returns cuts that break every large group; it prefers to keep arcs of low price. */
  cutsByPrice(price: Float64Array, work: Work): CutFlags {
    const graph = this.#graph
    const worth = worthByPrice(graph, price)
    // The rounded prices if they break all groups; else everything is cut that need not stay,
    // cheapest first.
    const rounded = price.map((value, arc) => (value >= 0.5 || graph.weight[arc] === 0 ? 1 : 0))
    const cut = Uint8Array.from(rounded)
    work.used += 4 * (graph.nodes + cut.length)
    if (largestGroup(graph, cut) >= this.#members) cut.fill(1)
    return restoreBelow(graph, cut, this.#members, worth, work)
  }
}

/**
 * Restores cut arcs, most worth first, while no group of `members` nodes arises: first those that close no
 * cycle, then the others, until `work` runs out. `cut` is not changed.
 *
 * @param worth value of keeping each arc
 * @param work the steps taken are added to it
 * @returns the arcs that remain cut
 */
export function restoreBelow(
  graph: Digraph,
  cut: CutFlags,
  members: number,
  worth: Float64Array,
  work: Work,
): CutFlags {
  const kept = restoreRedundant(graph, cut, work, worth)
  const candidates: number[] = []
  for (let arc = 0; arc < kept.length; arc++) if (kept[arc] === 1) candidates.push(arc)
  candidates.sort((left, right) => worth[right] - worth[left] || left - right)
  for (const arc of candidates) {
    if (isSpent(work)) break
    kept[arc] = 0
    if (largestGroup(graph, kept) >= members) kept[arc] = 1
    work.used += 4 * (graph.nodes + graph.from.length)
  }
  return kept
}
