// Writes a summed profile as `gmon.sum`, like gprof's `-s`; spare bytes are zero.
//
// gprof lets values wrap that exceed their field: bins at 2^16, counts at 2^32. The `wide` form
// never wraps: it splits such a value over several records of the same range or arc, which every
// reader adds up. Its arcs keep the order of first appearance, so that ties in gprof's listing
// are the same as without the sum.
import { asArray } from '../base/columns.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import { groupNewestFirst } from '../base/csr.ts'
import { BSD_44_VERSION, OLD_BSD_RATE } from '../formats/gmon/layouts.ts'
import { raise } from '../problems/problem-error.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { HistogramSum, type SummedHistogram } from './sum-histograms.ts'
import type { TalliedArcs } from './distinct-arcs.ts'
import type { TalliedBlocks } from './tally-blocks.ts'
import type { CallGraphProfile } from './call-graph-profile.ts'
import type { PossibleArcs } from './possible-arcs.ts'

/** A sum of profiles, with the byte layout to write it in. */
export interface SumInput {
  readonly layout: ByteLayout
  readonly symbols: Pick<SymbolTable, 'length' | 'address'>
  readonly histograms: Pick<HistogramSum, 'rate' | 'dimension' | 'abbreviation'> & {
    readonly records: readonly SummedHistogram[]
  }
  readonly arcs: TalliedArcs
  /** Basic-block counts; null if there was no such record. */
  readonly blocks: TalliedBlocks | null
}

/** Tables of a profile that its sum contains. Their addresses are link-time addresses. */
export type SumTables = Pick<CallGraphProfile, 'functions' | 'arcs' | 'rate' | 'dimension' | 'abbreviation'>

/**
 * Converts a profile back into a sum as recorded: its arcs and the given histograms. Basic-block counts are
 * lost. Columns and records are shared.
 *
 * @param layout byte layout of the program
 */
export function sumOf(
  layout: ByteLayout,
  records: readonly SummedHistogram[],
  { functions, arcs, rate, dimension, abbreviation }: SumTables,
): SumInput {
  return {
    layout,
    symbols: { length: functions.length, address: asArray(functions.address) },
    histograms: { records, rate, dimension, abbreviation },
    arcs: {
      length: arcs.length,
      parent: asArray(arcs.parent),
      child: asArray(arcs.child),
      count: asArray(arcs.count),
    },
    blocks: null,
  }
}

/**
 * Format to write. With `wide`, values that exceed their field are split instead of wrapped (GNU
 * format only).
 */
export interface SumOptions {
  readonly format: 'gnu' | 'bsd' | '4.4bsd'
  readonly wide: boolean
}

const LARGEST_BIN = 0xffff
const TWO_TO_32 = 2 ** 32
const LARGEST_COUNT = TWO_TO_32 - 1

/**
 * Returns the bytes of a gmon.out with the sum. Numbers that exceed their field wrap, unless `wide` splits
 * them.
 *
 * The BSD formats hold the first histogram record only; a rate other than 100 per second gives 4.4BSD's. Arcs
 * are written from start to start of their functions.
 */
export function writeGmonSum(input: SumInput, options: SumOptions): Uint8Array<ArrayBuffer> {
  const out = new Bytes(input.layout)
  if (options.format === 'gnu') writeGnu(out, input, options.wide)
  else writeBsd(out, input, options.format)
  return out.done()
}

/**
 * Returns the bytes of a GNU profile that contains only static calls: arcs without a count, and no samples.
 * Given beside the other profiles, gprof treats these arcs as if they had been recorded last. So it shows,
 * cuts and orders them like any other arc.
 *
 * @param possible null for none: the profile has no arcs
 */
export function writeStaticArcs(
  { layout, symbols }: Pick<SumInput, 'layout' | 'symbols'>,
  possible: PossibleArcs | null,
): Uint8Array<ArrayBuffer> {
  const { length, parent, child } = possible ?? { length: 0, parent: [], child: [] }
  const arcs = {
    length,
    parent: Int32Array.from(parent),
    child: Int32Array.from(child),
    count: new Float64Array(length),
  }
  const input = { layout, symbols, histograms: new HistogramSum(), arcs, blocks: null }
  return writeGmonSum(input, { format: 'gnu', wide: true })
}

/**
 * Largest wide form in bytes. Larger counts are not a program's: they need 64-bit counters with other
 * contents.
 */
const LARGEST_SUM = 256 * 1024 * 1024

/**
 * Returns the bytes of a GNU gmon.out in which no number wraps.
 *
 * @throws ProblemError `export/too-large` if that would take too many records
 */
export function writeWideSum(input: SumInput): Uint8Array<ArrayBuffer> {
  const bytes = wideSumSize(input)
  if (bytes > LARGEST_SUM) return raise({ code: 'export/too-large', what: 'gmon.sum', bytes, why: 'counts' })
  return writeGmonSum(input, { format: 'gnu', wide: true })
}

/**
 * Returns the size of the wide form, in bytes, without building it. Large counts, which only other
 * formats hold, can make it huge.
 */
