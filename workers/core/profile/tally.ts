// Adding up any number of files of one program: histograms bin by bin, arcs as distinct pairs of functions
// in the order of their first appearance, and basic blocks.
import type { CutHistogram, RawArcs, RawBlocks, RawHistogram } from '../formats/format.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { type Csr, firstPlace, groupNewestFirst } from '../base/sorting.ts'
import { asArray, buffersIn, detachBuffers, NONE, used } from '../base/columns.ts'
import { FunctionLocator, type LocatableSymbols, type SymbolTable } from '../symbols/symbol-table.ts'
import type { ArcsByFunction, ArcTable } from './call-graph-profile.ts'

// Sums histograms of any number of files, bin by bin in 64-bit arithmetic, by gprof's rules about
// what may be added. A single file's bins need no adding: they keep their 16-bit width, in a
// quarter of the memory.

/** The sum of all histogram records with one address range. */
export interface SummedHistogram {
  /** First link-time address sampled, and the one behind the last. */
  readonly low: number
  readonly high: number
  /** Samples per bin; exact up to 2^53. 16 bits wide while only one file has this range. */
  readonly bins: Uint16Array<ArrayBuffer> | Float64Array<ArrayBuffer>
}

/**
 * Address range of a histogram, for code that needs no bins. Bins may be released before the
 * program's code is read.
 */
export type CodeRange = Pick<SummedHistogram, 'low' | 'high'>

/**
 * Two-byte units per bin, not rounded: gprof compares it and divides by it. A range that ends
 * before it begins is huge, as on a 64-bit machine.
 */
function scaleOf({ low, high, bins }: { low: number; high: number; bins: { length: number } }): number {
  return Math.floor((high < low ? high - low + 2 ** 64 : high - low) / 2) / bins.length
}

const SCALE_TOLERANCE = 1e-6
const CEILING = 0xffff

/** Samples of one record, and how many of its bins are at the ceiling. */
interface Added {
  readonly samples: number
  readonly atCeiling: number
}

/**
 * Adds a file's bins to the sums. The common 16-bit bins have a function of their own: a loop
 * over two kinds of array takes three times as long, and a sum may have a thousand files. It adds
 * empty bins too, because mispredicted branches cost more than adding 0.
 */
function addNarrow(sums: Float64Array, bins: Uint16Array): Added {
  const length = Math.min(sums.length, bins.length)
  let samples = 0
  let most = 0
  for (let bin = 0; bin < length; bin++) {
    const here = bins[bin]
    sums[bin] += here
    samples += here
    most = Math.max(most, here)
  }
  return { samples, atCeiling: most === CEILING ? countAtCeiling(bins, length) : 0 }
}

/** Counts the same for bins that are kept without adding. */
function countNarrow(bins: Uint16Array): Added {
  let samples = 0
  let most = 0
  for (let bin = 0; bin < bins.length; bin++) {
    const here = bins[bin]
    samples += here
    if (here > most) most = here
  }
  return { samples, atCeiling: most === CEILING ? countAtCeiling(bins, bins.length) : 0 }
}

function countAtCeiling(bins: Uint16Array, length: number): number {
  let atCeiling = 0
  for (let bin = 0; bin < length; bin++) if (bins[bin] === CEILING) atCeiling++
  return atCeiling
}

function addWide(sums: Float64Array, bins: Float64Array): Added {
  const length = Math.min(sums.length, bins.length)
  let samples = 0
  for (let bin = 0; bin < length; bin++) {
    sums[bin] += bins[bin]
    samples += bins[bin]
  }
  return { samples, atCeiling: 0 }
}

/** Sums histogram records by address range. */
export class HistogramSum {
  /** The sums, in order of first appearance. */
  readonly records: SummedHistogram[] = []
  /** Ticks per second of the first record; 0 before there is one. */
  rate = 0
  /** Two-byte units per bin of the first record; 0 before there is one. */
  scale = 0
  dimension = ''
  abbreviation = ''
  /** Bins of single files that are at the 16-bit ceiling, or may have wrapped. */
  binsAtCeiling = 0
  #isEmpty = true
  /** Index in `records` by address range. */
  readonly #places = new Map<string, number>()
  readonly #ranges = new RangeSet()

