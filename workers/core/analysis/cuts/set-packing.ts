/**
 * How much breaking every set of arcs must cost at least: sets are packed into the arcs' weights, each as often as it
 * fits. Every packed set has to be paid for, so the size of a packing is a lower bound; the largest fractional packing is
 * the bound of the linear program "of every set at least one arc".
 *
 * The simplex method on the packing, which starts from nothing packed and can be stopped at any time. Its prices, one an
 * arc, are the fractional cut; a set whose arcs' prices do not add up to 1 is one still to be packed.
 *
 * Sources: the revised simplex method with an explicit inverse, G. B. Dantzig, "Linear programming and extensions", 1963;
 *          sets found only when they are needed, as in A. Baharev, H. Schichl, A. Neumaier, T. Achterberg, "An exact
 *          method for the minimum feedback arc set problem", 2021.
 */
import type { Work } from './work.ts'

/** A cycle, say, as its arcs, each once. */
export type ArcSet = Int32Array<ArrayBuffer>

/** How often a set is packed, by its number. */
interface Packed {
  readonly set: number
  readonly times: number
}

const SMALL = 1e-9
/** What is taken for 0 in the inverse. */
const TINY = 1e-12

export class SetPacking {
  readonly #rows: number
  readonly #capacity: Float64Array
  readonly #sets: readonly ArcSet[]
  /** The inverse of the basis, column by column; one that is null is still that of the unit matrix. */
  readonly #inverse: (Float64Array | null)[]
  /** What each row's basic variable is: a set's number, or -1 - arc for what is left of an arc. */
  readonly #basis: Int32Array
  readonly #isBasic = new Set<number>()
  readonly #value: Float64Array
  /** Of each arc: what one more unit of its weight would be worth. */
  readonly price: Float64Array

  /** @param sets all that may be packed; may grow between calls */
  constructor(capacity: Float64Array, sets: readonly ArcSet[]) {
    const rows = capacity.length
    this.#rows = rows
    // Slightly uneven capacities keep the method from standing still where many arcs fill up at once. Always less, so
    // that what fits into these fits; a quarter of a call less in all, which whole numbers do not notice.
    this.#capacity = capacity.map((weight, arc) => Math.max(0, weight - (0.25 / rows) * spread(arc)))
    this.#sets = sets
    this.#inverse = Array.from({ length: rows }, () => null)
    this.#basis = Int32Array.from({ length: rows }, (_, arc) => -1 - arc)
    this.#value = this.#capacity.slice()
    this.price = new Float64Array(rows)
  }

  /** Packs until nothing known improves it. False if the work was spent before. */
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

  /** The variable that promises most for each unit; null if none promises anything. */
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

  /** The variable's column in terms of the basis. */
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

/** 0 to 1, without a pattern. */
const spread = (arc: number): number => (Math.imul(arc + 1, 0x9e3779b1) >>> 0) / 2 ** 32

/**
 * The size of a packing that certainly fits: times rounded down to a grain, so that they add up without rounding, and
 * taken back where the arithmetic has packed an arc beyond its weight.
 */
export function sizeOfPacking(
  capacity: Float64Array,
  sets: readonly ArcSet[],
  packed: readonly Packed[],
): number {
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
