/**
 * The executable's symbols as a last resort: the name at or below an address.
 *
 * Of several symbols that begin at one address the best is asked for at each address anew, as GNU tools do. Where one that
 * reaches the address comes first, a later one must reach it too, and be of a better type, or of as good a type and
 * smaller. Where it does not, as in the padding behind a function, a later one must be larger. So of a function's two
 * equal names one may stand for its code and the other for what follows.
 *
 * Source: behaviour of GNU gprof 2.40 and addr2line.
 */
import { sortRowsByKey } from '../../../base/radix-sort.ts'
import { lastAtOrBelow } from '../../../base/search.ts'
import { binaryString } from '../../../base/string-table.ts'
import { SymbolPlace, SymbolType, type RawExecutable, type RawSymbols } from '../../format.ts'

export type NamingExecutable = Pick<RawExecutable, 'symbols' | 'textStart'>

export class ElfNames {
  readonly #symbols: RawSymbols
  readonly #rows: Uint32Array<ArrayBuffer>
  /** Ascending; one per address at which another name begins to hold. */
  readonly starts: Float64Array

  /** @param none as if the executable had no symbols */
  constructor({ symbols, textStart }: NamingExecutable, none = false) {
    const candidates: number[] = []
    const { length } = none ? [] : symbols
    for (let row = 0; row < length; row++) {
      const isCode = symbols.place[row] === SymbolPlace.code && symbols.address[row] >= textStart
      if (isCode && isName(symbols, row)) candidates.push(row)
    }
    // Stable: those of one address stay in the order of the file.
    const sorted = sortRowsByKey(Uint32Array.from(candidates), symbols.address)
    const starts: number[] = []
    const rows: number[] = []
    for (let first = 0; first < sorted.length;) {
      const start = symbols.address[sorted[first]]
      let end = first + 1
      while (end < sorted.length && symbols.address[sorted[end]] === start) end++
      const next = end < sorted.length ? symbols.address[sorted[end]] : Infinity
      const group = sorted.subarray(first, end)
      for (const at of bordersOf(symbols, group, start, next)) {
        starts.push(at)
        rows.push(bestAt(symbols, group, at - start))
      }
      first = end
    }
    this.#symbols = symbols
    this.#rows = Uint32Array.from(rows)
    this.starts = Float64Array.from(starts)
  }

  /** Number of the symbol at or below; −1 if there is none. */
  at(address: number): number {
    return lastAtOrBelow(this.starts, address)
  }

  /** A binary string. */
  nameOf(symbol: number): string {
    const { names, nameOffset } = this.#symbols
    const from = nameOffset[this.#rows[symbol]]
    const end = names.indexOf(0, from)
    return binaryString(names, from, end < 0 ? names.length : end)
  }
}

function isName({ type, size }: RawSymbols, row: number): boolean {
  switch (type[row]) {
    case SymbolType.section:
    case SymbolType.file:
    case SymbolType.object:
    case SymbolType.common:
      return false
    default:
      return size === undefined || size[row] >= 0
  }
}

/** Where the choice among symbols of one start may change: there, and where one of them ends. */
function bordersOf(symbols: RawSymbols, group: Uint32Array, start: number, next: number): number[] {
  if (group.length === 1) return [start]
  const borders = new Set([start])
  for (const row of group) {
    const end = start + sizeOf(symbols, row)
    if (end < next) borders.add(end)
  }
  return [...borders].sort((left, right) => left - right)
}

/** Files that do not tell sizes have functions of one byte, as symbols without a size are. */
const sizeOf = ({ size }: RawSymbols, row: number): number => size?.[row] || 1

function bestAt(symbols: RawSymbols, group: Uint32Array, offset: number): number {
  let best = group[0]
  for (const row of group) {
    const [size, bestSize] = [sizeOf(symbols, row), sizeOf(symbols, best)]
    if (bestSize <= offset) {
      if (size > bestSize) best = row
    } else if (size > offset) {
      const better = rankOf(symbols, row) - rankOf(symbols, best)
      if (better > 0 || (better === 0 && size < bestSize)) best = row
    }
  }
  return best
}

function rankOf({ type }: RawSymbols, row: number): number {
  return type[row] === SymbolType.func ? 2 : type[row] === SymbolType.none ? 0 : 1
}
