/**
 * The literals of a compressed block: bytes that are in it as they are, or by Huffman codes.
 *
 * Source: RFC 8878, section 3.1.1.3.1.
 */
import { DamagedData } from './backward-bits.ts'
import { decodeHuffman, readHuffmanTable, type HuffmanTable } from './huffman.ts'

export interface Literals {
  readonly bytes: Uint8Array
  /** Where the sequences begin. */
  readonly end: number
  /** For a later block that has none of its own. */
  readonly table: HuffmanTable | null
}

const RAW = 0
const REPEATED = 1
const WITHOUT_TABLE = 3

/** @param most bytes that a block may make */
export function readLiterals(block: Uint8Array, before: HuffmanTable | null, most: number): Literals {
  if (block.length === 0) throw new DamagedData()
  const kind = block[0] & 3
  const form = (block[0] >> 2) & 3
  if (kind === RAW || kind === REPEATED) {
    const header = form === 1 ? 2 : form === 3 ? 3 : 1
    const shift = header === 1 ? 3 : 4
    const size = Math.floor(littleEndian(block, header) / 2 ** shift)
    const end = header + (kind === RAW ? size : 1)
    if (size > most || end > block.length) throw new DamagedData()
    const bytes = kind === RAW ? block.subarray(header, end) : new Uint8Array(size).fill(block[header])
    return { bytes, end, table: before }
  }
  const width = form < 2 ? 10 : form === 2 ? 14 : 18
  const header = form < 2 ? 3 : form + 2
  const sizes = Math.floor(littleEndian(block, header) / 16)
  const size = sizes % 2 ** width
  const end = header + Math.floor(sizes / 2 ** width)
  if (size > most || end > block.length) throw new DamagedData()
  const own = kind === WITHOUT_TABLE ? { table: before, end: header } : readHuffmanTable(block, header)
  if (own.table === null || own.end > end) throw new DamagedData()
  const bytes = new Uint8Array(size)
  const streams = block.subarray(own.end, end)
  if (form === 0) decodeHuffman(own.table, streams, bytes)
  else decodeFour(own.table, streams, bytes)
  return { bytes, end, table: own.table }
}

/** Three sizes, then four streams that make a quarter each. */
function decodeFour(table: HuffmanTable, streams: Uint8Array, into: Uint8Array): void {
  const quarter = (into.length + 3) >> 2
  let at = 6
  for (let stream = 0; stream < 4; stream++) {
    const end = stream < 3 ? at + (streams[2 * stream] | (streams[2 * stream + 1] << 8)) : streams.length
    if (at >= end || end > streams.length || 3 * quarter > into.length) throw new DamagedData()
    const last = stream < 3 ? (stream + 1) * quarter : into.length
    decodeHuffman(table, streams.subarray(at, end), into.subarray(stream * quarter, last))
    at = end
  }
}

/** At most five bytes. */
function littleEndian(bytes: Uint8Array, count: number): number {
  if (bytes.length < count) throw new DamagedData()
  let value = 0
  for (let at = count - 1; at >= 0; at--) value = value * 256 + bytes[at]
  return value
}
