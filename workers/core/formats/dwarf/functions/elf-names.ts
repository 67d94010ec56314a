// The executable's symbols as a last resort: the name at or below an address.
import { sortRowsByKey } from '../../../base/radix-sort.ts'
import { binaryString } from '../../../base/string-table.ts'
import { lastAtOrBelow } from '../../../base/search.ts'
import { SymbolBinding, SymbolPlace, SymbolType, type RawSymbols } from '../../format.ts'

export class ElfNames {
  readonly #symbols: RawSymbols
  readonly #rows: Uint32Array<ArrayBuffer>
  /** Ascending; one per address. */
  readonly starts: Float64Array

  constructor(symbols: RawSymbols) {
    const rows: number[] = []
    const rank = new Uint8Array(symbols.length)
    for (let row = 0; row < symbols.length; row++) {
      if (symbols.place[row] !== SymbolPlace.code) continue
      const type = symbols.type[row]
      if (type !== SymbolType.func && type !== SymbolType.none) continue
      rank[row] = (type === SymbolType.func ? 2 : 0) + (symbols.binding[row] === SymbolBinding.local ? 0 : 1)
      rows.push(row)
    }
    const sorted = sortRowsByKey(sortRowsByKey(Uint32Array.from(rows), rank), symbols.address)
    // Of several at one address the last has the highest rank.
    this.#rows = sorted.filter((row, nth) => symbols.address[row] !== symbols.address[sorted[nth + 1]])
    this.#symbols = symbols
    this.starts = Float64Array.from(this.#rows, (row) => symbols.address[row])
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
