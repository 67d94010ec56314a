/**
 * The sequences of a compressed block: so many literals, then so many bytes from so far back.
 *
 * Source: RFC 8878, sections 3.1.1.3.2 and 3.1.1.4; the default shares are its appendix A.
 */
import { BackwardBits, DamagedData } from './backward-bits.ts'
import { buildFseTable, nextState, readFseTable, singleSymbolTable, type FseTable } from './fse.ts'

/** What blocks of a frame leave to later ones. */
export interface SequenceTables {
  literals: FseTable | null
  offsets: FseTable | null
  matches: FseTable | null
}

export interface SequenceSink {
  /** Puts in its place what a sequence says. `offset` as it was coded: up to 3 it means an earlier one. */
  take(literals: number, offset: number, match: number): void
}

interface Code {
  readonly which: keyof SequenceTables
  readonly symbols: number
  readonly largestLog: number
  readonly shares: readonly number[]
  readonly log: number
}

const times = (count: number, share: number): number[] => Array.from({ length: count }, () => share)

const LITERALS: Code = {
  which: 'literals',
  symbols: 36,
  largestLog: 9,
  shares: [4, 3, ...times(11, 2), 1, 1, 1, ...times(9, 2), 3, 2, ...times(5, 1), ...times(4, -1)],
  log: 6,
}
const OFFSETS: Code = {
  which: 'offsets',
  symbols: 32,
  largestLog: 8,
  shares: [...times(6, 1), 2, 2, 2, ...times(15, 1), ...times(5, -1)],
  log: 5,
}
const MATCHES: Code = {
  which: 'matches',
  symbols: 53,
  largestLog: 9,
  shares: [1, 4, 3, ...times(6, 2), ...times(37, 1), ...times(7, -1)],
  log: 6,
}

/** Bits behind each code; what they are added to begins where the code before ends. */
const LITERAL_BITS = [...times(16, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
const MATCH_BITS = [...times(32, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
const LITERAL_BASE = basesOf(LITERAL_BITS, 0)
const MATCH_BASE = basesOf(MATCH_BITS, 3)

function basesOf(bits: readonly number[], first: number): number[] {
  let base = first
  return bits.map((count) => {
    base += 2 ** count
    return base - 2 ** count
  })
}

/** @param tables of the blocks before; replaced by this one's */
export function readSequences(
  block: Uint8Array,
  from: number,
  tables: SequenceTables,
  sink: SequenceSink,
): void {
  const byte = (at: number): number => {
    if (at >= block.length) throw new DamagedData()
    return block[at]
  }
  let at = from
  let count = byte(at++)
  if (count === 0) {
    if (at !== block.length) throw new DamagedData()
    return
  }
  if (count === 255) {
    count = byte(at) + (byte(at + 1) << 8) + 0x7f00
    at += 2
  } else if (count > 127) count = ((count - 128) << 8) + byte(at++)
  const modes = byte(at++)
  if ((modes & 3) !== 0) throw new DamagedData()
  const tableOf = (code: Code, mode: number): FseTable => {
    const read = readTable(block, at, code, mode, tables[code.which])
    at = read.end
    tables[code.which] = read.table
    return read.table
  }
  const literals = tableOf(LITERALS, modes >> 6)
  const offsets = tableOf(OFFSETS, (modes >> 4) & 3)
  const matches = tableOf(MATCHES, (modes >> 2) & 3)

  const stream = new BackwardBits(block.subarray(at))
  let literal = stream.read(literals.log)
  let offset = stream.read(offsets.log)
  let match = stream.read(matches.log)
  for (let sequence = 0; sequence < count; sequence++) {
    const bits = offsets.symbol[offset]
    const distance = 2 ** bits + stream.read(bits)
    const matchCode = matches.symbol[match]
    const length = MATCH_BASE[matchCode] + stream.read(MATCH_BITS[matchCode])
    const literalCode = literals.symbol[literal]
    sink.take(LITERAL_BASE[literalCode] + stream.read(LITERAL_BITS[literalCode]), distance, length)
    if (sequence + 1 < count) {
      literal = nextState(literals, literal, stream)
      match = nextState(matches, match, stream)
      offset = nextState(offsets, offset, stream)
    }
    if (stream.left < 0) throw new DamagedData()
  }
  if (stream.left !== 0) throw new DamagedData()
}

function readTable(
  block: Uint8Array,
  at: number,
  code: Code,
  mode: number,
  before: FseTable | null,
): { readonly table: FseTable; readonly end: number } {
  if (mode === 0) return { table: buildFseTable(code.shares, code.log), end: at }
  if (mode === 2) return readFseTable(block, at, code.symbols, code.largestLog)
  if (mode === 1) {
    if (at >= block.length || block[at] >= code.symbols) throw new DamagedData()
    return { table: singleSymbolTable(block[at]), end: at + 1 }
  }
  if (before === null) throw new DamagedData()
  return { table: before, end: at }
}
