// All strongly connected groups of at least so many nodes, as sets of arcs of which one each must be cut: a group is
// stood for by cycles and ways that hold just that many nodes together. Each is made when it is needed.
import type { Family } from './branch.ts'
import type { CutFlags, Digraph } from './digraph.ts'
import { largestGroup } from './groups.ts'
import { worthByPrice } from './cycle-family.ts'
import { restoreNeedless } from './restore.ts'
import type { ArcSet } from './set-packing.ts'
import { CycleSearch } from './short-cycles.ts'
import { isSpent, type Work } from './work.ts'

export class GroupFamily implements Family {
  readonly sets: ArcSet[] = []
  readonly #graph: Digraph
  readonly #members: number
  readonly #search: CycleSearch
  readonly #known = new Set<string>()

  /** @param members the size from which on a group must be broken */
  constructor(graph: Digraph, members: number) {
    this.#graph = graph
    this.#members = members
    this.#search = new CycleSearch(graph)
  }

  /** From every node a group grows by the shortest detours until it is large enough, or too long. */
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

  cutsByPrice(price: Float64Array, work: Work): CutFlags {
    const graph = this.#graph
    const worth = worthByPrice(graph, price)
    // What the prices say, if that breaks all groups; else whatever may stay, cheapest first.
    const rounded = price.map((value, arc) => (value >= 0.5 || graph.weight[arc] === 0 ? 1 : 0))
    const cut = Uint8Array.from(rounded)
    work.used += 4 * (graph.nodes + cut.length)
    if (largestGroup(graph, cut) >= this.#members) cut.fill(1)
    return restoreBelow(graph, cut, this.#members, worth, work)
  }
}

/** Restores arcs, those worth most first, as long as no group of `members` arises: first without any cycle, then with. */
export function restoreBelow(
  graph: Digraph,
  cut: CutFlags,
  members: number,
  worth: Float64Array,
  work: Work,
): CutFlags {
  const kept = restoreNeedless(graph, cut, work, worth)
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
