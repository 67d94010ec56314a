// Exact search for the cheapest arcs that break every cycle, or every large group, by branch-and-bound
// over sets of arcs.
import { type CutFlags, type Digraph, weightOf } from './digraph.ts'
import { isSpent, type Work } from './search-budget.ts'

/**
 * Packing bound: how much it costs at least to break every set of arcs. Sets are packed into the
 * arcs' weights, each as often as it fits. Every packed set must be paid for, so the size of a
 * packing is a lower bound. The largest fractional packing is the bound of the linear program "at
 * least one arc of every set".
 *
 * This is the simplex method on the packing. It starts with nothing packed and can stop at any
 * time. Its prices, one per arc, are the fractional cut. A set whose prices sum to less than 1
 * must still be packed.
 *
 * Sources: the revised simplex method with an explicit inverse, G. B. Dantzig, "Linear
 * programming and extensions", 1963; sets found only when they are needed, as in A. Baharev, H.
 * Schichl, A. Neumaier, T. Achterberg, "An exact method for the minimum feedback arc set
 * problem", 2021.
 */

/** Arcs of which one must be cut (the arcs of a cycle, for example), each once. */
export type ArcSet = Int32Array<ArrayBuffer>

/** How often a set is packed, by number of the set. */
interface Packed {
  readonly set: number
  readonly times: number
}

const SMALL = 1e-9
/** Numbers in the inverse that count as 0. */
const TINY = 1e-12

class SetPacking {
  readonly #rows: number
  readonly #capacity: Float64Array
  readonly #sets: readonly ArcSet[]
  /** Inverse of the basis by column; null for a column of the unit matrix. */
  readonly #inverse: (Float64Array | null)[]
  /** Basic variable of each row: the number of a set, or -1 - arc for the slack of an arc. */
  readonly #basis: Int32Array
  readonly #isBasic = new Set<number>()
  readonly #value: Float64Array
  /** Price of each arc: the value of one more unit of its weight. */
  readonly price: Float64Array

  /** @param sets all sets that may be packed; may grow between calls */
  constructor(capacity: Float64Array, sets: readonly ArcSet[]) {
    const rows = capacity.length
    this.#rows = rows
    // Slightly uneven capacities prevent stalling where many arcs fill up at once. They are
    // always smaller, so a packing that fits them fits the weights. In total they are a quarter
    // of a call smaller, which does not change a whole-number bound.
    this.#capacity = capacity.map((weight, arc) => Math.max(0, weight - (0.25 / rows) * spread(arc)))
    this.#sets = sets
    this.#inverse = Array.from({ length: rows }, () => null)
    this.#basis = Int32Array.from({ length: rows }, (_, arc) => -1 - arc)
    this.#value = this.#capacity.slice()
    this.price = new Float64Array(rows)
  }

