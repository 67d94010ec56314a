// A gmon.out → its histograms, arcs and basic blocks as columns, in file order: GNU's format and both of
// BSD's.
import {
  ByteCursor,
  type ByteLayout,
  type ByteSource,
  LARGEST_TABLE,
  LEFT_OVER,
  type Piece,
  ReadAhead,
  requireTable,
  TWO_TO_32,
  uint64,
} from '../../bytes/byte-source.ts'
import type { CounterKind, CutHistogram, RawArcs, RawBlocks, RawHistogram, RawProfile } from '../format.ts'
import type { Problem } from '../../problems/problem.ts'
import { buffersIn, detachBuffers } from '../../base/columns.ts'
import { raise } from '../../problems/problem-error.ts'

// The layouts of a gmon.out: sizes of headers and records in GNU's and both of BSD's, and how BSD's headers,
// which have no cookie, are recognised.

/** No reader looks at a shorter file. */
export const SMALLEST_FILE = 20

/** GNU: cookie, version, twelve spare bytes; then records, each a tag and a body, unaligned, to the end of the file. */
export const GNU_HEADER_SIZE = 20
const GNU_COOKIE = 'gmon'
/** Whether the first bytes of a file begin with GNU's cookie, "gmon". False for fewer bytes. */
export function isGnu(start: Uint8Array): boolean {
  for (let at = 0; at < GNU_COOKIE.length; at++) {
    if (start[at] !== GNU_COOKIE.charCodeAt(at)) return false
  }
  return true
}

/** Tags of GNU's records. */
export const Tag = { histogram: 0, arc: 1, basicBlocks: 2 } as const

/**
 * Returns the size of a histogram's header, in bytes: tag, low, high, number of bins, rate, dimension (15
 * characters), its abbreviation (1).
 */
export const histogramHeaderSize = ({ wordSize }: Pick<ByteLayout, 'wordSize'>): number =>
  1 + 2 * wordSize + 4 + 4 + 15 + 1
/** Tag, from, self, 32-bit count. */
const gnuArcSize = ({ wordSize }: ByteLayout): number => 1 + 2 * wordSize + 4
/** Bytes of a histogram's dimension. */
const DIMENSION_LENGTH = 15
/** Bytes before the blocks of a record: tag and number of blocks. */
export const BLOCKS_HEADER_SIZE = 1 + 4

/** The word that distinguishes 4.4BSD's header from the older one. */
export const BSD_44_VERSION = 0x51879
/** Low, high, bytes of header and samples; 4.4BSD adds version, rate and twelve spare bytes. */
const bsdHeaderSize = ({ wordSize }: ByteLayout, dialect: 'bsd' | '4.4bsd'): number =>
  2 * wordSize + (dialect === 'bsd' ? 4 : 24)
/** From, self, count: a word each. */
const bsdArcSize = ({ wordSize }: ByteLayout): number => 3 * wordSize
/** The older header has no rate; on today's systems it is this. Ticks per second. */
export const OLD_BSD_RATE = 100
/** Ticks per second at which profiling timers are known to run, the likeliest first. */
export const TIMER_RATES: readonly number[] = [
  100, 1000, 60, 64, 128, 200, 250, 256, 500, 512, 300, 1024, 10000,
]

// The headers of the two BSD layouts. They have no cookie, so they are recognised by plausibility.

/** The header of a BSD profile. */
export interface BsdHeader {
  readonly dialect: 'bsd' | '4.4bsd'
  readonly low: number
  readonly high: number
  /** Bytes of header and samples, as the file says. */
  readonly size: number
  readonly headerSize: number
  /** Ticks per second. */
  readonly rate: number
  /**
   * From 4.4BSD's first spare word, which FreeBSD uses; 16 bits if it is not one of FreeBSD's
   * values.
   */
  readonly counters: CounterKind
}

/** Returns the bytes that identify a BSD header: the word after the size decides. */
const bsdProbeSize = ({ wordSize }: ByteLayout): number => 2 * wordSize + 8
/** The longer of the headers with the wider words. */
const LONGEST_BSD_HEADER = 40

