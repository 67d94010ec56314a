/**
 * The executable's symbols as a last resort: the name at or below an address.
 *
 * Of several symbols that begin at one address the largest gives its name to all that follows, up to the next one; of
 * equally large ones the first in the file. What kind they are does not matter.
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
      let best = sorted[first]
      let next = first + 1
      for (; next < sorted.length && symbols.address[sorted[next]] === start; next++)
        if (sizeOf(symbols, sorted[next]) > sizeOf(symbols, best)) best = sorted[next]
      starts.push(start)
      rows.push(best)
      first = next
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

/** Files that do not tell sizes have functions of one byte, as symbols without a size are. */
const sizeOf = ({ size }: RawSymbols, row: number): number => size?.[row] || 1
