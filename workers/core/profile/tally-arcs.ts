// Sums recorded arcs into distinct pairs of functions, in order of first appearance, within one file or
// over many files of one program.
import type { RawArcs } from '../formats/format.ts'
import { NONE, used } from '../base/columns.ts'
import { detachBuffers } from '../base/buffers.ts'
import type { LocatableSymbols } from '../symbols/function-locator.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { ArcEnds, type ArcFilter } from './arc-ends.ts'
import { arcsOfFile, LARGEST_NARROW, type TalliedArcs } from './distinct-arcs.ts'
import { KnownArcs, capacityFor, UNKNOWN } from './known-arcs.ts'

const MINIMUM = 1024
/** Number of arcs looked up together. */
const BATCH = 512

/** Sums the arcs of any number of files by parent and child, which are rows of the symbol table. */
export class ArcTally {
  /**
   * Records seen, and records dropped because an end is in no function or a filter excludes them.
   */
  records = 0
  dropped = 0
  readonly #ends: ArcEnds
  #length = 0
  #parent = new Int32Array(MINIMUM)
  #child = new Int32Array(MINIMUM)
  #count: TalliedArcs['count'] = new Uint32Array(MINIMUM)
  #largestCount = LARGEST_NARROW
  /** Open-addressing table of arc number + 1, at most half full. Empty until the first look-up. */
  #slots = new Int32Array(0)
  /** See TalliedArcs. */
  #byChild: TalliedArcs['byChild']
  readonly #before = new KnownArcs()
  /** For each arc of the current file, the row it was counted in. May have room for later files. */
  #rows = new Int32Array(0)
  /**
   * Addresses and positions of the arcs in a batch that the order of earlier files does not
   * predict.
   */
  readonly #unknown = { from: new Float64Array(BATCH), self: new Float64Array(BATCH) }
  readonly #unknownRows = new Int32Array(BATCH)
  /** Both ends of the arcs in a batch. */
  readonly #parents = new Int32Array(BATCH)
  readonly #children = new Int32Array(BATCH)

  /** @param counts selects the arcs that count; null for all */
  constructor(symbols: LocatableSymbols & Pick<SymbolTable, 'isFunction'>, counts: ArcFilter | null = null) {
    this.#ends = new ArcEnds(symbols, counts)
  }

