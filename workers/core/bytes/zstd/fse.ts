/**
 * Finite state entropy: a state names a symbol, and how many bits of the stream lead to which next state.
 *
 * Source: RFC 8878, section 4.1.
 */
import { DamagedData, type BackwardBits } from './backward-bits.ts'

/** One row per state. */
export interface FseTable {
  /** Bits that choose the first state. */
  readonly log: number
  readonly symbol: Uint8Array
  readonly bits: Uint8Array
  /** Next state, less what the bits add. */
  readonly base: Uint16Array
}

/** Of a symbol less likely than one state. */
const LESS_THAN_ONE = -1

/** The table that begins at `from`, and where it ends. */
export function readFseTable(
  bytes: Uint8Array,
  from: number,
  symbols: number,
  largestLog: number,
): { readonly table: FseTable; readonly end: number } {
  let at = from * 8
  const read = (count: number): number => {
    const first = at >> 3
    if ((at + count + 7) >> 3 > bytes.length) throw new DamagedData()
    const word = bytes[first] | (bytes[first + 1] << 8) | (bytes[first + 2] << 16)
    at += count
    return (word >>> (at - count - first * 8)) & ((1 << count) - 1)
  }
  const log = read(4) + 5
  if (log > largestLog) throw new DamagedData()
  const shares: number[] = []
  for (let left = 1 << log; left > 0;) {
    // Values up to left + 1; the lower ones take a bit less.
    const count = 32 - Math.clz32(left + 1)
    const short = (1 << count) - 2 - left
    const low = (1 << (count - 1)) - 1
    // The last bits of a table may be the last of the data: one more is asked for only where it counts.
    let value = read(count - 1)
    if (value >= short && read(1) === 1) value += low + 1 - short
    const share = value - 1
    left -= Math.abs(share)
    shares.push(share)
    if (share !== 0) continue
    for (let more = 3; more === 3;) {
      more = read(2)
      for (let zero = 0; zero < more; zero++) shares.push(0)
      if (shares.length > symbols) throw new DamagedData()
    }
  }
  if (shares.length > symbols) throw new DamagedData()
  return { table: buildFseTable(shares, log), end: (at + 7) >> 3 }
}

/** @param shares of each symbol: its number of states, which together are 2^log */
export function buildFseTable(shares: readonly number[], log: number): FseTable {
  const size = 1 << log
  const symbol = new Uint8Array(size)
  const next = new Uint16Array(shares.length)
  let end = size
  shares.forEach((share, at) => {
    next[at] = Math.abs(share)
    if (share === LESS_THAN_ONE) symbol[--end] = at
  })
  const step = (size >> 1) + (size >> 3) + 3
  let state = 0
  shares.forEach((share, at) => {
    for (let made = 0; made < share; made++) {
      symbol[state] = at
      do state = (state + step) & (size - 1)
      while (state >= end)
    }
  })
  if (state !== 0) throw new DamagedData()
  const bits = new Uint8Array(size)
  const base = new Uint16Array(size)
  for (let row = 0; row < size; row++) {
    const reached = next[symbol[row]]++
    bits[row] = log - (31 - Math.clz32(reached))
    base[row] = (reached << bits[row]) - size
  }
  return { log, symbol, bits, base }
}

/** One state, which never changes. */
export function singleSymbolTable(symbol: number): FseTable {
  return { log: 0, symbol: Uint8Array.of(symbol), bits: new Uint8Array(1), base: new Uint16Array(1) }
}

export function nextState(table: FseTable, state: number, stream: BackwardBits): number {
  return table.base[state] + stream.read(table.bits[state])
}
