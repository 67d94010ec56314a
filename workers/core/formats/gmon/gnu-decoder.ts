// Records of a GNU gmon.out, slice by slice: histograms, arcs, basic blocks as columns. Never waits; the
// reader brings the slices.
import { ByteCursor, type ByteLayout, uint64 } from '../../bytes/byte-cursor.ts'
import { requireTable } from '../../bytes/byte-source.ts'
import { LEFT_OVER } from '../../bytes/read-ahead.ts'
import type { CutHistogram, RawArcs, RawBlocks, RawHistogram } from '../format.ts'
import type { Problem } from '../../problems/problem.ts'
import { ArcColumns } from './arc-columns.ts'
import { BinBuffer, decodeBins } from './bin-buffer.ts'
import {
  GNU_HEADER_SIZE,
  Tag,
  histogramHeaderSize,
  DIMENSION_LENGTH,
  gnuArcSize,
  BLOCKS_HEADER_SIZE,
} from './layouts.ts'
import { BlockColumns } from './block-columns.ts'

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