/** The piece begins with the file. A rate of 0, or one the piece does not reach to, is the older header's. */
function decodeBsdHeader(piece: Piece, layout: ByteLayout): BsdHeader {
  const cursor = new ByteCursor(piece, layout)
  const low = cursor.word('low address')
  const high = cursor.word('high address')
  const size = cursor.u32('size')
  if (cursor.u32('version') !== BSD_44_VERSION) {
    const headerSize = bsdHeaderSize(layout, 'bsd')
    return { dialect: 'bsd', low, high, size, headerSize, rate: OLD_BSD_RATE, counters: COUNTERS_OF_16 }
  }
  const given = cursor.remaining >= 4 ? cursor.u32('rate') : 0
  const rate = given === 0 ? OLD_BSD_RATE : given
  const counters = counterKind(cursor.remaining >= 4 ? cursor.u32('width of counters') : 0)
  return { dialect: '4.4bsd', low, high, size, headerSize: bsdHeaderSize(layout, '4.4bsd'), rate, counters }
}

/** The usual counters: 16 bits, unsigned. */
const COUNTERS_OF_16: CounterKind = { bits: 16, signed: false }

/** The width in bits; negative for signed counters; 0 as ever. */
function counterKind(field: number): CounterKind {
  const width = field | 0
  const bits = Math.abs(width)
  return bits === 8 || bits === 16 || bits === 32 || bits === 64
    ? { bits, signed: width < 0 }
    : COUNTERS_OF_16
}

/** All layouts of a machine, in the order in which they are tried. */
const ALL_LAYOUTS: readonly ByteLayout[] = [
  { wordSize: 8, bigEndian: false },
  { wordSize: 4, bigEndian: false },
  { wordSize: 8, bigEndian: true },
  { wordSize: 4, bigEndian: true },
]

/**
 * Returns the layouts under which the first bytes of a file could be a BSD header, with the header that
 * each would give; empty for none.
 *
 * @param piece the file from its first byte on; layouts whose header it is too short for are left out
 * @param fileSize bytes of the whole file
 */
export function plausibleBsdHeaders(
  piece: Piece,
  fileSize: number,
): readonly { readonly layout: ByteLayout; readonly header: BsdHeader }[] {
  return ALL_LAYOUTS.filter((layout) => piece.bytes.length >= bsdProbeSize(layout))
    .map((layout) => ({ layout, header: decodeBsdHeader(piece, layout) }))
    .filter(({ header }) => isPlausible(header, fileSize))
}

/**
 * A profiled range is neither empty nor beyond what a machine addresses, and has a bin for every 1 to 64 bytes of it.
 * Where the file does not reach to the last bin, which a cut file may not, the bins must be of one of the sizes that
 * systems choose: 2, 4 or 8 bytes, but for rounding.
 */
function isPlausible(header: BsdHeader, fileSize: number): boolean {
  const { dialect, low, high, size, headerSize } = header
  if (high > Number.MAX_SAFE_INTEGER || low >= high || size < headerSize) return false
  if (dialect === '4.4bsd') return true
  const range = high - low
  const bins = Math.floor((size - headerSize) / 2)
  if (bins === 0) return false
  if (size <= fileSize) return range >= bins && range <= 64 * bins
  return [2, 4, 8].some((binSize) => Math.abs(range - binSize * bins) <= 64)
}

// Records of a gmon.out, slice by slice: histograms, arcs and basic blocks as columns. Never waits; the
// reader brings the slices.

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
 * Decodes a GNU profile in slices, each beginning where `position` says, and keeps what is whole. A record
 * cut by the end of a slice is left for the next one; a record cut by the end of the file, or of an unknown
 * kind, is the `damage`.
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

  /** Offset in the file at which the next slice begins. */
  get position(): number {
    return this.#position
  }

  /** Whether no more slices are needed: the end of the file or damage was reached. */
  get finished(): boolean {
    return this.#damage !== null || this.#position >= this.#file.size
  }

  /**
   * The problem that ended the file early, `gmon/truncated-record`, `gmon/bad-tag` or `gmon/zeros`; null for
   * none.
   */
  get damage(): Problem | null {
    return this.#damage
  }

  /** The whole histograms so far, in file order. */
  get histograms(): readonly RawHistogram[] {
    return this.#histograms
  }

  /** The histogram that the end of the file cuts, if any. */
  get cut(): CutHistogram | null {
    return this.#cut
  }

  /** Number of whole basic-block records so far. */
  get basicBlocks(): number {
    return this.#basicBlocks
  }

  /** Offset of the first basic-block record of which a block is whole; null for none. */
  get firstBlocks(): number | null {
    return this.#firstBlocks
  }

  /** Returns the arcs so far; they share the decoder's memory. */
  arcs(): RawArcs {
    return this.#arcs.done()
  }

  /** Returns the basic blocks so far; empty unless `gprofQuirks` is set. */
  blocks(): RawBlocks {
    return this.#blocks.done()
  }

  /**
   * Decodes what it can of a slice, and moves `position`. The last slice of a file must reach to its end. If
   * `position` did not move, the next slice must be longer.
   *
   * @throws ProblemError `bytes/table-too-large`
   */
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
  /** Offset in `view` of the first arc's words. */
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