  /**
   * Adds one record and returns its number of samples. A record with the range of an earlier one is added to
   * it; any other range must not overlap. The sum may keep the record's bins, so they must not change, unless
   * `isReused` is set.
   *
   * @param file name of the file, for messages
   * @throws ProblemError `gmon/dimension-changed`, `gmon/scale-changed`, `gmon/overlapping-histograms`;
   *   nothing was added then
   */
  add(histogram: RawHistogram, file: string): number {
    const place = this.check(histogram, file)
    if (this.#isEmpty) {
      this.#isEmpty = false
      this.rate = histogram.rate
      this.scale = scaleOf(histogram)
      this.dimension = histogram.dimension
      this.abbreviation = histogram.abbreviation
    }
    const { low, high, bins } = histogram
    if (place === undefined && bins instanceof Uint16Array) {
      this.#keep({ low, high, bins: histogram.isReused ? bins.slice() : bins })
      return this.#countAdded(countNarrow(bins))
    }
    const sums = place === undefined ? new Float64Array(bins.length) : this.#sumsAt(place)
    if (place === undefined) this.#keep({ low, high, bins: sums })
    return this.#countAdded(bins instanceof Uint16Array ? addNarrow(sums, bins) : addWide(sums, bins))
  }

  #countAdded({ samples, atCeiling }: Added): number {
    this.binsAtCeiling += atCeiling
    return samples
  }

  #keep(record: SummedHistogram): void {
    this.#places.set(keyOf(record), this.records.length)
    this.#ranges.add(record)
    this.records.push(record)
  }

  /** Returns a record's bins as 64-bit numbers. */
  #sumsAt(place: number): Float64Array<ArrayBuffer> {
    const record = this.records[place]
    if (record.bins instanceof Float64Array) return record.bins
    const sums = new Float64Array(record.bins)
    this.records[place] = { ...record, bins: sums }
    return sums
  }

  /**
   * Returns the index in `records` of the record that `add` would add this one to; undefined if it would add
   * a new one. Ignores the bins.
   *
   * @param file name of the file, for messages
   * @throws ProblemError `gmon/dimension-changed`, `gmon/scale-changed`, `gmon/overlapping-histograms`
   */
  check(histogram: CutHistogram, file: string): number | undefined {
    const at = { file, offset: histogram.offset }
    if (!this.#isEmpty) {
      const scale = scaleOf(histogram)
      const was = `${this.dimension} (${this.abbreviation})`
      const is = `${histogram.dimension} (${histogram.abbreviation})`
      if (was !== is) throw new ProblemError({ code: 'gmon/dimension-changed', from: was, to: is, ...at })
      if (Math.abs(scale - this.scale) > SCALE_TOLERANCE) {
        throw new ProblemError({ code: 'gmon/scale-changed', from: this.scale, to: scale, ...at })
      }
    }
    const place = this.#places.get(keyOf(histogram))
    if (place === undefined && this.#ranges.overlaps(histogram))
      throw new ProblemError({ code: 'gmon/overlapping-histograms', ...at })
    return place
  }
}

const keyOf = ({ low, high }: CodeRange): string => `${low} ${high}`

// Set of disjoint ranges with fast overlap checks in any order of insertion. No profiler writes
// thousands of histograms, but any file may contain them.

/**
 * Ranges inserted out of order that are scanned one by one before they are merged into the sorted
 * list.
 */
const MOST_LATE = 1024

interface Range {
  readonly low: number
  readonly high: number
}

/** A set of address ranges that do not overlap; `high` is exclusive. */
export class RangeSet {
  #sorted: Range[] = []
  #late: Range[] = []