  /**
   * Adds every arc of one file. An arc is dropped, with its calls, if its parent or child is in no symbol. A
   * child that is not typed as a function gives way to the nearest function before it.
   *
   * Arcs in the order of earlier files are recognised without a look-up. Keeps no reference to `arcs`.
   *
   * @param arcs in link-time addresses
   * @param moreFollow whether other files will be added, whose order this file may predict
   */
  add(arcs: RawArcs, moreFollow = true): void {
    this.#byChild = undefined
    if (this.#length === 0 && !moreFollow) this.#addAlone(arcs)
    else {
      // The first file's arcs are mostly distinct; later files bring few new ones.
      if (this.#length === 0) this.#reserve(arcs.length)
      this.#addLikeBefore(arcs)
    }
    this.records += arcs.length
  }

  /** Adds the only file. */
  #addAlone(records: RawArcs): void {
    const { dropped, ...arcs } = arcsOfFile(records, this.#ends)
    this.dropped += dropped
    this.#length = arcs.length
    this.#parent = arcs.parent
    this.#child = arcs.child
    this.#count = arcs.count
    this.#byChild = arcs.byChild
    if (arcs.count instanceof Float64Array) this.#largestCount = Infinity
  }

  #addLikeBefore(arcs: RawArcs): void {
    if (this.#rows.length < arcs.length) {
      detachBuffers([this.#rows.buffer])
      this.#rows = new Int32Array(capacityFor(arcs.length))
    }
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
    this.#before.learn(arcs, rows)
  }

  /**
   * Adds a static arc from the program's code, without a count. Does nothing if the arc exists.
   *
   * @param parent row of the symbol table, as `child`
   */
  addStatic(parent: number, child: number): void {
    this.#byChild = undefined
    this.#reserve(this.#length + 1)
    this.#parents[0] = parent
    this.#children[0] = child
    this.#findRows(this.#unknownRows.subarray(0, 1))
  }

  /**
   * Returns the row of the symbol itself if it is typed as a function, else of the nearest function before
   * it; NONE if there is none.
   */
  functionAt(symbol: number): number {
    return this.#ends.functionAt(symbol)
  }

  /** Whether the arc between two rows was added, recorded or static. */
  has(parent: number, child: number): boolean {
    this.#reserve(this.#length + 1)
    const mask = this.#slots.length - 1
    for (let slot = hash(parent, child) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const arc = this.#slots[slot] - 1
      if (this.#parent[arc] === parent && this.#child[arc] === child) return true
    }
    return false
  }

  /**
   * Returns the sums, in order of first appearance. The columns may be shared with the tally: adding another
   * file changes them.
   */
  result(): TalliedArcs {
    this.#before.forget()
    detachBuffers([this.#rows.buffer, this.#slots.buffer])
    this.#rows = new Int32Array(0)
    this.#slots = new Int32Array(0)
    const length = this.#length
    return {
      length,
      parent: used(this.#parent, length),
      child: used(this.#child, length),
      count: used(this.#count, length),
      ...(this.#byChild && { byChild: this.#byChild }),
    }
  }

  /** Writes the row of each arc of a batch; NONE for dropped arcs. */
  #findBatch(arcs: Pick<RawArcs, 'from' | 'self'>, from: number, rows: Int32Array): void {
    this.#reserve(this.#length + rows.length)
    const parents = this.#parents.subarray(0, rows.length)
    this.#ends.find(arcs, from, parents, this.#children.subarray(0, rows.length))
    this.#findRows(rows)
  }

  /**
   * Writes the rows of a batch's pairs; new pairs get new rows at the end. `#reserve` must have
   * made room.
   */
  #findRows(rows: Int32Array): void {
    const [slots, parentOf, childOf] = [this.#slots, this.#parent, this.#child]
    const mask = slots.length - 1
    for (let at = 0; at < rows.length; at++) {
      const parent = this.#parents[at]
      const child = this.#children[at]
      if (parent < 0 || child < 0) {
        rows[at] = NONE
        continue
      }
      let slot = hash(parent, child) - 1
      let arc: number
      do {
        slot = (slot + 1) & mask
        arc = slots[slot] - 1
      } while (arc >= 0 && (parentOf[arc] !== parent || childOf[arc] !== child))
      if (arc < 0) {
        arc = this.#length++
        parentOf[arc] = parent
        childOf[arc] = child
        slots[slot] = arc + 1
      }
      rows[at] = arc
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
    let counts = this.#count
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]
      if (row < 0) {
        this.dropped++
        continue
      }
      const count = counts[row] + arcs.count[from + at]
      if (count > this.#largestCount) counts = this.#widen()
      counts[row] = count
    }
  }

  #widen(): Float64Array<ArrayBuffer> {
    this.#largestCount = Infinity
    return (this.#count = new Float64Array(this.#count))
  }

  /** Makes room for `arcs` distinct arcs. */
  #reserve(arcs: number): void {
    if (arcs > this.#parent.length) {
      const capacity = Math.max(arcs, 2 * this.#parent.length)
      this.#parent = grown(this.#parent, new Int32Array(capacity))
      this.#child = grown(this.#child, new Int32Array(capacity))
      this.#count =
        this.#count instanceof Uint32Array
          ? grown(this.#count, new Uint32Array(capacity))
          : grown(this.#count, new Float64Array(capacity))
    }
    if (2 * arcs > this.#slots.length) this.#rehash(2 * arcs)
  }

  #rehash(least: number): void {
    let size = Math.max(this.#slots.length, 4 * MINIMUM)
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

function grown<T extends Int32Array | Uint32Array | Float64Array>(column: T, larger: T): T {
  larger.set(column)
  return larger
}

/** Mixes both ends so that neighbours spread; any odd constant multipliers do. */
function hash(parent: number, child: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(child + 0x7f4a7c15, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
