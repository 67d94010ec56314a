// Recorded arcs → distinct parent–child pairs of functions, in the order in which they first appear.
import { NONE } from '../base/brand.ts'
import type { RawArcs } from '../formats/format.ts'
import { FunctionLocator } from '../symbols/function-locator.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'
import { ArcsBefore, UNKNOWN } from './arcs-before.ts'

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
/** Arcs that are looked up together. */
const BATCH = 512

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
  readonly #before = new ArcsBefore()
  /** What each arc of the file being added is counted in; room for later files. */
  #rows = new Int32Array(0)
  /** Addresses and rows of the arcs of a batch that the file before does not tell. */
  readonly #unknown = { from: new Float64Array(BATCH), self: new Float64Array(BATCH) }
  readonly #unknownRows = new Int32Array(BATCH)
  readonly #parents = new Int32Array(BATCH)
  readonly #children = new Int32Array(BATCH)
  /** Read so that it is near when it is asked for; not used. */
  readonly #touched = new Int32Array(BATCH)

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
   *
   * What files before had in the same order is known from there. Nothing of `arcs` is held on to.
   */
  add(arcs: RawArcs): void {
    // The first file's arcs are mostly distinct; later ones bring few that are new.
    if (this.#length === 0) this.#reserve(arcs.length)
    if (this.#rows.length < arcs.length) this.#rows = new Int32Array(arcs.length)
    const rows = this.#rows.subarray(0, arcs.length)
    this.#before.begin(arcs.length)
    for (let from = 0; from < arcs.length; from += BATCH) {
      const batch = rows.subarray(from, from + BATCH)
      const unknown = this.#before.recall(arcs, from, batch)
      if (unknown === batch.length) this.#findBatch(arcs, from, batch)
      else if (unknown > 0) this.#findUnknown(arcs, from, batch)
      if (2 * unknown > batch.length) this.#before.resume(batch[batch.length - 1])
      this.#countBatch(arcs, from, batch)
    }
    this.records += arcs.length
    this.#before.learn(arcs, rows)
  }

  /** Adds an arc known from the program's text: it counts nothing, and changes nothing where it is known already. */
  addStatic(parent: number, child: number): void {
    this.#reserve(this.#length + 1)
    this.#find(parent, child)
  }

  /** Files may still be added; what they could have in common with those before is forgotten. */
  result(): TalliedArcs {
    this.#before.forget()
    this.#rows = new Int32Array(0)
    const length = this.#length
    return {
      length,
      parent: this.#parent.slice(0, length),
      child: this.#child.slice(0, length),
      count: this.#count.slice(0, length),
    }
  }

  /**
   * Fills in the rows of distinct arcs, −1 for what is dropped: first both ends of every arc, then where each pair
   * would stand in the table, then the rows. The steps of one arc wait for memory, those of many arcs together.
   */
  #findBatch(arcs: Pick<RawArcs, 'from' | 'self'>, from: number, rows: Int32Array): void {
    const { length } = rows
    this.#reserve(this.#length + length)
    const parents = this.#parents.subarray(0, length)
    const children = this.#children.subarray(0, length)
    this.#locator.fill(parents, arcs.from, from)
    this.#locator.fill(children, arcs.self, from)
    for (let at = 0; at < length; at++) {
      if (children[at] >= 0) children[at] = this.#functionAtOrBefore[children[at]]
    }
    const mask = this.#slots.length - 1
    for (let at = 0; at < length; at++)
      this.#touched[at] = this.#slots[hash(parents[at], children[at]) & mask]
    for (let at = 0; at < length; at++) {
      const parent = parents[at]
      const child = children[at]
      const isDropped = parent < 0 || child < 0 || this.#counts?.(parent, child) === false
      rows[at] = isDropped ? NONE : this.#find(parent, child)
    }
  }

  #findUnknown(arcs: RawArcs, from: number, rows: Int32Array): void {
    let length = 0
    for (let at = 0; at < rows.length; at++) {
      if (rows[at] !== UNKNOWN) continue
      this.#unknown.from[length] = arcs.from[from + at]
      this.#unknown.self[length++] = arcs.self[from + at]
    }
    const found = this.#unknownRows.subarray(0, length)
    this.#findBatch(this.#unknown, 0, found)
    let next = 0
    for (let at = 0; at < rows.length; at++) if (rows[at] === UNKNOWN) rows[at] = found[next++]
  }

  #countBatch(arcs: RawArcs, from: number, rows: Int32Array): void {
    const counts = this.#count
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]
      if (row < 0) this.dropped++
      else counts[row] = counts[row] + arcs.count[from + at]
    }
  }

  /** There is room for it: `#reserve` was asked before. */
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
    this.#parent[arc] = parent
    this.#child[arc] = child
    this.#slots[slot] = arc + 1
    return arc
  }

  /** Makes room for `arcs` distinct arcs. */
  #reserve(arcs: number): void {
    if (arcs > this.#parent.length) {
      const capacity = Math.max(arcs, 2 * this.#parent.length)
      this.#parent = grown(this.#parent, new Int32Array(capacity))
      this.#child = grown(this.#child, new Int32Array(capacity))
      this.#count = grown(this.#count, new Float64Array(capacity))
    }
    if (2 * arcs > this.#slots.length) this.#rehash(2 * arcs)
  }

  #rehash(least: number): void {
    let size = this.#slots.length
    while (size < least) size *= 2
    const slots = new Int32Array(size)
    const mask = size - 1
    for (let arc = 0; arc < this.#length; arc++) {
      let slot = hash(this.#parent[arc], this.#child[arc]) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = arc + 1
    }
    this.#slots = slots
  }
}

function grown<T extends Int32Array | Float64Array>(column: T, larger: T): T {
  larger.set(column)
  return larger
}

/** Mixes both ends so that neighbours spread; any constant odd multipliers do. */
function hash(parent: number, child: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(child + 0x7f4a7c15, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
