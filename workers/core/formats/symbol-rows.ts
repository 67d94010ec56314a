// Symbols one after another → the columns of RawSymbols, for formats whose tables are not columns in the
// making.
import { type RawSymbols, SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'

const MINIMUM = 256

type ValueOf<T> = T[keyof T]

/**
 * Collects symbols one by one and builds their columns. It grows without limit: the caller bounds the rows by
 * the size of the file.
 */
export class SymbolRows {
  #length = 0
  #address = new Float64Array(MINIMUM)
  #nameOffset = new Uint32Array(MINIMUM)
  /** Binding, type and place, three bytes a row. */
  #kind = new Uint8Array(3 * MINIMUM)
  #names: Uint8Array<ArrayBuffer>
  #namesEnd: number

  /** @param names the file's own string table, if it has one; it stays at the beginning, with a NUL more at its end */
  constructor(names: Uint8Array<ArrayBuffer> = new Uint8Array(0)) {
    this.#names = grown(names, names.length + 2)
    this.#namesEnd = names.length + 2
  }

  /**
   * Adds a name and returns its offset. gprof's filter of local names may read past the end of a name. It
   * finds a NUL there, unless names are `packed`, each at a multiple of eight bytes.
   *
   * @param name without a NUL
   */
  addName(name: Uint8Array, packed = false): number {
    const from = this.#namesEnd
    const end = from + (packed ? Math.ceil((name.length + 1) / 8) * 8 : name.length + 2)
    if (end > this.#names.length) this.#names = grown(this.#names, Math.max(end, 2 * this.#names.length))
    this.#names.set(name, from)
    this.#namesEnd = end
    return from
  }

  /**
   * Adds a symbol.
   *
   * @param address link-time address
   * @param nameOffset from `addName`, or an offset in the table given to the constructor
   */
  add(
    address: number,
    nameOffset: number,
    binding: ValueOf<typeof SymbolBinding>,
    type: ValueOf<typeof SymbolType>,
    place: ValueOf<typeof SymbolPlace>,
  ): void {
    const row = this.#length++
    if (row === this.#address.length) this.#grow(2 * row)
    this.#address[row] = address
    this.#nameOffset[row] = nameOffset
    this.#kind[3 * row] = binding
    this.#kind[3 * row + 1] = type
    this.#kind[3 * row + 2] = place
  }

  /** Returns copies of the columns, in the order of `add`. */
  done(): RawSymbols {
    const length = this.#length
    const kinds = (which: number): Uint8Array<ArrayBuffer> =>
      Uint8Array.from({ length }, (_, row) => this.#kind[3 * row + which])
    return {
      length,
      address: this.#address.slice(0, length),
      nameOffset: this.#nameOffset.slice(0, length),
      binding: kinds(0),
      type: kinds(1),
      place: kinds(2),
      names: this.#names.slice(0, this.#namesEnd),
    }
  }

  #grow(capacity: number): void {
    const address = new Float64Array(capacity)
    address.set(this.#address)
    this.#address = address
    const nameOffset = new Uint32Array(capacity)
    nameOffset.set(this.#nameOffset)
    this.#nameOffset = nameOffset
    this.#kind = grown(this.#kind, 3 * capacity)
  }
}

function grown(bytes: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(capacity)
  larger.set(bytes)
  return larger
}
