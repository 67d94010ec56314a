// Exact search for the cheapest arcs that break every cycle, or every large group: branch and
// bound over sets of arcs, with lower bounds from packing these sets.
import {
  backwardArcs,
  type CutFlags,
  type Digraph,
  isSpent,
  largestGroup,
  topologicalOrder,
  weightOf,
  type Work,
} from './cycle-graph.ts'
import { restoreRedundant, settle } from './order-search.ts'

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

// Short cycles by arc lengths: cycles that the lengths do not yet pay for.

/** Length added per arc, so that fewer arcs win among equal lengths. */
const STEP = 1e-7

/**
 * Finds the shortest cycle through a node; of equally long ones one with few arcs.
 *
 * Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
 */
class CycleSearch {
  readonly #graph: Digraph
  readonly #distance: Float64Array
  readonly #arcTo: Int32Array
  /** Binary heap of nodes by distance; may contain a node several times. */
  readonly #heap: number[] = []
  readonly #keys: number[] = []
  readonly #touched: number[] = []
  /** All 0 between calls. */
  readonly #isHome: Uint8Array

  constructor(graph: Digraph) {
    this.#graph = graph
    this.#distance = new Float64Array(graph.nodes).fill(Infinity)
    this.#arcTo = new Int32Array(graph.nodes)
    this.#isHome = new Uint8Array(graph.nodes)
  }

  /**
   * Returns the cycle's arcs in order; null if none is shorter than `limit`.
   *
   * @param length of each arc, not negative; Infinity for an arc that may not be used
   */
  through(start: number, length: Float64Array, limit: number, work: Work): ArcSet | null {
    this.#isHome[start] = 1
    const cycle = this.detour([start], this.#isHome, length, limit, work)
    this.#isHome[start] = 0
    return cycle
  }

  /**
   * Returns the shortest path that leaves these nodes and returns to one of them.
   *
   * @param isHome 1 for each of `home`
   */
  detour(
    home: readonly number[],
    isHome: Uint8Array,
    length: Float64Array,
    limit: number,
    work: Work,
  ): ArcSet | null {
    const { from, to, out } = this.#graph
    let best = limit
    let closing = -1
    for (const node of home) this.#push(node, 0)
    while (this.#heap.length > 0) {
      const key = this.#keys[0]
      const node = this.#pop()
      if (key >= best) break
      if (key > this.#distance[node]) continue
      work.used += 2 * (out.offsets[node + 1] - out.offsets[node]) + 4
      for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
        const arc = out.items[at]
        const reached = key + length[arc] + STEP
        if (reached >= best) continue
        const child = to[arc]
        if (isHome[child] === 1) {
          if (isHome[node] === 1) continue
          best = reached
          closing = arc
        } else if (reached < this.#distance[child]) {
          this.#arcTo[child] = arc
          this.#push(child, reached)
        }
      }
    }
    const arcs: number[] = []
    if (closing >= 0) {
      arcs.push(closing)
      for (let node = from[closing]; isHome[node] === 0; node = from[this.#arcTo[node]]) {
        arcs.push(this.#arcTo[node])
      }
    }
    for (const node of this.#touched) this.#distance[node] = Infinity
    this.#touched.length = 0
    this.#heap.length = 0
    this.#keys.length = 0
    return closing < 0 ? null : Int32Array.from(arcs.reverse())
  }

  #push(node: number, key: number): void {
    this.#distance[node] = key
    this.#touched.push(node)
    const heap = this.#heap
    const keys = this.#keys
    let at = heap.length
    heap.push(node)
    keys.push(key)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (keys[above] <= key) break
      heap[at] = heap[above]
      keys[at] = keys[above]
      at = above
    }
    heap[at] = node
    keys[at] = key
  }

  #pop(): number {
    const heap = this.#heap
    const keys = this.#keys
    const top = heap[0]
    const node = heap[heap.length - 1]
    const key = keys[keys.length - 1]
    heap.pop()
    keys.pop()
    let at = 0
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && keys[below + 1] < keys[below]) below++
      if (keys[below] >= key) break
      heap[at] = heap[below]
      keys[at] = keys[below]
      at = below
    }
    if (heap.length > 0) {
      heap[at] = node
      keys[at] = key
    }
    return top
  }
}

// Family of all cycles of a digraph. Each cycle becomes a set of arcs when it is needed.

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
function cutCyclesByPrice(graph: Digraph, price: Float64Array, work: Work): CutFlags {
  const all = new Uint8Array(graph.from.length).fill(1)
  const order = topologicalOrder(graph, restoreRedundant(graph, all, work, worthByPrice(graph, price)))
  if (!order) return all
  settle(graph, order, work)
  return backwardArcs(graph, order)
}

/** Worth of arcs: by price, and among equal prices the heavier arc is worth more. */
function worthByPrice({ weight }: Digraph, price: Float64Array): Float64Array {
  let greatest = 1
  for (const cost of weight) greatest = Math.max(greatest, cost)
  return weight.map((cost, arc) => 1e-3 * (cost / greatest) - Math.max(0, price[arc]))
}

// Family of all strongly connected groups of a minimum size. A group is represented by cycles and
// paths that connect just that many nodes. Each set is made when it is needed.

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

/**
 * Lower bound for digraphs too large for the exact packing. Cycles are packed greedily, short
 * ones first, and then priced by a subgradient method, which lets cycles overlap at a cost.
 *
 * For any multiplicities y >= 0, one for each cycle, sum(y) minus the total overload of arcs is a
 * bound: the Lagrangian of "every cycle has a cut arc". So the result is valid without
 * convergence.
 *
 * Sources: M. Held, P. Wolfe, H. P. Crowder, "Validation of subgradient optimization", 1974; the
 * running mean of the cuts as prices by which further cycles are sought, F. Barahona, R. Anbil,
 * "The volume algorithm", 2000.
 */

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