export function wideSumSize({ layout, histograms, arcs, blocks }: SumInput): number {
  const { wordSize } = layout
  let size = 20
  for (const { bins } of histograms.records)
    size += copiesFor(largest(bins), LARGEST_BIN) * (25 + 2 * wordSize + 2 * bins.length)
  for (let arc = 0; arc < arcs.length; arc++)
    size += copiesFor(arcs.count[arc], LARGEST_COUNT) * (5 + 2 * wordSize)
  return blocks === null ? size : size + 5 + 2 * wordSize * blocks.length
}

/** Number of records needed to hold a value. */
function copiesFor(value: number, most: number): number {
  return Math.max(1, Math.ceil(value / most))
}

function writeGnu(out: Bytes, input: SumInput, wide: boolean): void {
  const { histograms, symbols } = input
  out.text('gmon', 4)
  out.u32(1)
  out.text('', 12)
  for (const record of histograms.records) {
    const copies = wide ? copiesFor(largest(record.bins), LARGEST_BIN) : 1
    for (let copy = 0; copy < copies; copy++) {
      out.u8(0)
      out.word(record.low)
      out.word(record.high)
      out.u32(record.bins.length)
      out.u32(histograms.rate)
      out.text(histograms.dimension, 15)
      out.text(histograms.abbreviation, 1)
      for (const bin of record.bins) out.u16(copies === 1 ? bin : nthPart(bin, copy, LARGEST_BIN))
    }
  }
  const each = wide ? eachArcAsRecorded : eachArc
  each(input, (parent, child, count) => {
    const copies = wide ? copiesFor(count, LARGEST_COUNT) : 1
    for (let copy = 0; copy < copies; copy++) {
      out.u8(1)
      out.word(symbols.address[parent])
      out.word(symbols.address[child])
      out.u32(copies === 1 ? count : nthPart(count, copy, LARGEST_COUNT))
    }
  })
  const { blocks } = input
  if (blocks === null) return
  out.u8(2)
  out.u32(blocks.length)
  for (let block = 0; block < blocks.length; block++) {
    out.word(blocks.address[block])
    out.word(blocks.count[block])
  }
}

function writeBsd(out: Bytes, input: SumInput, wanted: 'bsd' | '4.4bsd'): void {
  const { histograms, symbols, layout } = input
  const dialect = histograms.rate === OLD_BSD_RATE ? wanted : '4.4bsd'
  const [record] = histograms.records
  const bins = record?.bins ?? new Float64Array(0)
  out.word(record?.low ?? 0)
  out.word(record?.high ?? 0)
  out.u32(2 * bins.length + 2 * layout.wordSize + (dialect === 'bsd' ? 4 : 24))
  if (dialect === '4.4bsd') {
    out.u32(BSD_44_VERSION)
    out.u32(histograms.rate)
    out.text('', 12)
  }
  for (const bin of bins) out.u16(bin)
  eachArc(input, (parent, child, count) => {
    out.word(symbols.address[parent])
    out.word(symbols.address[child])
    out.word(count)
  })
}

type WriteArc = (parent: number, child: number, count: number) => void

function eachArcAsRecorded({ arcs }: SumInput, write: WriteArc): void {
  for (let arc = 0; arc < arcs.length; arc++) write(arcs.parent[arc], arcs.child[arc], arcs.count[arc])
}

/** Parents in address order, each one's arcs newest first. */
function eachArc({ arcs, symbols }: SumInput, write: WriteArc): void {
  const { offsets, items } = groupNewestFirst(arcs.parent, symbols.length)
  for (let parent = 0; parent < symbols.length; parent++) {
    for (let at = offsets[parent]; at < offsets[parent + 1]; at++) {
      const arc = items[at]
      write(parent, arcs.child[arc], arcs.count[arc])
    }
  }
}

function largest(bins: SummedHistogram['bins']): number {
  let most = 0
  for (const bin of bins) most = Math.max(most, bin)
  return most
}

/** Part number `part` of `value`. All parts but the last are full. */
function nthPart(value: number, part: number, most: number): number {
  return Math.max(0, Math.min(most, value - part * most))
}

/** Growing byte buffer. Numbers wrap to their field. */
class Bytes {
  readonly #layout: ByteLayout
  #bytes = new Uint8Array(4096)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  constructor(layout: ByteLayout) {
    this.#layout = layout
  }

  u8(value: number): void {
    const at = this.#claim(1)
    this.#view.setUint8(at, value)
  }

  u16(value: number): void {
    const at = this.#claim(2)
    this.#view.setUint16(at, value % 0x10000, !this.#layout.bigEndian)
  }

  u32(value: number): void {
    const at = this.#claim(4)
    this.#view.setUint32(at, value % TWO_TO_32, !this.#layout.bigEndian)
  }

  word(value: number): void {
    if (this.#layout.wordSize === 4) {
      this.u32(value)
      return
    }
    const at = this.#claim(8)
    this.#view.setBigUint64(at, BigInt(value), !this.#layout.bigEndian)
  }

  /** Writes a binary string, padded with zeros to `length`. */
  text(text: string, length: number): void {
    const at = this.#claim(length)
    for (let byte = 0; byte < text.length && byte < length; byte++)
      this.#bytes[at + byte] = text.charCodeAt(byte)
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }

  #claim(length: number): number {
    const at = this.#length
    this.#length += length
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length)
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return at
  }
}
