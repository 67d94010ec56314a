/**
 * The executable's symbols as a last resort: the name at or below an address.
 *
 * Of several symbols that begin at one address the largest gives its name to all that follows, up to the next one; of
 * equally large ones the first in the file. What kind they are does not matter. Who asks for one address after another is
 * told the same name for as many bytes as its symbol has, whatever else begins there: a label within a function, or the
 * mark of Thumb code one byte before the end of the function in front.
 *
 * Source: behaviour of GNU gprof 2.40 and addr2line.
 */
import { sortRowsByKey } from '../../../base/sorting/radix-sort.ts'
import { lastAtOrBelow } from '../../../base/search.ts'
import { binaryString } from '../../../base/string-table.ts'
import { SymbolPlace, SymbolType, type RawExecutable, type RawSymbols } from '../../format.ts'

export type NamingExecutable = Pick<RawExecutable, 'symbols' | 'textStart'>

export class ElfNames {
  readonly #symbols: RawSymbols
  readonly #rows: Uint32Array<ArrayBuffer>
  /** Ascending; one per address at which another name begins to hold. */
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

  /** Number of the symbol at or below; −1 if there is none. */
  at(address: number): number {
    return lastAtOrBelow(this.starts, address)
  }

  /** The same, unless what was answered last reaches so far. */
  ask(address: number): number {
    const { starts } = this
    if (address >= this.#end || address < starts[this.#asked]) {
      const asked = (this.#asked = this.at(address))
      this.#end = asked < 0 ? -1 : starts[asked] + sizeOf(this.#symbols, this.#rows[asked])
    }
    return this.#asked
  }

  /** The first address that may have another name than was answered last. */
  heldUntil(): number {
    return Math.max(this.#end, this.starts[this.#asked + 1] ?? Infinity)
  }

  /** A binary string. */
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

/** Files that do not tell sizes have functions of one byte, as symbols without a size are. */
const sizeOf = ({ size }: RawSymbols, row: number): number => size?.[row] || 1
