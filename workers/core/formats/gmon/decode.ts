// Records of a gmon.out, slice by slice: histograms, arcs and basic blocks as columns. Never waits; the
// reader brings the slices.
import { ByteCursor, type ByteLayout, TWO_TO_32, uint64 } from '../../bytes/byte-cursor.ts'
import { LARGEST_TABLE, requireTable } from '../../bytes/byte-source.ts'
import { LEFT_OVER } from '../../bytes/read-ahead.ts'
import type { Problem } from '../../problems/problem.ts'
import type { CounterKind, CutHistogram, RawArcs, RawBlocks, RawHistogram } from '../format.ts'
import {
  BLOCKS_HEADER_SIZE,
  DIMENSION_LENGTH,
  GNU_HEADER_SIZE,
  gnuArcSize,
  histogramHeaderSize,
  Tag,
} from './layouts.ts'
import { buffersIn, detachBuffers } from '../../base/buffers.ts'

/** A GNU profile while it is decoded. */
export interface GnuFile {
  readonly file: string
  readonly size: number
  readonly version: number
  readonly layout: ByteLayout
  /** See ReadOptions. */
  readonly gprofQuirks?: boolean
  /** What to put the arcs into; new columns unless given. */
  readonly arcs?: ArcColumns
  /** What to put bins into; new columns unless given. */
  readonly bins?: BinBuffer
}

/** Bytes; a basic-block record must fit into one slice for its contents to be kept. */
const LONGEST_BLOCKS = 4 * 1024 * 1024

const ARCS_AT_ONCE = 1024

/** Bytes that a histogram takes without its bins, about. */
const HISTOGRAM_SIZE = 160

/** A histogram whose bins are still coming. */
interface OpenHistogram {
  readonly histogram: RawHistogram
  /** The histogram's. */
  readonly bins: Uint16Array<ArrayBuffer>
  filled: number
}

/** A version 0 basic-block record still being stepped over: what comes next of it. */
interface OpenBlocks {
  readonly offset: number
  blocksLeft: number
  /** Strings left before the fixed part that follows them. */
  stringsLeft: number
  part: 'name' | 'numbers' | 'names' | 'line'
}

/**
 * Takes a file in slices, each beginning where `position` says, and keeps what is whole. A record cut by the end of a
 * slice is left for the next one; a record cut by the end of the file, or of an unknown kind, is the `damage`.
 */
export class GnuDecoder {
  /** The smallest slice that makes headway wherever it begins. */
  static readonly smallestSlice = LEFT_OVER

  readonly #file: GnuFile
  #position = GNU_HEADER_SIZE
  #damage: Problem | null = null
  readonly #histograms: RawHistogram[] = []
  readonly #arcs: ArcColumns
  readonly #bins: BinBuffer
  readonly #blocks: BlockColumns
  /** Of all histograms. */
  #binCount = 0
  #basicBlocks = 0
  #firstBlocks: number | null = null
  #cut: CutHistogram | null = null
  #openHistogram: OpenHistogram | null = null
  #openBlocks: OpenBlocks | null = null

  constructor(file: GnuFile) {
    this.#file = file
    this.#arcs = file.arcs ?? new ArcColumns()
    this.#bins = file.bins ?? new BinBuffer()
    this.#blocks = new BlockColumns(file.file)
  }

  /** Where in the file the next slice begins. */
  get position(): number {
    return this.#position
  }

  get finished(): boolean {
    return this.#damage !== null || this.#position >= this.#file.size
  }

  get damage(): Problem | null {
    return this.#damage
  }

  get histograms(): readonly RawHistogram[] {
    return this.#histograms
  }

  /** The histogram that the end of the file cuts, if any. */
  get cut(): CutHistogram | null {
    return this.#cut
  }

  get basicBlocks(): number {
    return this.#basicBlocks
  }

  /** Position of the first basic-block record of which a block is whole. */
  get firstBlocks(): number | null {
    return this.#firstBlocks
  }

  arcs(): RawArcs {
    return this.#arcs.done()
  }

  blocks(): RawBlocks {
    return this.#blocks.done()
  }