/** Collects arcs in columns, whose memory can be used for one file after another. */
export class ArcColumns {
  #columns: Columns = columnsFor(0)
  #length = 0

  /** Number of arcs so far. */
  get length(): number {
    return this.#length
  }

  /** Removes the arcs, and keeps the memory for others: they overwrite what `done` returned before. */
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

  /**
   * Decodes arcs from bytes and adds them. Growing detaches what `done` returned before.
   *
   * @param atMost arcs that can still follow in all, these included
   * @throws ProblemError `bytes/table-too-large`
   */
  append(run: ArcRun, atMost: number): void {
    this.#reserve(run, atMost)
    const { layout, countSize } = run
    if (layout.wordSize === 8 && countSize === 4 && !layout.bigEndian)
      decodeUsual(this.#columns, this.#length, run)
    else decodeAny(this.#columns, this.#length, run)
    this.#length += run.arcs
  }

  /**
   * Returns the arcs in the order of `append`. The columns share their memory with these: `append`, `clear`
   * and `detachBuffers` invalidate them.
   */
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
const NO_BLOCKS: RawBlocks = { length: 0, address: new Float64Array(0), count: new Float64Array(0) }

/** Bytes that a block takes while blocks are gathered: two numbers, and two more in the columns. */
const BLOCK_SIZE = 32

/** Collects basic-block records in columns. */
export class BlockColumns {
  readonly #file: string
  readonly #address: number[] = []
  readonly #count: number[] = []

  /** @param file name of the file, for messages */
  constructor(file: string) {
    this.#file = file
  }

  /**
   * Adds `blocks` pairs of address and count, a word each, that begin at offset `at` of `view`. The caller
   * has checked the bounds.
   *
   * @throws ProblemError `bytes/table-too-large`
   */
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

  /**
   * Adds one block.
   *
   * @param address link-time address
   * @throws ProblemError `bytes/table-too-large`
   */
  push(address: number, count: number): void {
    this.#reserve(1)
    this.#address.push(address)
    this.#count.push(count)
  }

  #reserve(blocks: number): void {
    requireTable(this.#file, 'basic-block records', BLOCK_SIZE * (this.#address.length + blocks))
  }

  /** Returns copies of the columns, in the order of additions. */
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
function decodeBins(
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
function decodeCounters(
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

/** Memory for the counters of one file after another: `clear` before each file, `take` for each histogram. */
export class BinBuffer {
  #room = new Uint16Array(0)
  /** How much of the room this file's records fill; most have one record. */
  #used = 0
  /** -1 before any. */
  #file = -1

  /** Begins another file: counters of files before, except the first, may be overwritten. */
  clear(): void {
    this.#used = 0
    this.#file++
  }

  /**
   * Returns memory for `count` counters, not cleared if it is reused. The first file's is its own: the sum of
   * several may begin with it.
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

// Reads gmon.out files to histograms and arcs, in file order: GNU's format and both of BSD's.
//
// Word size and byte order are the executable's, as the file does not state them. A file is read
// front to back in slices; records without useful numbers are skipped unread. Of a damaged file,
// the part before the damage is returned with the damage. Source: files of glibc and the BSDs; see
// docs/formats/gmon.md.

/** The facts about the program that its profile does not state: word size and byte order. */
export type Target = ByteLayout

/** How to read a file when it is not ours to find out. */
export interface ReadOptions {
  /** By the file's first bytes unless given. */
  readonly format?: 'auto' | 'gnu' | 'bsd' | '4.4bsd'
  /**
   * Read as gprof on x86-64 does: keep the contents of basic-block records, take their number in little-endian order and
   * version 0's numbers as 64-bit little-endian ones whatever the target, and take zeros for records.
   */
  readonly gprofQuirks?: boolean
  /** Believe FreeBSD's header on how wide its counters are; gprof takes them all for 16 bits. */
  readonly anyCounterWidth?: boolean
  /**
   * The count of a BSD arc is the lower half of its word, and the upper half is undefined, as MinGW
   * writes it.
   */
  readonly narrowCounts?: boolean
  /** For a reader of many files; each overwrites the arcs and bins of the one before. Memory of its own unless given. */
  readonly room?: ReadBuffers
}

/**
 * Buffers that reading one file after another can reuse: each file overwrites the arcs and bins of the one
 * before.
 */
export class ReadBuffers {
  readonly arcs = new ArcColumns()
  readonly bins = new BinBuffer()
  readonly ahead = new ReadAhead()

  /** Frees the memory. No other file may follow, and arcs read before must not be used any more. */
  detachBuffers(): void {
    this.arcs.detachBuffers()
    this.ahead.detachBuffers()
  }
}

/**
 * Reads a profile, of GNU's or a BSD's format. A file that is damaged or ends too early gives what is whole,
 * with `damage`.
 *
 * @param target word size and byte order of the program; the file does not state them
 * @param onBytes receives the bytes read so far, after each slice
 * @param options without `room`, the result has memory of its own
 * @throws ProblemError if nothing is usable: `gmon/too-short`, `gmon/bad-cookie`, `gmon/unsupported-version`,
 *   `gmon/bad-bsd-header`, `gmon/truncated-record` for a BSD header; `bytes/table-too-large` and other
 *   `bytes/…`
 */
export async function readProfile(
  source: ByteSource,
  target: Target,
  onBytes: (read: number) => void = () => {},
  options: ReadOptions = {},
): Promise<RawProfile> {
  const { format = 'auto', room = new ReadBuffers() } = options
  const file: OpenFile = { source, layout: target, onBytes, options, room }
  room.arcs.clear()
  room.bins.clear()
  if (source.size < SMALLEST_FILE) return raise(tooShort(source))
  if (format === 'bsd' || format === '4.4bsd') return readBsd(file)
  const start = await room.ahead.from(source, 0)
  if (isGnu(start)) return readGnu(file, start)
  if (format === 'gnu') return raise({ code: 'gmon/bad-cookie', file: source.name, offset: 0 })
  return readBsd(file)
}

interface OpenFile {
  readonly source: ByteSource
  readonly layout: ByteLayout
  readonly onBytes: (read: number) => void
  readonly options: ReadOptions
  readonly room: ReadBuffers
}

function tooShort(source: ByteSource): Problem {
  return { code: 'gmon/too-short', file: source.name, offset: 0, size: source.size }
}

async function readGnu(
  { source, layout, onBytes, options, room }: OpenFile,
  start: Uint8Array,
): Promise<RawProfile> {
  const file = source.name
  const version = new DataView(start.buffer, start.byteOffset).getUint32(4, !layout.bigEndian)
  if (version > 1) raise({ code: 'gmon/unsupported-version', file, offset: 4, version })
  const { size } = source
  const decoder = new GnuDecoder({
    file,
    size,
    version,
    layout,
    arcs: room.arcs,
    bins: room.bins,
    ...options,
  })
  onBytes(GNU_HEADER_SIZE)
  let least = GnuDecoder.smallestSlice
  while (!decoder.finished) {
    const { position } = decoder
    const slice = await room.ahead.from(source, position, least)
    decoder.feed(slice)
    // A record that must be in hand as a whole needs a longer slice.
    least = decoder.position === position ? 2 * slice.length : GnuDecoder.smallestSlice
    onBytes(decoder.finished ? source.size : decoder.position)
  }
  const arcs = decoder.arcs()
  const { histograms, basicBlocks: basicBlock } = decoder
  const isFilled = options.gprofQuirks !== true && (await isFilledUp(source, decoder.damage))
  const damage = isFilled ? null : decoder.damage
  const records = { histogram: histograms.length, arc: arcs.length, basicBlock }
  const whole = {
    file,
    dialect: 'gnu',
    version,
    histograms,
    arcs,
    blocks: decoder.blocks(),
    records,
    damage,
  } as const
  return {
    ...whole,
    ...(decoder.cut === null ? {} : { cut: decoder.cut }),
    ...(decoder.firstBlocks === null ? {} : { firstBlocks: decoder.firstBlocks }),
  }
}

async function readBsd(opened: OpenFile): Promise<RawProfile> {
  const { source, layout, onBytes, options } = opened
  const { format = 'auto', anyCounterWidth = false, narrowCounts = false, gprofQuirks = false } = options
  const header = await readBsdHeader(opened, format === 'gnu' ? 'auto' : format)
  const file = source.name
  const { dialect, low, high, rate, headerSize } = header
  const version = dialect === '4.4bsd' ? BSD_44_VERSION : 0
  const counters = anyCounterWidth ? header.counters : COUNTERS_OF_16
  const binSize = counters.bits / 8
  const count = Math.floor((header.size - headerSize) / binSize)
  const { arcs } = opened.room
  const found = source.size - headerSize
  if (found < binSize * count) {
    const what = 'histogram bins'
    const offset = headerSize
    const damage = {
      code: 'gmon/truncated-record',
      file,
      offset,
      what,
      expected: binSize * count,
      found,
    } as const
    const records = { histogram: 0, arc: 0, basicBlock: 0 }
    const cut = {
      low,
      high,
      rate,
      dimension: 'seconds',
      abbreviation: 's',
      bins: { length: count },
      offset: 0,
    }
    const empty = { histograms: [], arcs: arcs.done(), blocks: NO_BLOCKS, records }
    return { file, dialect, version, ...empty, damage, cut }
  }

  const bins = await readBins(opened, headerSize, count, counters)
  // Arcs follow the last whole bin. Bytes that do not make an arc are reported but are no damage,
  // as gprof skips them.
  const arcsAt = headerSize + binSize * count
  const stride = bsdArcSize(layout)
  const arcCount = Math.floor((source.size - arcsAt) / stride)
  const countSize = narrowCounts ? 4 : layout.wordSize
  let read = 0
  await readRows(opened, arcsAt, stride, arcCount, (view, first, rows) => {
    // No function calls another from nowhere and never.
    const called = gprofQuirks ? rows : rowsBeforeFilling(view, stride, rows)
    if (called > 0) read = first + called
    arcs.append({ file, view, at: 0, stride, arcs: called, countSize, layout }, arcCount - first)
  })
  const tornAt = arcsAt + arcCount * stride
  const left = source.size - tornAt
  // Padding with zeros is reported; other padding is not.
  const filling = left > 0 || read < arcCount ? (await source.read(source.size - 1, 1))[0] : 0
  const isFilled =
    !gprofQuirks && filling !== 0 && FILLINGS.includes(filling) && (await isAll(source, tornAt, filling))
  const torn = {
    code: 'gmon/truncated-record',
    file,
    offset: tornAt,
    what: 'arc',
    expected: stride,
    found: left,
  } as const
  const zeros = { code: 'gmon/zeros', file, offset: arcsAt + read * stride } as const
  onBytes(source.size)
  const histogram = { low, high, rate, dimension: 'seconds', abbreviation: 's', ...bins, offset: 0 }
  const records = { histogram: 1, arc: read, basicBlock: 0 }
  return {
    file,
    dialect,
    version,
    histograms: [histogram],
    arcs: arcs.done(),
    blocks: NO_BLOCKS,
    records,
    ...(counters.bits === 16 ? {} : { counters }),
    ...(read === arcCount && left > 0 && !isFilled ? { torn } : {}),
    damage: read < arcCount && !isFilled ? zeros : null,
  }
}

/** With what files are filled up: zeros, the last block of XMODEM, erased flash memory. */
const FILLINGS = [0, 0x1a, 0xff]

function rowsBeforeFilling(view: DataView, stride: number, rows: number): number {
  let end = rows * stride
  const filling = end > 0 ? view.getUint8(end - 1) : 0
  if (!FILLINGS.includes(filling)) return rows
  while (end > 0 && view.getUint8(end - 1) === filling) end--
  return Math.ceil(end / stride)
}

/** Whether all from there to the end is what a transfer or erased memory filled it up with: nothing is missing then. */
async function isFilledUp(source: ByteSource, damage: Problem | null): Promise<boolean> {
  return (
    damage?.code === 'gmon/bad-tag' &&
    FILLINGS.includes(damage.tag) &&
    (await isAll(source, damage.offset, damage.tag))
  )
}

const PIECE = 1 << 20

async function isAll(source: ByteSource, from: number, filling: number): Promise<boolean> {
  for (let at = from; at < source.size; at += PIECE) {
    const bytes = await source.read(at, Math.min(PIECE, source.size - at))
    if (!bytes.every((byte) => byte === filling)) return false
  }
  return true
}

async function readBins(
  opened: OpenFile,
  offset: number,
  count: number,
  counters: CounterKind,
): Promise<Pick<RawHistogram, 'bins' | 'isReused'>> {
  const { source, layout, room } = opened
  requireTable(source.name, 'histogram bins', (count * counters.bits) / 8)
  if (counters.bits === 16 && !counters.signed) {
    const taken = room.bins.take(count)
    await readRows(opened, offset, 2, count, (view, first, rows) =>
      decodeBins(view, 0, rows, taken.bins, first, layout),
    )
    return taken
  }
  const bins = new Float64Array(count)
  await readRows(opened, offset, counters.bits / 8, count, (view, first) =>
    decodeCounters(view, counters, bins, first, layout),
  )
  return { bins }
}

async function readBsdHeader(
  { source, layout, room }: OpenFile,
  wanted: 'auto' | 'bsd' | '4.4bsd',
): Promise<BsdHeader> {
  const file = source.name
  if (source.size < bsdProbeSize(layout)) return raise(tooShort(source))
  const start = await room.ahead.from(source, 0)
  const bytes = start.subarray(0, LONGEST_BSD_HEADER)
  const header = decodeBsdHeader({ file, offset: 0, bytes }, layout)
  if (wanted === '4.4bsd' && header.dialect !== wanted) raise({ code: 'gmon/bad-cookie', file, offset: 0 })
  const { low, high, size, headerSize } = header
  if (size < headerSize || low > high)
    raise({ code: 'gmon/bad-bsd-header', file, offset: 0, low, high, size })
  if (source.size < headerSize) {
    const found = source.size
    raise({ code: 'gmon/truncated-record', file, offset: 0, what: 'header', expected: headerSize, found })
  }
  return header
}

/** Rows of `stride` bytes, as many at a time as are in hand. */
async function readRows(
  { source, onBytes, room }: OpenFile,
  offset: number,
  stride: number,
  count: number,
  take: (view: DataView, first: number, rows: number) => void,
): Promise<void> {
  let row = 0
  while (row < count) {
    const bytes = await room.ahead.from(source, offset + row * stride)
    const rows = Math.min(count - row, Math.floor(bytes.length / stride))
    take(new DataView(bytes.buffer, bytes.byteOffset, rows * stride), row, rows)
    row += rows
    onBytes(offset + row * stride)
  }
}

/**
 * Word size and byte order of a gmon.out without its executable: whichever lets the records follow one another
 * without a fault. For saying something about a lone file; with an executable at hand, that one knows.
 */

/** The layout of a profile as guessed. */
export interface TargetGuess extends ByteLayout {
  /** True if exactly one of the four layouts fits. */
  readonly certain: boolean
}

/** Records looked at: the tags of this many following one another are proof enough. */
const ENOUGH_RECORDS = 10_000
const WINDOW = 64 * 1024

/**
 * Guesses the word size and byte order of a profile. Always returns one, whatever the file holds; 64-bit
 * little-endian if nothing fits. Reads small parts of the file.
 *
 * @param known what is already known, null for unknown; it decides between layouts that fit, and if none does
 * @throws ProblemError `bytes/…` of the source
 */
export async function guessTarget(
  source: ByteSource,
  known: { readonly wordSize?: 4 | 8 | null; readonly bigEndian?: boolean | null } = {},
): Promise<TargetGuess> {
  const start = await source.read(0, Math.min(LONGEST_BSD_HEADER, source.size))
  const { likely, sure } = isGnu(start) ? await likelyGnu(source, start) : likelyBsd(source, start)
  const agrees = (layout: ByteLayout): boolean =>
    layout.wordSize === (known.wordSize ?? layout.wordSize) &&
    layout.bigEndian === (known.bigEndian ?? layout.bigEndian)
  const fitting = likely.filter(agrees)
  const [first] = fitting.length > 0 ? fitting : likely.length > 0 ? likely : ALL_LAYOUTS.filter(agrees)
  const { wordSize, bigEndian } = first ?? ALL_LAYOUTS[0]
  return { wordSize, bigEndian, certain: sure && (likely.length === 1 || fitting.length === 1) }
}

/** Layouts as likely as one another; `sure` if they explain the whole file. */
interface Likely {
  readonly likely: readonly ByteLayout[]
  readonly sure: boolean
}

/** The layouts that lead to the end; in a damaged file, those that lead furthest. */
async function likelyGnu(source: ByteSource, start: Uint8Array): Promise<Likely> {
  if (source.size < GNU_HEADER_SIZE) return { likely: [], sure: false }
  const view = new DataView(start.buffer, start.byteOffset)
  const walks: ({ layout: ByteLayout } & Walk)[] = []
  for (const layout of ALL_LAYOUTS) {
    const version = view.getUint32(4, !layout.bigEndian)
    if (version <= 1) walks.push({ layout, ...(await walkRecords(source, layout)) })
  }
  const whole = walks.filter((walk) => walk.reached === source.size)
  if (whole.length > 0) return { likely: whole.map((walk) => walk.layout), sure: true }
  // A layout that is not the file's takes other fields for the number of bins: an address, a rate, a text.
  const [best] = walks.toSorted((a, b) => b.records - a.records || compare(a.missing, b.missing))
  const likely = walks.filter(
    (walk) => walk.records === best?.records && compare(walk.missing, best.missing) === 0,
  )
  return { likely: likely.map((walk) => walk.layout), sure: false }
}

/** Infinities are alike. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

interface Walk {
  /** So far into the file. */
  readonly reached: number
  readonly records: number
  /** Bytes that the next record lacks at the file's end; `Infinity` if unknown. */
  readonly missing: number
}

/** How many records of this layout follow one another, and how far into the file they lead. */
async function walkRecords(source: ByteSource, layout: ByteLayout): Promise<Walk> {
  const { wordSize, bigEndian } = layout
  let at = GNU_HEADER_SIZE
  let records = 0
  let window = new DataView(new ArrayBuffer(0))
  let windowAt = at
  for (let looked = 0; at < source.size && looked < ENOUGH_RECORDS; looked++) {
    const longest = Math.min(histogramHeaderSize(layout), source.size - at)
    if (at < windowAt || at + longest > windowAt + window.byteLength) {
      const bytes = await source.read(at, Math.min(WINDOW, source.size - at))
      window = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      windowAt = at
    }
    const inWindow = at - windowAt
    const tag = window.getUint8(inWindow)
    const u32 = (offset: number): number =>
      offset + 4 <= longest ? window.getUint32(inWindow + offset, !bigEndian) : Infinity
    const length =
      tag === Tag.arc
        ? gnuArcSize(layout)
        : tag === Tag.histogram
          ? histogramHeaderSize(layout) + 2 * u32(1 + 2 * wordSize)
          : tag === Tag.basicBlocks
            ? BLOCKS_HEADER_SIZE + 2 * wordSize * u32(1)
            : Infinity
    if (at + length > source.size) return { reached: at, records, missing: at + length - source.size }
    at += length
    // Half of a big-endian address reads as no bins at all: proof of nothing.
    if (tag !== Tag.histogram || length > histogramHeaderSize(layout)) records++
  }
  return { reached: source.size, records, missing: 0 }
}

/** Arcs must fill the rest of the file, unless that leaves no layout. */
function likelyBsd(source: ByteSource, start: Uint8Array): Likely {
  const plausible = plausibleBsdHeaders({ file: source.name, offset: 0, bytes: start }, source.size)
  const whole = plausible.filter(
    ({ layout, header }) =>
      header.size <= source.size && (source.size - header.size) % bsdArcSize(layout) === 0,
  )
  const sure = whole.length > 0
  return { likely: (sure ? whole : plausible).map(({ layout }) => layout), sure }
}
