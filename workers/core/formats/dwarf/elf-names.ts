// Names of functions from the executable’s symbols, as a last resort: the symbol at or below an address.
//
// Of several symbols at one address the largest names all that follows up to the next symbol; of
// equally large ones the first in the file. Their type does not matter. Queries for consecutive
// addresses keep the name for the symbol's size, whatever else begins there: a label within a
// function, or the Thumb bit of a symbol one byte before the end of the previous function.
//
// Source: behaviour of GNU gprof 2.40 and addr2line.
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { sortRowsByKey } from '../../base/radix-sort.ts'
import { binaryString } from '../../base/string-table.ts'
import type { RawExecutable } from '../format.ts'
import { type RawSymbols, SymbolPlace, SymbolType } from '../raw-symbols.ts'

/** The parts of an executable that name code. */
export type NamingExecutable = Pick<RawExecutable, 'symbols' | 'textStart'>

/**
 * Names link-time addresses by an executable's symbols in code; of several at one address the largest, or
 * else the first, counts.
 */
export class ElfNames {
  readonly #symbols: RawSymbols
  readonly #rows: Uint32Array<ArrayBuffer>
  /** Link-time address of each symbol, ascending; one per address at which another name begins to hold. */
  readonly starts: Float64Array
  /** What `ask` answered last, and where that symbol ends. */
  #asked = -1
  #end = -1

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
    for (const row of sorted) {
      const start = symbols.address[row]
      const last = rows.length - 1
      if (starts[last] !== start) {
        starts.push(start)
        rows.push(row)
      } else if (sizeOf(symbols, row) > sizeOf(symbols, rows[last])) rows[last] = row
    }
    this.#symbols = symbols
    this.#rows = Uint32Array.from(rows)
    this.starts = Float64Array.from(starts)
  }

  /** Returns the row in `starts` of the last symbol at or below an address; −1 if there is none. */
  at(address: number): number {
    return lastAtOrBelow(this.starts, address)
  }

  /**
   * Returns the row in `starts` of the symbol that names an address, −1 for none: the last one at or below
   * it, but the symbol returned last as long as its size reaches the address.
   */
  ask(address: number): number {
    const { starts } = this
    if (address >= this.#end || address < starts[this.#asked]) {
      const asked = (this.#asked = this.at(address))
      this.#end = asked < 0 ? -1 : starts[asked] + sizeOf(this.#symbols, this.#rows[asked])
    }
    return this.#asked
  }

  /**
   * Returns the first address that may have another name than `ask` returned last; Infinity if the name holds
   * to the end.
   */
  heldUntil(): number {
    return Math.max(this.#end, this.starts[this.#asked + 1] ?? Infinity)
  }

  /**
   * Returns a symbol's name, as a binary string.
   *
   * @param symbol row in `starts`
   */
  nameOf(symbol: number): string {
    const { names, nameOffset } = this.#symbols
    const from = nameOffset[this.#rows[symbol]]
    const end = names.indexOf(0, from)
    return binaryString(names, from, end < 0 ? names.length : end)
  }
}

const NO_NAMES: readonly number[] = [
  SymbolType.section,
  SymbolType.file,
  SymbolType.object,
  SymbolType.common,
]

const isName = ({ type, size }: RawSymbols, row: number): boolean =>
  !NO_NAMES.includes(type[row]) && (size === undefined || size[row] >= 0)

/** Symbols in files without sizes count as one byte, like symbols without a size. */
const sizeOf = ({ size }: RawSymbols, row: number): number => size?.[row] || 1
