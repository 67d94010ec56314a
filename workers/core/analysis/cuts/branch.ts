/**
 * The cheapest arcs that break every set of a family (every cycle, say), exactly if the work suffices: branch and bound
 * over "this arc is cut" and "this arc stays", with a packing of the sets as the bound.
 *
 * Sets are found when prices do not pay for them, and kept for all branches. Prices also lead to better cuts.
 */
import { weightOf, type CutFlags, type Digraph } from './digraph.ts'
import { SetPacking, sizeOfPacking, type ArcSet } from './set-packing.ts'
import { isSpent, type Work } from './work.ts'

/** What has to be broken: of each set at least one arc must be cut. */
export interface Family {
  /** The sets known so far. */
  readonly sets: readonly ArcSet[]
  /**
   * Adds sets whose lengths come to less than 1; false if there is none. Where every length is 0, 1 or more, it may not
   * miss any.
   */
  addUnpaid(length: Float64Array, work: Work): boolean
  /** Cuts that break everything; arcs of low price stay first. */
  cutsByPrice(price: Float64Array, work: Work): CutFlags
}

export interface Cheapest {
  readonly cut: CutFlags
  readonly cost: number
  /** No arcs that break everything cost less. Equal to `cost` if that is proven. */
  readonly bound: number
}

/** Arcs beyond which the bound's tables would outgrow memory: each takes as many numbers as there are arcs. */
export const MOST_ARCS = 3000

interface Branch {
  /** Of each arc: 0 for one that is cut, its weight, or more than the best cuts cost for one that stays. */
  readonly capacity: Float64Array
  /** Weight of the arcs cut by decision. */
  readonly spent: number
  readonly bound: number
}

/**
 * No arcs that break everything cost less, as far as `work` reaches; where it is spent, the best so far and what is proven of all.
 *
 * @param start breaks everything; nothing that costs more is the answer
 */
export function findCheapest(graph: Digraph, start: CutFlags, family: Family, work: Work): Cheapest {
  const best: Best = { cut: start, cost: weightOf(graph, start) }
  /** Least bound of what was given up because the work was spent. */
  let open = Infinity
  const branches: Branch[] = [{ capacity: graph.weight.slice(), spent: 0, bound: 0 }]
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    if (Math.ceil(branch.bound) >= best.cost) continue
    if (isSpent(work)) {
      open = Math.min(open, branch.bound)
      continue
    }
    const relaxed = relax(graph, branch, family, best, work)
    const bound = Math.max(branch.bound, relaxed.bound)
    if (Math.ceil(bound) >= best.cost) continue
    const arc = relaxed.isComplete ? mostDoubtful(graph, relaxed.price, branch.capacity) : -1
    if (arc < 0) {
      open = Math.min(open, bound)
      continue
    }
    const stays = branch.capacity.slice()
    stays[arc] = best.cost + 1
    const goes = branch.capacity.slice()
    goes[arc] = 0
    const children = [
      { capacity: stays, spent: branch.spent, bound },
      { capacity: goes, spent: branch.spent + graph.weight[arc], bound },
    ]
    branches.push(...(relaxed.price[arc] >= 0.5 ? children : children.reverse()))
  }
  return { ...best, bound: Math.min(best.cost, Math.ceil(open)) }
}

/** The one thing that changes throughout: the cheapest cuts found so far. */
interface Best {
  cut: CutFlags
  cost: number
}

interface Relaxed {
  readonly bound: number
  readonly price: Float64Array
  /** False if the work was spent before all sets were paid for. */
  readonly isComplete: boolean
}

function relax(graph: Digraph, { capacity, spent }: Branch, family: Family, best: Best, work: Work): Relaxed {
  const packing = new SetPacking(capacity, family.sets)
  const { price } = packing
  for (;;) {
    const isDone = packing.run(work)
    const bound = spent + sizeOfPacking(capacity, family.sets, packing.packed())
    const cut = family.cutsByPrice(price, work)
    const cost = weightOf(graph, cut)
    if (cost < best.cost) {
      best.cut = cut
      best.cost = cost
    }
    if (!isDone || Math.ceil(bound) >= best.cost) return { bound, price, isComplete: isDone }
    const length = price.map((value, arc) => (capacity[arc] === 0 ? Infinity : Math.max(0, value)))
    if (!family.addUnpaid(length, work)) return { bound, price, isComplete: true }
  }
}

/** The arc that the prices say least about, a dear one rather than a cheap one; -1 if all are decided. */
function mostDoubtful(graph: Digraph, price: Float64Array, capacity: Float64Array): number {
  let most = 0
  let chosen = -1
  for (let arc = 0; arc < price.length; arc++) {
    if (capacity[arc] !== graph.weight[arc]) continue
    const doubt = Math.min(price[arc], 1 - price[arc])
    const value = doubt < 0.001 ? 0 : doubt * Math.sqrt(graph.weight[arc])
    if (value <= most) continue
    most = value
    chosen = arc
  }
  return chosen
}
