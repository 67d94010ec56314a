// Makes a gmon.out from a readable description: GNU's records in the order given, or one of the two BSD layouts.
// Nothing is checked on the way, so a description may ask for a file that breaks the rules.
import { byteWriter, type ByteWriter } from './byte-writer.ts'

export type GmonSpec = GnuGmonSpec | BsdGmonSpec

interface Target {
  /** 8 unless given. Must be the executable's. */
  readonly wordSize?: 4 | 8
  /** False unless given. Must be the executable's. */
  readonly bigEndian?: boolean
  /** Bytes after the last record or arc. */
  readonly trailing?: Uint8Array
}

export interface GnuGmonSpec extends Target {
  readonly format?: 'gnu'
  /** 1 unless given. */
  readonly version?: number
  readonly records: readonly GmonRecord[]
}

export type GmonRecord =
  | GmonHistogram
  | ({ readonly kind: 'arc' } & GmonArc)
  /** Many arcs without an object for each: three columns of one length. */
  | {
      readonly kind: 'arcs'
      readonly from: ArrayLike<number>
      readonly self: ArrayLike<number>
      readonly count: ArrayLike<number>
    }
  /** Basic-block counts; version 0 files get the longer form with (given or empty) file and function names. */
  | { readonly kind: 'blocks'; readonly blocks: readonly GmonBlock[] }
  /** Any bytes, tag included. */
  | { readonly kind: 'raw'; readonly bytes: Uint8Array }

export interface GmonHistogram {
  readonly kind: 'histogram'
  readonly low: number | bigint
  /** Exclusive. */
  readonly high: number | bigint
  /** Ticks per second; 100 unless given. */
  readonly rate?: number
  /** "seconds" unless given; cut at 15 characters. */
  readonly dimension?: string
  /** "s" unless given. */
  readonly abbreviation?: string
  /** 16-bit counters. */
  readonly bins: ArrayLike<number>
}

export interface GmonArc {
  /** Return address in the parent; 0 for a call from nowhere. */
  readonly from: number | bigint
  /** Address in the child. */
  readonly self: number | bigint
  readonly count: number
}

export interface GmonBlock {
  readonly address: number
  readonly count: number
  readonly file?: string
  readonly function?: string
  readonly line?: number
}

export interface BsdGmonSpec extends Target {
  readonly format: 'bsd' | '4.4bsd'
  readonly low: number | bigint
  readonly high: number | bigint
  /** 4.4BSD only; 100 unless given. */
  readonly rate?: number
  readonly bins: ArrayLike<number>
  /** 4.4BSD only: FreeBSD's field for the width of counters in bits, negative if signed, and counters as it says. */
  readonly counterField?: number
  readonly arcs?: readonly GmonArc[]
  /** Bytes of header and samples; the right number unless given. */
  readonly sizeField?: number
}

/** The word that distinguishes 4.4BSD's header from the older one. */
const BSD_44_VERSION = 0x51879

export function buildGmon(spec: GmonSpec): Uint8Array<ArrayBuffer> {
  const out = byteWriter({ wordSize: spec.wordSize ?? 8, bigEndian: spec.bigEndian ?? false })
  if ('records' in spec) writeGnu(out, spec)
  else writeBsd(out, spec)
  if (spec.trailing !== undefined) out.bytes(spec.trailing)
  return out.done()
}

function writeGnu(out: ByteWriter, spec: GnuGmonSpec): void {
  const version = spec.version ?? 1
  out.text('gmon')
  out.u32(version)
  out.zeros(12)
  for (const record of spec.records) writeRecord(out, record, version)
}

function writeRecord(out: ByteWriter, record: GmonRecord, version: number): void {
  switch (record.kind) {
    case 'histogram':
      out.u8(0)
      out.word(record.low)
      out.word(record.high)
      out.u32(record.bins.length)
      out.u32(record.rate ?? 100)
      out.text((record.dimension ?? 'seconds').padEnd(15, '\0').slice(0, 15))
      out.text((record.abbreviation ?? 's').padEnd(1, '\0').slice(0, 1))
      for (let bin = 0; bin < record.bins.length; bin++) out.u16(record.bins[bin])
      break
    case 'arc':
      writeGnuArc(out, record.from, record.self, record.count)
      break
    case 'arcs':
      for (let arc = 0; arc < record.from.length; arc++) {
        writeGnuArc(out, record.from[arc], record.self[arc], record.count[arc])
      }
      break
    case 'blocks':
      out.u8(2)
      out.u32(record.blocks.length)
      if (version === 0) out.zeros(1)
      for (const block of record.blocks) {
        if (version === 0) {
          out.word(block.count)
          out.word(block.address)
          out.text(`${block.file ?? ''}\0${block.function ?? ''}\0`)
          out.u32(block.line ?? 0)
        } else {
          out.word(block.address)
          out.word(block.count)
        }
      }
      break
    case 'raw':
      out.bytes(record.bytes)
  }
}

function writeGnuArc(out: ByteWriter, from: number | bigint, self: number | bigint, count: number): void {
  out.u8(1)
  out.word(from)
  out.word(self)
  out.u32(count)
}

function writeBsd(out: ByteWriter, spec: BsdGmonSpec): void {
  const wordSize = spec.wordSize ?? 8
  const header = 2 * wordSize + (spec.format === 'bsd' ? 4 : 24)
  out.word(spec.low)
  out.word(spec.high)
  const width = Math.abs(spec.counterField ?? 0) / 8 || 2
  out.u32(spec.sizeField ?? header + width * spec.bins.length)
  if (spec.format === '4.4bsd') {
    out.u32(BSD_44_VERSION)
    out.u32(spec.rate ?? 100)
    out.u32((spec.counterField ?? 0) >>> 0)
    out.zeros(8)
  }
  for (let bin = 0; bin < spec.bins.length; bin++) {
    if (width === 8) out.u64(BigInt(spec.bins[bin]))
    else if (width === 4) out.u32(spec.bins[bin] >>> 0)
    else if (width === 1) out.u8(spec.bins[bin])
    else out.u16(spec.bins[bin])
  }
  for (const arc of spec.arcs ?? []) {
    out.word(arc.from)
    out.word(arc.self)
    out.word(arc.count)
  }
}
