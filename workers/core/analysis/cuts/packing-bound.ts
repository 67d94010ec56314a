// Lower bound for digraphs too large for the exact packing. Cycles are packed greedily, short
// ones first, and then priced by a subgradient method, which lets cycles overlap at a cost.
//
// For any multiplicities y >= 0, one for each cycle, sum(y) minus the total overload of arcs is a
// bound: the Lagrangian of "every cycle has a cut arc". So the result is valid without
// convergence.
//
// Sources: M. Held, P. Wolfe, H. P. Crowder, "Validation of subgradient optimization", 1974; the
// running mean of the cuts as prices by which further cycles are sought, F. Barahona, R. Anbil,
// "The volume algorithm", 2000.
import { type CutFlags, type Digraph, weightOf } from './digraph.ts'
import { isSpent, type Work } from './search-budget.ts'
import type { Cheapest, ArcSet } from './branch-and-bound.ts'
import { CycleSearch } from './shortest-cycles.ts'
import { cutCyclesByPrice } from './cycle-family.ts'

/**
 * Returns a lower bound and cuts that break every cycle of a large digraph; heuristic, where `findCheapest`
 * would need too much memory. Ends when `work` runs out or the bound stops rising.
 *
 * @param start cuts to begin with; better ones that the prices yield replace them
 * @param work the steps taken are added to it
 */
export function boundByPacking(graph: Digraph, start: CutFlags, work: Work): Cheapest {
  let cut = start
  let cost = weightOf(graph, start)
  const search = new CycleSearch(graph)
  const cycles: ArcSet[] = []
  const times: number[] = []
  let bound = pack(graph, search, cycles, times, work)
  const load = new Float64Array(graph.from.length)
  const mean = new Float64Array(graph.from.length)
  const known = new Set(cycles.map(keyOf))
  let reach = 1
  let stale = 0
  for (let round = 1; !isSpent(work) && reach > 0.001 && Math.ceil(bound) < cost; round++) {
    const value = overlapValue(graph, cycles, times, load)
    // Rounding errors of all additions are far smaller.
    const certain = value - 1e-9 * Math.abs(value)
    stale = certain > bound ? 0 : stale + 1
    bound = Math.max(bound, certain)
    if (stale === 15) {
      reach /= 2
      stale = 0
    }
    for (let arc = 0; arc < load.length; arc++) {
      mean[arc] = 0.9 * mean[arc] + (load[arc] > graph.weight[arc] ? 0.1 : 0)
    }
    step(graph, cycles, times, load, reach * (1.02 * cost - value))
    work.used += 4 * cycles.length * 5 + 2 * load.length
    if (round % 25 > 0) continue
    const found = cutCyclesByPrice(graph, mean, work)
    if (weightOf(graph, found) < cost) {
      cut = found
      cost = weightOf(graph, found)
    }
    for (let node = 0; node < graph.nodes && !isSpent(work); node++) {
      const cycle = search.through(node, mean, 0.9, work)
      if (!cycle || known.has(keyOf(cycle))) continue
      known.add(keyOf(cycle))
      cycles.push(cycle)
      times.push(0)
    }
  }
  return { cut, cost, bound: Math.min(cost, Math.ceil(bound)) }
}

const keyOf = (cycle: ArcSet): string => cycle.toSorted().join()

/** Greatest number of arcs of the cycles packed in each pass. */
const PASSES = [3, 4, 5, 7, 10, Infinity]

/** Packs cycles until no further one fits. Returns the size of the packing. */
function pack(graph: Digraph, search: CycleSearch, cycles: ArcSet[], times: number[], work: Work): number {
  const free = graph.weight.slice()
  const length = new Float64Array(free.length).fill(1)
  let size = 0
  for (const most of PASSES) {
    for (let node = 0; node < graph.nodes && !isSpent(work);) {
      const cycle = search.through(node, length, most + 0.5, work)
      if (!cycle) {
        node++
        continue
      }
      let fits = Infinity
      for (const arc of cycle) fits = Math.min(fits, free[arc])
      for (const arc of cycle) {
        free[arc] -= fits
        if (free[arc] === 0) length[arc] = Infinity
      }
      cycles.push(cycle)
      times.push(fits)
      size += fits
    }
  }
  return size
}

function overlapValue(
  { weight }: Digraph,
  cycles: readonly ArcSet[],
  times: readonly number[],
  load: Float64Array,
): number {
  load.fill(0)
  let value = 0
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    value += times[cycle]
    if (times[cycle] > 0) for (const arc of cycles[cycle]) load[arc] += times[cycle]
  }
  for (let arc = 0; arc < load.length; arc++) value += Math.min(0, weight[arc] - load[arc])
  return value
}

/**
 * Packs cycles without an overloaded arc more often, and cycles with several of them less often.
 */
function step(
  { weight }: Digraph,
  cycles: readonly ArcSet[],
  times: number[],
  load: Float64Array,
  distance: number,
): void {
  const slopes = new Float64Array(cycles.length)
  let norm = 0
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    let slope = 1
    for (const arc of cycles[cycle]) if (load[arc] > weight[arc]) slope--
    if (slope < 0 && times[cycle] === 0) slope = 0
    slopes[cycle] = slope
    norm += slope * slope
  }
  if (norm === 0) return
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    times[cycle] = Math.max(0, times[cycle] + (distance * slopes[cycle]) / norm)
  }
}