  /** Decodes what it can of a slice. The last slice of a file reaches to its end. */
  feed(slice: Uint8Array): void {
    const start = this.#position
    const view = new DataView(slice.buffer, slice.byteOffset, slice.byteLength)
    const end = start + slice.length
    let before = -1
    while (this.#position < end && this.#position !== before && this.#damage === null) {
      before = this.#position
      if (this.#openHistogram !== null) this.#takeBins(this.#openHistogram, view, start)
      else if (this.#openBlocks !== null) this.#skipBlocks(this.#openBlocks, slice, start)
      else this.#takeRecord(slice, view, start)
    }
  }

  #takeRecord(slice: Uint8Array, view: DataView, start: number): void {
    const tag = view.getUint8(this.#position - start)
    if (tag === Tag.histogram) this.#takeHistogramHeader(slice, start)
    else if (tag === Tag.arc) this.#takeArcs(view, start)
    else if (tag === Tag.basicBlocks) this.#takeBlocks(slice, view, start)
    else this.#damage = { code: 'gmon/bad-tag', file: this.#file.file, offset: this.#position, tag }
  }

  /** Are the `length` bytes at `position` in the slice? If they are not even in the file, that is the damage. */
  #inHand(sliceEnd: number, length: number, what: string): boolean {
    if (this.#position + length <= sliceEnd) return true
    this.#checkInFile(this.#position, length, what)
    return false
  }

  #checkInFile(offset: number, length: number, what: string): boolean {
    const { file, size } = this.#file
    if (offset + length <= size) return true
    const found = Math.max(0, size - offset)
    this.#damage = { code: 'gmon/truncated-record', file, offset, what, expected: length, found }
    return false
  }

  #takeHistogramHeader(slice: Uint8Array, start: number): void {
    const { file, layout, size: end, gprofQuirks = false } = this.#file
    const offset = this.#position
    const size = histogramHeaderSize(layout)
    const bytes = slice.subarray(offset - start, offset - start + size)
    // A tag, and addresses that begin with a zero, are how a histogram that was cut begins.
    const isAllThere = bytes.length === size || start + slice.length === end
    const isTold = isAllThere && bytes.length > 2 * layout.wordSize
    if (isTold && !gprofQuirks && bytes.every((byte) => byte === 0)) {
      this.#damage = { code: 'gmon/zeros', file, offset }
      return
    }
    if (!this.#inHand(start + slice.length, size, 'histogram header')) return
    const cursor = new ByteCursor({ file, offset, bytes }, layout)
    cursor.skip(1, 'tag')
    const low = cursor.word('low address')
    const high = cursor.word('high address')
    const bins = cursor.u32('number of bins')
    const rate = cursor.u32('sampling rate')
    const dimension = cursor.text(DIMENSION_LENGTH, 'dimension')
    const abbreviation = cursor.text(1, 'dimension abbreviation')
    const header = { low, high, rate, dimension, abbreviation, offset }
    if (!this.#checkInFile(offset + size, 2 * bins, 'histogram bins')) {
      this.#cut = { ...header, bins: { length: bins } }
      return
    }
    this.#position += size
    this.#binCount += bins
    requireTable(file, 'histogram bins', 2 * this.#binCount)
    requireTable(file, 'histogram records', HISTOGRAM_SIZE * (this.#histograms.length + 1))
    const taken = this.#bins.take(bins)
    const histogram = { ...header, ...taken }
    if (bins === 0) this.#histograms.push(histogram)
    else this.#openHistogram = { histogram, bins: taken.bins, filled: 0 }
  }

  #takeBins(open: OpenHistogram, view: DataView, start: number): void {
    const { bins } = open
    const at = this.#position - start
    const count = Math.min(bins.length - open.filled, Math.floor((view.byteLength - at) / 2))
    decodeBins(view, at, count, bins, open.filled, this.#file.layout)
    open.filled += count
    this.#position += 2 * count
    if (open.filled < bins.length) return
    this.#histograms.push(open.histogram)
    this.#openHistogram = null
  }

  /** This arc and arcs right behind it: so many that the processor still has them near when it comes to their numbers. */
  #takeArcs(view: DataView, start: number): void {
    const { file, layout, size } = this.#file
    const stride = gnuArcSize(layout)
    if (!this.#inHand(start + view.byteLength, stride, 'arc')) return
    const first = this.#position - start
    const whole = first + Math.min(ARCS_AT_ONCE, Math.floor((view.byteLength - first) / stride)) * stride
    let at = first
    while (at < whole && view.getUint8(at) === Tag.arc) at += stride
    const arcs = (at - first) / stride
    const atMost = Math.floor((size - this.#position) / stride)
    this.#arcs.append({ file, view, at: first + 1, stride, arcs, countSize: 4, layout }, atMost)
    this.#position += arcs * stride
  }

  #takeBlocks(slice: Uint8Array, view: DataView, start: number): void {
    const { layout, size, version, gprofQuirks = false } = this.#file
    const offset = this.#position
    if (!this.#inHand(start + view.byteLength, BLOCKS_HEADER_SIZE, 'basic-block record')) return
    const blocks = view.getUint32(offset - start + 1, gprofQuirks || !layout.bigEndian)
    if (version === 0) {
      this.#position += BLOCKS_HEADER_SIZE
      this.#openBlocks = { offset, blocksLeft: blocks, stringsLeft: 1, part: 'name' }
      this.#skipBlocks(this.#openBlocks, slice, start)
      return
    }
    const length = BLOCKS_HEADER_SIZE + 2 * layout.wordSize * blocks
    if (blocks > 0 && offset + BLOCKS_HEADER_SIZE + 2 * layout.wordSize <= size) this.#firstBlocks ??= offset
    if (!this.#checkInFile(offset, length, 'basic-block record')) return
    if (gprofQuirks && length <= LONGEST_BLOCKS) {
      if (!this.#inHand(start + view.byteLength, length, 'basic-block record')) return
      this.#blocks.append(view, offset - start + BLOCKS_HEADER_SIZE, blocks, layout)
    }
    this.#position += length
    this.#basicBlocks++
  }

  /** A count and an address, as a 64-bit little-endian machine has them. */
  #keepBlock(numbers: Uint8Array): void {
    const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength)
    this.#blocks.push(uint64(view, 8, true), uint64(view, 0, true))
  }

  /** Version 0: a string, and for each block its count, address, two strings and a line number. */
  #skipBlocks(open: OpenBlocks, slice: Uint8Array, start: number): void {
    const end = start + slice.length
    const { layout, size, gprofQuirks = false } = this.#file
    for (;;) {
      if (open.part === 'name' || open.part === 'names') {
        const nul = slice.indexOf(0, this.#position - start)
        this.#position = nul < 0 ? end : start + nul + 1
        // To gprof the end of the file ends a string as well.
        if (nul < 0 && !(gprofQuirks && end === size)) {
          this.#checkInFile(end, 1, 'basic-block record')
          return
        }
        open.stringsLeft--
        if (open.stringsLeft > 0) continue
        open.part = open.part === 'name' ? 'numbers' : 'line'
        continue
      }
      if (open.part === 'numbers' && open.blocksLeft === 0) {
        this.#basicBlocks++
        this.#openBlocks = null
        return
      }
      const length = open.part === 'line' ? 4 : 2 * (gprofQuirks ? 8 : layout.wordSize)
      if (this.#position + length > end) {
        this.#checkInFile(this.#position, length, 'basic-block record')
        return
      }
      if (open.part === 'line') {
        open.blocksLeft--
        this.#firstBlocks ??= open.offset
      } else {
        open.stringsLeft = 2
        if (gprofQuirks)
          this.#keepBlock(slice.subarray(this.#position - start, this.#position - start + length))
      }
      this.#position += length
      open.part = open.part === 'line' ? 'numbers' : 'names'
    }
  }
}

// Columns of arcs that grow as arcs come, and may be filled again for the next file.

/** Where arcs are in the bytes at hand, and their layout: two words and a count. */
export interface ArcRun {
  readonly file: string
  readonly view: DataView
  /** The first one's words. */
  readonly at: number
  /** Bytes from each arc to the next. */
  readonly stride: number
  readonly arcs: number
  /** Bytes. */
  readonly countSize: 4 | 8
  readonly layout: ByteLayout
}

/** Of the arcs of a file, so many more have room: the next one may have some more. */
const SPARE = 1 / 16

/** Bytes that an arc takes in the columns. */
const ARC_SIZE = 24

/** Columns as they are filled. */
interface Columns {
  readonly from: Float64Array<ArrayBuffer>
  readonly self: Float64Array<ArrayBuffer>
  readonly count: Float64Array<ArrayBuffer>
}

/** Collects arcs in columns. */
export class ArcColumns {
  #columns: Columns = columnsFor(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Forgets the arcs, and keeps the room for others: what `done` answered before is overwritten by them. */
  clear(): void {
    this.#length = 0
  }

  /**
   * Frees the memory. No other arcs may follow, and the result of `done` must not be used any more.
   */
  detachBuffers(): void {
    detachBuffers(buffersIn(this.#columns))
    this.#columns = columnsFor(0)
    this.#length = 0
  }

  /** `atMost` arcs can still come in all. Errors: `bytes/table-too-large`. */
  append(run: ArcRun, atMost: number): void {
    this.#reserve(run, atMost)
    const { layout, countSize } = run
    if (layout.wordSize === 8 && countSize === 4 && !layout.bigEndian)
      decodeUsual(this.#columns, this.#length, run)
    else decodeAny(this.#columns, this.#length, run)
    this.#length += run.arcs
  }

  /** The columns share their memory with these. */
  done(): RawArcs {
    const length = this.#length
    const { from, self, count } = this.#columns
    return {
      length,
      from: from.subarray(0, length),
      self: self.subarray(0, length),
      count: count.subarray(0, length),
    }
  }

  #reserve({ file, arcs }: ArcRun, atMost: number): void {
    const needed = this.#length + arcs
    const before = this.#columns
    if (needed <= before.from.length) return
    requireTable(file, 'arcs', ARC_SIZE * needed)
    // The rest of a file is mostly arcs: room for all of them at once is filled, and nothing is copied.
    const room = Math.max(needed, Math.min(this.#length + atMost, Math.floor(LARGEST_TABLE / ARC_SIZE)))
    // Where files were read before this one others may follow.
    this.#columns = columnsFor(before.from.length === 0 ? room : Math.ceil(room * (1 + SPARE)))
    this.#columns.from.set(before.from.subarray(0, this.#length))
    this.#columns.self.set(before.self.subarray(0, this.#length))
    this.#columns.count.set(before.count.subarray(0, this.#length))
    detachBuffers(buffersIn(before))
  }
}

function columnsFor(arcs: number): Columns {
  return { from: new Float64Array(arcs), self: new Float64Array(arcs), count: new Float64Array(arcs) }
}

/**
 * What a 64-bit little-endian program writes, as nearly all do: a loop in which nothing is left to decide takes a fifth of
 * the time, and there may be a thousand files.
 */
function decodeUsual(
  { from, self, count }: Columns,
  first: number,
  { view, at, stride, arcs }: ArcRun,
): void {
  const end = first + arcs
  let next = at
  for (let arc = first; arc < end; arc++) {
    from[arc] = view.getUint32(next + 4, true) * TWO_TO_32 + view.getUint32(next, true)
    self[arc] = view.getUint32(next + 12, true) * TWO_TO_32 + view.getUint32(next + 8, true)
    count[arc] = view.getUint32(next + 16, true)
    next += stride
  }
}

function decodeAny({ from, self, count }: Columns, first: number, run: ArcRun): void {
  const { view, stride, countSize, layout } = run
  const little = !layout.bigEndian
  const { wordSize } = layout
  const number = (at: number, size: 4 | 8): number =>
    size === 8 ? uint64(view, at, little) : view.getUint32(at, little)
  const end = first + run.arcs
  let next = run.at
  for (let arc = first; arc < end; arc++) {
    from[arc] = number(next, wordSize)
    self[arc] = number(next + wordSize, wordSize)
    count[arc] = number(next + 2 * wordSize, countSize)
    next += stride
  }
}

// Basic-block counts of a file, gathered record by record.

/** An empty table of basic blocks. */
export const NO_BLOCKS: RawBlocks = { length: 0, address: new Float64Array(0), count: new Float64Array(0) }

/** Bytes that a block takes while blocks are gathered: two numbers, and two more in the columns. */
const BLOCK_SIZE = 32

/** Collects basic-block records in columns. */
export class BlockColumns {
  readonly #file: string
  readonly #address: number[] = []
  readonly #count: number[] = []

  constructor(file: string) {
    this.#file = file
  }

  /** Adds `blocks` pairs of address and count, a word each. The caller has checked the bounds. Errors: `bytes/table-too-large`. */
  append(view: DataView, at: number, blocks: number, layout: ByteLayout): void {
    const { wordSize, bigEndian } = layout
    const word = (offset: number): number =>
      wordSize === 8 ? uint64(view, offset, !bigEndian) : view.getUint32(offset, !bigEndian)
    this.#reserve(blocks)
    for (let block = 0; block < blocks; block++) {
      this.#address.push(word(at + 2 * block * wordSize))
      this.#count.push(word(at + (2 * block + 1) * wordSize))
    }
  }

  /** Adds one block. Errors: `bytes/table-too-large`. */
  push(address: number, count: number): void {
    this.#reserve(1)
    this.#address.push(address)
    this.#count.push(count)
  }

  #reserve(blocks: number): void {
    requireTable(this.#file, 'basic-block records', BLOCK_SIZE * (this.#address.length + blocks))
  }

  done(): RawBlocks {
    if (this.#address.length === 0) return NO_BLOCKS
    const address = Float64Array.from(this.#address)
    return { length: address.length, address, count: Float64Array.from(this.#count) }
  }
}

// The counters of a histogram: bytes → columns.

/** Whether typed arrays hold the lower byte first here; where the file does as well, counters need no decoding. */
const HOST_IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** 16-bit counters from `view` into `bins`. The caller has checked the bounds. */
export function decodeBins(
  view: DataView,
  at: number,
  count: number,
  bins: Uint16Array,
  first: number,
  layout: ByteLayout,
): void {
  const little = !layout.bigEndian
  if (little === HOST_IS_LITTLE) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, 2 * count)
    new Uint8Array(bins.buffer, bins.byteOffset + 2 * first, 2 * count).set(bytes)
    return
  }
  for (let bin = 0; bin < count; bin++) bins[first + bin] = view.getUint16(at + 2 * bin, little)
}

/** Counters of any width, as many as the view holds. Beyond 2^53 they are rounded, which no program lives to see. */
export function decodeCounters(
  view: DataView,
  counters: CounterKind,
  bins: Float64Array,
  first: number,
  layout: ByteLayout,
): void {
  const little = !layout.bigEndian
  const size = counters.bits / 8
  const beyond = 2 ** counters.bits
  for (let bin = 0; bin * size < view.byteLength; bin++) {
    const at = bin * size
    const value =
      size === 1
        ? view.getUint8(at)
        : size === 2
          ? view.getUint16(at, little)
          : size === 4
            ? view.getUint32(at, little)
            : uint64(view, at, little)
    bins[first + bin] = counters.signed && value >= beyond / 2 ? value - beyond : value
  }
}

// Room for a file's bins, filled again for the next file.

/** Counters of a histogram, in reusable memory. */
export interface Bins {
  readonly bins: Uint16Array<ArrayBuffer>
  /** They are overwritten when the next file is read. */
  readonly isReused: boolean
}

/** Memory for the counters of one file after another. */
export class BinBuffer {
  #room = new Uint16Array(0)
  /** How much of the room this file's records fill; most have one record. */
  #used = 0
  /** -1 before any. */
  #file = -1

  /** Another file comes. */
  clear(): void {
    this.#used = 0
    this.#file++
  }

  /**
   * Returns memory for `count` counters. The first file's is its own: the sum of several may begin
   * with it.
   */
  take(count: number): Bins {
    if (this.#file < 1) return { bins: new Uint16Array(count), isReused: false }
    if (this.#used + count > this.#room.length) {
      // What is out of use now stays with the records that lie in it; of a file of many there are few such rooms.
      this.#room = new Uint16Array(this.#used === 0 ? count : Math.max(count, 2 * this.#room.length))
      this.#used = 0
    }
    const bins = this.#room.subarray(this.#used, this.#used + count)
    this.#used += count
    return { bins, isReused: true }
  }
}