  /** Whether a range overlaps one of the set. Empty and reversed ranges overlap nothing. */
  overlaps({ low, high }: Range): boolean {
    if (low >= high) return false
    // Ranges are disjoint, so of those that begin before `high` the last one ends last.
    const below = firstPlace(this.#sorted.length, (at) => this.#sorted[at].low < high)
    if (below > 0 && this.#sorted[below - 1].high > low) return true
    return this.#late.some((late) => late.low < high && late.high > low)
  }

  /** Adds a range that overlaps none of the set, which is not checked. Ignores empty and reversed ranges. */
  add({ low, high }: Range): void {
    if (low >= high) return
    const last = this.#sorted.at(-1)
    if (!last || last.high <= low) this.#sorted.push({ low, high })
    else if (this.#late.push({ low, high }) === MOST_LATE) {
      this.#sorted = this.#sorted.concat(this.#late).sort((a, b) => a.low - b.low)
      this.#late = []
    }
  }
}

// Sums recorded arcs into distinct pairs of functions, in order of first appearance, within one
// file and over many files of one program.

/** Whether the arc between two rows of the symbol table counts. */
export type ArcFilter = (parent: number, child: number) => boolean

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
  readonly #isFunction: Uint8Array
  readonly #locator: FunctionLocator
  readonly #counts: ArcFilter | null
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
  /** See `#functionsBefore`; built on first use. */
  #functionBefore: Int32Array | null = null

  /** @param counts selects the arcs that count; null for all */
  constructor(symbols: LocatableSymbols & Pick<SymbolTable, 'isFunction'>, counts: ArcFilter | null = null) {
    this.#counts = counts
    this.#locator = new FunctionLocator(symbols)
    this.#isFunction = symbols.isFunction
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
    return this.#functionsBefore()[symbol]
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
    this.#findEnds(arcs, from, parents, this.#children.subarray(0, rows.length))
    this.#findRows(rows)
  }

  /** Writes both ends of as many arcs as fit. Those of an arc that does not count may be NONE. */
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

  /**
   * Per symbol: itself if it is typed as a function, else the nearest function before it; NONE if
   * there is none.
   */
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

function dropUncounted(counts: ArcFilter, parents: Int32Array, children: Int32Array): void {
  for (let at = 0; at < parents.length; at++) {
    const [parent, child] = [parents[at], children[at]]
    if (parent >= 0 && child >= 0 && !counts(parent, child)) parents[at] = NONE
  }
}

/** Sets both ends to NONE if one is, and returns how many arcs that drops. */
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

/** Mixes both ends so that neighbours spread; any odd constant multipliers do. */
function hash(parent: number, child: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(child + 0x7f4a7c15, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

// Arcs of one file: merges equal pairs without a hash table. Arcs must be grouped by callee in
// any case; within a group, the last callee seen for each caller shows whether a pair is a
// duplicate. A table of pairs would exceed the processor's cache.

/** Largest count that fits in 32 bits. */
const LARGEST_NARROW = 2 ** 32 - 1

/** Distinct arcs as plain columns. `parent` and `child` are rows of the symbol table (FunctionIndex). */
export interface TalliedArcs {
  readonly length: number
  readonly parent: Int32Array<ArrayBuffer>
  readonly child: Int32Array<ArrayBuffer>
  /** 32 bits wide unless a count does not fit. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** Arcs by child, if that grouping exists already. */
  readonly byChild?: ArcsByFunction
}

/**
 * Returns all arcs of an arc table as tallied arcs, static ones with a count of 0 among them. Columns are
 * shared.
 */
export function tallyOfTable({ length, parent, child, count }: ArcTable): TalliedArcs {
  return { length, parent: asArray(parent), child: asArray(child), count: asArray(count) }
}

/**
 * Merges equal pairs, in order of first appearance.
 *
 * @param parent, child ends of each arc, NONE in both for an excluded one; the result may reuse
 * these arrays
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

/** Returns a copy that sums can be written into. */
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

/**
 * Adds each arc's count to the oldest arc of its pair and sets the others to NONE. Returns how
 * many it merged.
 */
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

/** Moves the remaining arcs to the front. */
function dropEmpty(parent: Int32Array, child: Int32Array, count: TalliedArcs['count']): void {
  let length = 0
  for (let arc = 0; arc < child.length; arc++) {
    if (child[arc] < 0) continue
    parent[length] = parent[arc]
    child[length] = child[arc]
    count[length++] = count[arc]
  }
}

/**
 * Predicts the arcs of the next file from the files before: runs of one program record much the
 * same arcs in much the same order.
 *
 *    known     a b   c d e f        one order for the arcs of all files so far
 *    a file    a b x c   e f        d is skipped, x is inserted at its place
 *    known     a b x c d e f
 */

/** Row of an arc that the order of earlier files does not predict. */
export const UNKNOWN = -2

/** How many arcs to look ahead: runs skip an arc here and there. */
const AHEAD = 8

/** How far to search for the arc that ends a gap. */
const REACH = 16 * 1024

/**
 * Limit of known arcs, as a multiple of the largest file's. If files differ more, the last one
 * predicts as well.
 */
const MOST = 2

/** Room for as many arcs and an eighth more: the next file may have a few new ones. */
const capacityFor = (arcs: number): number => arcs + (arcs >> 3)

/**
 * The merged order of all files' arcs, which predicts the rows of the next file's arcs. For each file:
 * `begin`, then `recall` in batches, then `learn`.
 */
export class KnownArcs {
  #length = 0
  #from = new Float64Array(0)
  #self = new Float64Array(0)
  /** Row that each arc was counted in; NONE for dropped arcs. */
  #row = new Int32Array(0)
  /** Where the next arc is expected. */
  #next = 0
  /**
   * Arcs of the current file that were not predicted: their positions in the file, and the known
   * arcs they belong before.
   */
  #news = 0
  #newArc = new Int32Array(0)
  #newPlace = new Int32Array(0)
  #largest = 0

  /** Starts a file with `arcs` arcs. */
  begin(arcs: number): void {
    this.#next = 0
    this.#news = 0
    if (arcs <= this.#newArc.length) return
    this.#makeNews(capacityFor(arcs))
  }

  /**
   * Writes the predicted rows of `rows.length` arcs from `first` on; UNKNOWN where there is no prediction,
   * NONE for arcs that were dropped before.
   *
   * @returns number of arcs without a prediction
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

  /**
   * Moves the expected place behind the arc looked up last, so that one long gap does not cost the rest of
   * the file. Does nothing if the arc is not near.
   *
   * @param row in which the arc was counted
   */
  resume(row: number): void {
    if (row === NONE) return
    const end = Math.min(this.#next + REACH, this.#length)
    const ahead = this.#row.subarray(this.#next, end).indexOf(row)
    if (ahead >= 0) this.#next += ahead + 1
  }

  /**
   * Ends a file and merges its order into the known one.
   *
   * @param rows row that each of its arcs was counted in; NONE for dropped arcs
   */
  learn(arcs: RawArcs, rows: Int32Array): void {
    this.#largest = Math.max(this.#largest, arcs.length)
    const differs = this.#news > this.#length || this.#length + this.#news > MOST * this.#largest
    if (differs) this.#startWith(arcs, rows)
    else if (this.#news > 0) this.#putIn(arcs, rows)
  }

  /** Forgets all arcs and frees their memory. */
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

  /** Inserts from last to first, so that every arc moves once, to its place. */
  #putIn(arcs: RawArcs, rows: Int32Array): void {
    const length = this.#length + this.#news
    if (length > this.#row.length) this.#reserve(capacityFor(length))
    let end = this.#length
    for (let nth = this.#news - 1; nth >= 0; nth--) {
      const arc = this.#newArc[nth]
      const place = this.#newPlace[nth]
      const to = place + nth
      // Three plain calls: a list of the three arrays would be garbage for every arc.
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

  /** Keeps the known arcs as far as there is room. */
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

// Sums basic-block counts of any number of files, for the first ten blocks of each symbol.

/**
 * Basic blocks with link-time addresses, by symbol (rows of the symbol table), then in order of each symbol's
 * first appearance of them.
 */
export interface TalliedBlocks {
  readonly length: number
  readonly symbol: readonly number[]
  readonly address: readonly number[]
  readonly count: readonly number[]
}

/** Blocks per symbol that gprof has room for; it drops further ones. */
const MOST_BLOCKS = 10

/**
 * gprof treats a slot as free while its block's address is 0. So a block at address 0 is lost,
 * and its count goes to the block that takes the slot.
 */
const FREE = 0

interface Block {
  address: number
  count: number
}

/** Sums basic-block counts by symbol and address, as gprof does: at most ten blocks for each symbol. */
export class BlockTally {
  readonly #symbols: SymbolTable
  /** Built with the first block: few files have any. */
  #locator: FunctionLocator | null = null
  readonly #blocks = new Map<number, Block[]>()

  constructor(symbols: SymbolTable) {
    this.#symbols = symbols
  }

  /**
   * Adds the blocks of one file, in link-time addresses. Ignores blocks outside of all symbols, and those
   * beyond a symbol's tenth.
   */
  add(blocks: RawBlocks): void {
    if (blocks.length === 0) return
    const locator = (this.#locator ??= new FunctionLocator(this.#symbols))
    for (let block = 0; block < blocks.length; block++) {
      const address = blocks.address[block]
      const symbol = locator.at(address)
      if (symbol < 0) continue
      const known = this.#blocks.get(symbol) ?? []
      this.#blocks.set(symbol, known)
      const count = blocks.count[block]
      const last = known.at(-1)
      const same = known.find((other) => other.address === address)
      if (same) same.count += count
      else if (last?.address === FREE) {
        last.address = address
        last.count += count
      } else if (known.length < MOST_BLOCKS) known.push({ address, count })
    }
  }

  /**
   * Returns the blocks of one symbol, in order of first appearance; empty if it has none.
   *
   * @param symbol row of the symbol table
   */
  of(symbol: number): readonly Block[] {
    return (this.#blocks.get(symbol) ?? []).filter(({ address }) => address !== FREE)
  }

  /** Returns copies of the sums, ascending by symbol. */
  result(): TalliedBlocks {
    const symbols = [...this.#blocks.keys()].sort((left, right) => left - right)
    const rows = symbols.flatMap((symbol) => this.of(symbol).map((block) => ({ symbol, ...block })))
    return {
      length: rows.length,
      symbol: rows.map(({ symbol }) => symbol),
      address: rows.map(({ address }) => address),
      count: rows.map(({ count }) => count),
    }
  }
}
