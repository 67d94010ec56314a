// Recorded arcs as distinct pairs of functions, in the order in which they first appear: within one file,
// and over many files of one program.
import { asArray, NONE } from '../../base/columns.ts'
import { buffersIn, detachBuffers, used } from '../../base/buffers.ts'
import type { RawArcs } from '../../formats/format.ts'
import { FunctionLocator, type LocatableSymbols } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { type Csr, groupNewestFirst } from '../../base/csr.ts'
import type { ArcsByFunction, ArcTable } from '../call-graph-profile.ts'

/** Whether the arc between two rows of the symbol table counts. */
export type ArcFilter = (parent: number, child: number) => boolean

const MINIMUM = 1024
/** Arcs that are looked up together. */
const BATCH = 512

export class ArcTally {
  /** Records seen, and those dropped because an end is in no function or a filter leaves them out. */
  records = 0
  dropped = 0
  readonly #isFunction: Uint8Array
  readonly #locator: FunctionLocator
  readonly #counts: ArcFilter | null
  #length = 0
  #parent = new Int32Array(MINIMUM)
  #child = new Int32Array(MINIMUM)
  #count: TalliedArcs['count'] = new Uint32Array(MINIMUM)
  #largestCount = LARGEST_NARROW
  /** Open-addressing table of arc number + 1, at most half full; too small for any arc until one is looked for. */
  #slots = new Int32Array(0)
  /** See TalliedArcs. */
  #byChild: TalliedArcs['byChild']
  readonly #before = new KnownArcs()
  /** What each arc of the file being added is counted in; room for later files. */
  #rows = new Int32Array(0)
  /** Addresses and rows of the arcs of a batch that the file before does not tell. */
  readonly #unknown = { from: new Float64Array(BATCH), self: new Float64Array(BATCH) }
  readonly #unknownRows = new Int32Array(BATCH)
  /** Of the arcs of a batch. */
  readonly #parents = new Int32Array(BATCH)
  readonly #children = new Int32Array(BATCH)
  /** See `#functionsBefore`; made when it is needed. */
  #functionBefore: Int32Array | null = null

  /** @param counts which arcs count at all; null for every one */
  constructor(symbols: LocatableSymbols & Pick<SymbolTable, 'isFunction'>, counts: ArcFilter | null = null) {
    this.#counts = counts
    this.#locator = new FunctionLocator(symbols)
    this.#isFunction = symbols.isFunction
  }

