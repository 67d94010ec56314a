// Recorded arcs → distinct parent–child pairs of functions, in the order in which they first appear.
import type { RawArcs } from '../formats/format.ts'
import { FunctionLocator } from '../symbols/function-locator.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'

/** Distinct arcs as plain columns; `length` rows of each are valid. */
export interface TalliedArcs {
  readonly length: number
  readonly parent: Int32Array<ArrayBuffer>
  readonly child: Int32Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
}

/** Whether the arc between two rows of the symbol table counts. */
export type ArcFilter = (parent: number, child: number) => boolean

const MINIMUM = 1024

export class ArcTally {
  /** Records seen, and those dropped because an end is in no function or a filter leaves them out. */
  records = 0
  dropped = 0
  /** Per symbol: itself if it is typed as a function, else the nearest before it that is; −1 if there is none. */
  readonly #functionAtOrBefore: Int32Array
  readonly #locator: FunctionLocator
  readonly #counts: ArcFilter | null
  #length = 0
  #parent = new Int32Array(MINIMUM)
  #child = new Int32Array(MINIMUM)
  #count = new Float64Array(MINIMUM)
  /** Open-addressing table of arc number + 1, at most half full. */
  #slots = new Int32Array(4 * MINIMUM)

  /** @param counts which arcs count at all; null for every one */
  constructor(symbols: SymbolTable, counts: ArcFilter | null = null) {
    this.#counts = counts
    this.#locator = new FunctionLocator(symbols)
    this.#functionAtOrBefore = new Int32Array(symbols.length)
    let nearest = -1
    for (let symbol = 0; symbol < symbols.length; symbol++) {
      if (symbols.isFunction[symbol] === 1) nearest = symbol
      this.#functionAtOrBefore[symbol] = nearest
    }
  }

  /**
   * Adds every arc of one file. A parent or child outside every symbol drops the arc and its calls; a child that is
   * not typed as a function gives way to the nearest function before it.
   */
  add(arcs: RawArcs): void {
    for (let arc = 0; arc < arcs.length; arc++) {
      this.records++
      const parent = this.#locator.at(arcs.from[arc])
      const callee = parent < 0 ? -1 : this.#locator.at(arcs.self[arc])
      const child = callee < 0 ? -1 : this.#functionAtOrBefore[callee]
      if (child < 0 || this.#counts?.(parent, child) === false) {
        this.dropped++
        continue
      }
      const slot = this.#find(parent, child)
      this.#count[slot] = this.#count[slot] + arcs.count[arc]
    }
  }

  /** Adds an arc known from the program's text: it counts nothing, and changes nothing where it is known already. */
  addStatic(parent: number, child: number): void {
    this.#find(parent, child)
  }

  result(): TalliedArcs {
    const length = this.#length
    return {
      length,
      parent: this.#parent.slice(0, length),
      child: this.#child.slice(0, length),
      count: this.#count.slice(0, length),
    }
  }

  #find(parent: number, child: number): number {
    const mask = this.#slots.length - 1
    let slot = hash(parent, child) & mask
    for (;;) {
      const arc = this.#slots[slot] - 1
      if (arc < 0) break
      if (this.#parent[arc] === parent && this.#child[arc] === child) return arc
      slot = (slot + 1) & mask
    }
    const arc = this.#length++
    if (arc === this.#parent.length) this.#grow()
    this.#parent[arc] = parent
    this.#child[arc] = child
    if (this.#length * 2 > this.#slots.length) this.#rehash()
    else this.#slots[slot] = arc + 1
    return arc
  }

  #grow(): void {
    const capacity = this.#parent.length * 2
    const parent = new Int32Array(capacity)
    const child = new Int32Array(capacity)
    const count = new Float64Array(capacity)
    parent.set(this.#parent)
    child.set(this.#child)
    count.set(this.#count)
    this.#parent = parent
    this.#child = child
    this.#count = count
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let arc = 0; arc < this.#length; arc++) {
      let slot = hash(this.#parent[arc], this.#child[arc]) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = arc + 1
    }
    this.#slots = slots
  }
}

/** Mixes both ends so that neighbours spread; any constant odd multipliers do. */
function hash(parent: number, child: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(child + 0x7f4a7c15, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
