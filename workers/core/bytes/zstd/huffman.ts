/**
 * Huffman codes of zstd's literals.
 *
 * Source: RFC 8878, section 4.2.
 */
import { BackwardBits, DamagedData } from './backward-bits.ts'
import { nextState, readFseTable } from './fse.ts'

/** By the next `log` bits of a stream: which symbol they begin with, and how many of them are its code. */
export interface HuffmanTable {
  readonly log: number
  readonly symbol: Uint8Array
  readonly bits: Uint8Array
}

const LARGEST_LOG = 11
const MOST_SYMBOLS = 256

/** The table that begins at `from`, and where it ends. */
export function readHuffmanTable(
  bytes: Uint8Array,
  from: number,
): { readonly table: HuffmanTable; readonly end: number } {
  if (from >= bytes.length) throw new DamagedData()
  const head = bytes[from]
  const isPlain = head >= 128
  const end = from + 1 + (isPlain ? (head - 126) >> 1 : head)
  if (end > bytes.length) throw new DamagedData()
  const piece = bytes.subarray(from + 1, end)
  const weights = isPlain
    ? Array.from({ length: head - 127 }, (_, at) => (piece[at >> 1] >> (at % 2 === 0 ? 4 : 0)) & 15)
    : packedWeights(piece)
  return { table: buildTable(weights), end }
}

/** Two states take turns, until no bits are left for the next one. */
function packedWeights(piece: Uint8Array): number[] {
  const { table, end } = readFseTable(piece, 0, LARGEST_LOG + 1, 6)
  const stream = new BackwardBits(piece.subarray(end))
  let state = stream.read(table.log)
  let other = stream.read(table.log)
  if (stream.left < 0) throw new DamagedData()
  const weights: number[] = []
  while (weights.length < MOST_SYMBOLS - 1) {
    weights.push(table.symbol[state])
    const next = nextState(table, state, stream)
    if (stream.left < 0) {
      weights.push(table.symbol[other])
      return weights
    }
    state = other
    other = next
  }
  throw new DamagedData()
}

/** The last symbol's weight is what is missing to a power of two. */
function buildTable(weights: number[]): HuffmanTable {
  let sum = 0
  for (const weight of weights) sum += (1 << weight) >> 1
  const log = 32 - Math.clz32(sum)
  const missing = (1 << log) - sum
  if (sum === 0 || log > LARGEST_LOG || (missing & (missing - 1)) !== 0 || weights.length >= MOST_SYMBOLS)
    throw new DamagedData()
  const all = [...weights, 32 - Math.clz32(missing)]
  const symbol = new Uint8Array(1 << log)
  const bits = new Uint8Array(1 << log)
  let at = 0
  for (let weight = 1; weight <= log; weight++) {
    all.forEach((other, row) => {
      if (other !== weight) return
      const end = at + (1 << (weight - 1))
      symbol.fill(row, at, end)
      bits.fill(log + 1 - weight, at, end)
      at = end
    })
  }
  return { log, symbol, bits }
}

/** Fills `into` with what the stream holds: exactly as much. */
export function decodeHuffman(table: HuffmanTable, bytes: Uint8Array, into: Uint8Array): void {
  const stream = new BackwardBits(bytes)
  const { log, symbol, bits } = table
  for (let at = 0; at < into.length; at++) {
    const code = stream.peek(log)
    into[at] = symbol[code]
    stream.left -= bits[code]
  }
  if (stream.left !== 0) throw new DamagedData()
}