  /**
   * Adds every arc of one file. A parent or child outside every symbol drops the arc and its calls; a child that is
   * not typed as a function gives way to the nearest function before it.
   *
   * What files before had in the same order is known from there. Nothing of `arcs` is held on to.
   *
   * @param moreFollow other files will be added, of which this one may tell much
   */
  add(arcs: RawArcs, moreFollow = true): void {
    this.#byChild = undefined
    if (this.#length === 0 && !moreFollow) this.#addAlone(arcs)
    else {
      // The first file's arcs are mostly distinct; later ones bring few that are new.
      if (this.#length === 0) this.#reserve(arcs.length)
      this.#addLikeBefore(arcs)
    }
    this.records += arcs.length
  }

  /** All there is, as far as is known. */
  #addAlone(arcs: RawArcs): void {
    const parents = new Int32Array(arcs.length)
    const children = new Int32Array(arcs.length)
    for (let from = 0; from < arcs.length; from += BATCH) {
      const parentsNow = parents.subarray(from, from + BATCH)
      const childrenNow = children.subarray(from, from + BATCH)
      this.#findEnds(arcs, from, parentsNow, childrenNow)
      this.dropped += dropOutside(parentsNow, childrenNow)
    }
    const tallied = distinctArcs(parents, children, arcs.count, this.#isFunction.length)
    this.#length = tallied.length
    this.#parent = tallied.parent
    this.#child = tallied.child
    this.#count = tallied.count
    this.#byChild = tallied.byChild
    if (tallied.count instanceof Float64Array) this.#largestCount = Infinity
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

  /** Adds an arc known from the program's text: it counts nothing, and changes nothing where it is known already. */
  addStatic(parent: number, child: number): void {
    this.#byChild = undefined
    this.#reserve(this.#length + 1)
    this.#parents[0] = parent
    this.#children[0] = child
    this.#findRows(this.#unknownRows.subarray(0, 1))
  }

  /** The symbol itself if it is typed as a function, else the nearest before it that is; NONE if there is none. */
  functionAt(symbol: number): number {
    return this.#functionsBefore()[symbol]
  }

  /** Whether the arc was added, of either kind. */
  has(parent: number, child: number): boolean {
    this.#reserve(this.#length + 1)
    const mask = this.#slots.length - 1
    for (let slot = hash(parent, child) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const arc = this.#slots[slot] - 1
      if (this.#parent[arc] === parent && this.#child[arc] === child) return true
    }
    return false
  }

  /** The columns may be the tally's own: if another file is added, its calls are in them, too. */
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

  /** Fills in the rows of distinct arcs, NONE for what is dropped. */
  #findBatch(arcs: Pick<RawArcs, 'from' | 'self'>, from: number, rows: Int32Array): void {
    this.#reserve(this.#length + rows.length)
    const parents = this.#parents.subarray(0, rows.length)
    this.#findEnds(arcs, from, parents, this.#children.subarray(0, rows.length))
    this.#findRows(rows)
  }

  /** Fills in both ends of as many arcs as there is room for; those of one that does not count may be NONE. */
  #findEnds(
    arcs: Pick<RawArcs, 'from' | 'self'>,
    from: number,
    parents: Int32Array,
    children: Int32Array,
  ): void {
    this.#locator.fill(parents, arcs.from, from, parents.length)
    this.#locator.fill(children, arcs.self, from, children.length)
    this.#passLabels(children)
    if (this.#counts !== null) dropUncounted(this.#counts, parents, children)
  }

  #passLabels(children: Int32Array): void {
    for (let at = 0; at < children.length; at++) {
      const child = children[at]
      if (child >= 0 && this.#isFunction[child] === 0) children[at] = this.#functionsBefore()[child]
    }
  }

  /** Per symbol: itself if it is typed as a function, else the nearest before it that is; NONE if there is none. */
  #functionsBefore(): Int32Array {
    if (this.#functionBefore !== null) return this.#functionBefore
    const isFunction = this.#isFunction
    this.#functionBefore = new Int32Array(isFunction.length)
    let nearest: number = NONE
    for (let symbol = 0; symbol < isFunction.length; symbol++) {
      if (isFunction[symbol] === 1) nearest = symbol
      this.#functionBefore[symbol] = nearest
    }
    return this.#functionBefore
  }

  /** The rows of the pairs of a batch, new ones behind the others. There is room for them: `#reserve` was asked before. */
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

function dropUncounted(counts: ArcFilter, parents: Int32Array, children: Int32Array): void {
  for (let at = 0; at < parents.length; at++) {
    const [parent, child] = [parents[at], children[at]]
    if (parent >= 0 && child >= 0 && !counts(parent, child)) parents[at] = NONE
  }
}

/** Arcs without one end lose the other, too; answers how many. */
function dropOutside(parents: Int32Array, children: Int32Array): number {
  let dropped = 0
  for (let arc = 0; arc < parents.length; arc++) {
    if (parents[arc] >= 0 && children[arc] >= 0) continue
    parents[arc] = children[arc] = NONE
    dropped++
  }
  return dropped
}

function grown<T extends Int32Array | Uint32Array | Float64Array>(column: T, larger: T): T {
  larger.set(column)
  return larger
}

/** Mixes both ends so that neighbours spread; any constant odd multipliers do. */
function hash(parent: number, child: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(child + 0x7f4a7c15, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

// Arcs of one file, pair by pair → each pair once. They have to be grouped by callee in any case, and in a group two that are
// alike are found by a look at the last callee met by each caller: no table of pairs, which is larger than a processor's
// own memory.

/** The largest count that 32 bits hold. */
const LARGEST_NARROW = 2 ** 32 - 1

/** Distinct arcs as plain columns. */
export interface TalliedArcs {
  readonly length: number
  readonly parent: Int32Array<ArrayBuffer>
  readonly child: Int32Array<ArrayBuffer>
  /** Of 32 bits unless one does not fit. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** Grouped by child, where that was done already. */
  readonly byChild?: ArcsByFunction
}

/** Those of a table that is there already. */
export function tallyOfTable({ length, parent, child, count }: ArcTable): TalliedArcs {
  return { length, parent: asArray(parent), child: asArray(child), count: asArray(count) }
}

/**
 * In the order in which pairs first appear.
 *
 * @param parent, child of each arc, NONE in both for one that is left out; the result may be made of them
 */
function distinctArcs(
  parent: Int32Array<ArrayBuffer>,
  child: Int32Array<ArrayBuffer>,
  counts: Float64Array,
  functions: number,
): Required<TalliedArcs> {
  const count = ownCounts(counts, child.length)
  const byChild: ArcsByFunction = groupNewestFirst(child, functions)
  const alike = joinAlike(byChild, parent, child, count)
  const length = byChild.items.length - alike
  if (length === child.length) return { length, parent, child, count, byChild }
  dropEmpty(parent, child, count)
  const arcs = { parent: used(parent, length), child: used(child, length), count: used(count, length) }
  return { length, ...arcs, byChild: groupNewestFirst(arcs.child, functions) }
}

/** A copy that sums can be written into. */
function ownCounts(counts: Float64Array, length: number): TalliedArcs['count'] {
  const narrow = new Uint32Array(length)
  let sum = 0
  for (let arc = 0; arc < length; arc++) {
    const count = counts[arc]
    narrow[arc] = count
    sum += count
  }
  return sum <= LARGEST_NARROW ? narrow : counts.slice(0, length)
}

/** Counts each arc for the oldest of its pair; the others are NONE from then on. Answers how many those are. */
function joinAlike(
  { length, offsets, items }: Csr,
  parents: Int32Array,
  children: Int32Array,
  count: TalliedArcs['count'],
): number {
  const lastChild = new Int32Array(length).fill(NONE)
  const oldest = new Int32Array(length)
  let alike = 0
  for (let child = 0; child < length; child++) {
    for (let at = offsets[child + 1] - 1; at >= offsets[child]; at--) {
      const arc = items[at]
      const parent = parents[arc]
      if (lastChild[parent] !== child) {
        lastChild[parent] = child
        oldest[parent] = arc
      } else {
        count[oldest[parent]] += count[arc]
        children[arc] = NONE
        alike++
      }
    }
  }
  return alike
}

/** Moves all others to the front. */
function dropEmpty(parent: Int32Array, child: Int32Array, count: TalliedArcs['count']): void {
  let length = 0
  for (let arc = 0; arc < child.length; arc++) {
    if (child[arc] < 0) continue
    parent[length] = parent[arc]
    child[length] = child[arc]
    count[length++] = count[arc]
  }
}

// What the files before tell of the next one: runs of one program record much the same arcs in much the same order.
//
//   known     a b   c d e f        one order for the arcs of all files so far
//   a file    a b x c   e f        d is stepped over, x is put in where it stands
//   known     a b x c d e f

/** The row of an arc that the files before do not tell. */
export const UNKNOWN = -2

/** How far ahead an arc is looked for: runs leave out an arc here and there. */
const AHEAD = 8

/** How far an arc that ends a gap is looked for. */
const REACH = 16 * 1024

/** So many times the arcs of the largest file are known at most: of files that differ more, the last one tells as much. */
const MOST = 2

/** For as many arcs, and some more: the next file may have a few. */
const capacityFor = (arcs: number): number => arcs + (arcs >> 3)

export class KnownArcs {
  #length = 0
  #from = new Float64Array(0)
  #self = new Float64Array(0)
  /** What each was counted in, NONE for dropped ones. */
  #row = new Int32Array(0)
  /** Where the next arc is expected. */
  #next = 0
  /** Arcs of the file that is being added which were not told: their places in the file, and those before which they belong. */
  #news = 0
  #newArc = new Int32Array(0)
  #newPlace = new Int32Array(0)
  #largest = 0

  /** A file of so many arcs comes. */
  begin(arcs: number): void {
    this.#next = 0
    this.#news = 0
    if (arcs <= this.#newArc.length) return
    this.#makeNews(capacityFor(arcs))
  }

  /**
   * Fills in the rows of `rows.length` arcs from `first` on, UNKNOWN where they cannot be told.
   *
   * @returns how many are unknown
   */
  recall(arcs: RawArcs, first: number, rows: Int32Array): number {
    const { from: fromOf, self: selfOf } = arcs
    const [knownFrom, knownSelf, knownRow, length] = [this.#from, this.#self, this.#row, this.#length]
    const newsBefore = this.#news
    let next = this.#next
    for (let at = 0; at < rows.length; at++) {
      const from = fromOf[first + at]
      const self = selfOf[first + at]
      const end = Math.min(next + AHEAD, length)
      let place = next
      while (place < end && (knownFrom[place] !== from || knownSelf[place] !== self)) place++
      if (place < end) {
        rows[at] = knownRow[place]
        next = place + 1
      } else {
        rows[at] = UNKNOWN
        this.#newArc[this.#news] = first + at
        this.#newPlace[this.#news++] = next
      }
    }
    this.#next = next
    return this.#news - newsBefore
  }

  /** Where many arcs were unknown, looks for the one found last, so that one long gap does not cost the rest of the file. */
  resume(row: number): void {
    if (row === NONE) return
    const end = Math.min(this.#next + REACH, this.#length)
    const ahead = this.#row.subarray(this.#next, end).indexOf(row)
    if (ahead >= 0) this.#next += ahead + 1
  }

  /** The file has been added; `rows`: what each of its arcs was counted in, NONE for dropped ones. */
  learn(arcs: RawArcs, rows: Int32Array): void {
    this.#largest = Math.max(this.#largest, arcs.length)
    const differs = this.#news > this.#length || this.#length + this.#news > MOST * this.#largest
    if (differs) this.#startWith(arcs, rows)
    else if (this.#news > 0) this.#putIn(arcs, rows)
  }

  forget(): void {
    this.#length = this.#news = this.#largest = 0
    this.#reserve(0)
    this.#makeNews(0)
  }

  #startWith(arcs: RawArcs, rows: Int32Array): void {
    this.#largest = arcs.length
    this.#length = arcs.length
    if (arcs.length > this.#row.length) this.#reserve(capacityFor(arcs.length))
    this.#from.set(arcs.from)
    this.#self.set(arcs.self)
    this.#row.set(rows)
  }

  /** From the last to the first, so that every arc moves once, to its place. */
  #putIn(arcs: RawArcs, rows: Int32Array): void {
    const length = this.#length + this.#news
    if (length > this.#row.length) this.#reserve(capacityFor(length))
    let end = this.#length
    for (let nth = this.#news - 1; nth >= 0; nth--) {
      const arc = this.#newArc[nth]
      const place = this.#newPlace[nth]
      const to = place + nth
      // Each by itself: in a list of the three there would be one more list for the engine to clear away for every arc.
      this.#from.copyWithin(to + 1, place, end)
      this.#self.copyWithin(to + 1, place, end)
      this.#row.copyWithin(to + 1, place, end)
      this.#from[to] = arcs.from[arc]
      this.#self[to] = arcs.self[arc]
      this.#row[to] = rows[arc]
      end = place
    }
    this.#length = length
  }

  #makeNews(room: number): void {
    detachBuffers([this.#newArc.buffer, this.#newPlace.buffer])
    this.#newArc = new Int32Array(room)
    this.#newPlace = new Int32Array(room)
  }

  /** What is known stays as far as there is room. */
  #reserve(room: number): void {
    const [from, self, row] = [this.#from, this.#self, this.#row]
    this.#from = new Float64Array(room)
    this.#self = new Float64Array(room)
    this.#row = new Int32Array(room)
    if (room > row.length) {
      this.#from.set(from)
      this.#self.set(self)
      this.#row.set(row)
    }
    detachBuffers(buffersIn([from, self, row]))
  }
}