  /** Packs until no known set improves the packing. Returns false if the work ran out first. */
  run(work: Work): boolean {
    for (;;) {
      if (work.used >= work.limit) return false
      const entering = this.#chooseEntering(work)
      if (entering === null) return true
      if (!this.#pivot(entering, work)) return true
    }
  }

  packed(): Packed[] {
    const list: Packed[] = []
    for (let row = 0; row < this.#rows; row++) {
      if (this.#basis[row] >= 0) list.push({ set: this.#basis[row], times: this.#value[row] })
    }
    return list
  }

  /** Returns the variable that gains most per unit; null if none gains anything. */
  #chooseEntering(work: Work): number | null {
    let best = SMALL
    let entering: number | null = null
    for (let arc = 0; arc < this.#rows; arc++) {
      if (-this.price[arc] > best) {
        best = -this.price[arc]
        entering = -1 - arc
      }
    }
    work.used += this.#rows
    for (let set = 0; set < this.#sets.length; set++) {
      let gain = 1
      for (const arc of this.#sets[set]) gain -= this.price[arc]
      work.used += this.#sets[set].length
      if (gain > best && !this.#isBasic.has(set)) {
        best = gain
        entering = set
      }
    }
    return entering
  }

  #pivot(entering: number, work: Work): boolean {
    const column = this.#columnOf(entering, work)
    let leaving = -1
    let ratio = Infinity
    for (let row = 0; row < this.#rows; row++) {
      if (column[row] <= SMALL) continue
      const limit = Math.max(0, this.#value[row]) / column[row]
      const tie = leaving >= 0 && Math.abs(limit - ratio) <= SMALL * ratio
      if (tie ? column[row] > column[leaving] : limit < ratio) {
        ratio = limit
        leaving = row
      }
    }
    work.used += this.#rows
    if (leaving < 0) return false
    const gain = this.#gainOf(entering)
    // Rows that change, and by how much of the leaving row.
    const rows = new Int32Array(this.#rows)
    const factors = new Float64Array(this.#rows)
    let count = 0
    for (let row = 0; row < this.#rows; row++) {
      if (row === leaving || Math.abs(column[row]) <= TINY) continue
      rows[count] = row
      factors[count++] = column[row]
      this.#value[row] = this.#value[row] - column[row] * ratio
    }
    this.#value[leaving] = ratio
    for (let at = 0; at < this.#rows; at++) {
      const inverse = this.#inverse[at] ?? (at === leaving ? this.#fill(at) : null)
      if (inverse === null || Math.abs(inverse[leaving]) <= TINY) continue
      const scaled = inverse[leaving] / column[leaving]
      inverse[leaving] = scaled
      this.price[at] = this.price[at] + gain * scaled
      for (let next = 0; next < count; next++) {
        inverse[rows[next]] = inverse[rows[next]] - factors[next] * scaled
      }
      work.used += count
    }
    work.used += 3 * this.#rows
    this.#isBasic.delete(this.#basis[leaving])
    this.#isBasic.add(entering)
    this.#basis[leaving] = entering
    return true
  }

  #gainOf(variable: number): number {
    if (variable < 0) return -this.price[-1 - variable]
    let gain = 1
    for (const arc of this.#sets[variable]) gain -= this.price[arc]
    return gain
  }

  /** Returns the variable's column in terms of the basis. */
  #columnOf(variable: number, work: Work): Float64Array {
    const arcs = variable < 0 ? [-1 - variable] : this.#sets[variable]
    const column = new Float64Array(this.#rows)
    for (const arc of arcs) {
      const inverse = this.#inverse[arc]
      if (inverse === null) column[arc]++
      else for (let row = 0; row < column.length; row++) column[row] += inverse[row]
    }
    work.used += this.#rows * arcs.length
    return column
  }

  #fill(arc: number): Float64Array {
    const unit = new Float64Array(this.#rows)
    unit[arc] = 1
    this.#inverse[arc] = unit
    return unit
  }
}

/** Pseudo-random number from 0 to 1. */
const spread = (arc: number): number => (Math.imul(arc + 1, 0x9e3779b1) >>> 0) / 2 ** 32

/**
 * Returns the size of a packing that certainly fits. Multiplicities are rounded down to a grain,
 * so that they add up exactly, and reduced where rounding errors packed an arc beyond its weight.
 */
function sizeOfPacking(capacity: Float64Array, sets: readonly ArcSet[], packed: readonly Packed[]): number {
  const free = capacity.slice()
  let total = 1
  for (const weight of capacity) total += weight
  let grain = 2 ** -14
  while (total / grain > Number.MAX_SAFE_INTEGER) grain *= 2
  let size = 0
  for (const { set, times } of packed) {
    let fits = Math.floor(times / grain) * grain
    for (const arc of sets[set]) fits = Math.min(fits, free[arc])
    if (fits <= 0) continue
    for (const arc of sets[set]) free[arc] -= fits
    size += fits
  }
  return size
}

/**
 * Branch and bound over "this arc is cut" and "this arc stays", with a packing of the sets as the
 * bound. Finds the cheapest arcs that break every set of a family (every cycle, for example),
 * exactly if the work suffices.
 *
 * Sets are added when prices do not pay for them, and are kept for all branches. Prices also
 * yield better cuts.
 */

/** A family of arc sets. A solution cuts at least one arc of each. */
export interface Family {
  /** Sets known so far. */
  readonly sets: readonly ArcSet[]
  /**
   * Adds sets whose lengths sum to less than 1 and returns whether there were any. If every length is 0 or at
   * least 1, it must not miss such a set, unless `work` runs out.
   */
  addUnpaid(length: Float64Array, work: Work): boolean
  /** Returns cuts that break every set; it prefers to keep arcs of low price. */
  cutsByPrice(price: Float64Array, work: Work): CutFlags
}

/** The cheapest cuts found, and the proven lower bound. */
export interface Cheapest {
  readonly cut: CutFlags
  readonly cost: number
  /**
   * Lower bound of the cost of any cuts that break everything. Equal to `cost` if these are
   * proven best.
   */
  readonly bound: number
}

/**
 * Largest number of arcs for the exact search. The tables of the bound take as many numbers per
 * arc as there are arcs.
 */
export const MOST_ARCS = 3000

interface Branch {
  /**
   * Capacity of each arc: 0 if it is cut, its weight if undecided, more than the best cuts cost
   * if it stays.
   */
  readonly capacity: Float64Array
  /** Weight of the arcs cut by decision. */
  readonly spent: number
  readonly bound: number
}

/**
 * Finds the cheapest arcs that break every set of `family`, to which it adds sets. When `work` runs out,
 * returns the best found so far and the bound proven for all. Costs are sums of the weights of cut arcs.
 *
 * @param graph at most MOST_ARCS arcs, or memory may run out
 * @param start cuts that break everything; the result costs no more. Not changed, but may be the result
 * @param work the steps taken are added to it
 */
export function findCheapest(graph: Digraph, start: CutFlags, family: Family, work: Work): Cheapest {
  const best: Best = { cut: start, cost: weightOf(graph, start) }
  /** Smallest bound of the branches given up when the work ran out. */
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

/** The search's only mutable state: the cheapest cuts found so far. */
interface Best {
  cut: CutFlags
  cost: number
}

interface Relaxed {
  readonly bound: number
  readonly price: Float64Array
  /** False if the work ran out before all sets were paid for. */
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

/**
 * Returns the arc whose price is least decisive, a heavy one rather than a light one; -1 if all
 * are decided.
 */
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
