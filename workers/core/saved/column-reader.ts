// Columns of a saved profile by name, each held to what its table demands.
import { packedStrings, type StringTable } from '../base/string-table.ts'
import type { RawSavedProfile } from '../formats/saved-profile/types.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { ODD, PRINTED_UNIT } from './column-writer.ts'

export class ColumnReader {
  readonly #raw: RawSavedProfile

  constructor(raw: RawSavedProfile) {
    this.#raw = raw
  }

  /** Any number of them for null. */
  bytes(name: string, length: number | null): Uint8Array<ArrayBuffer> {
    const column = this.#raw.columns.get(name)
    if (!(column instanceof Uint8Array) || column.length !== (length ?? column.length))
      throw this.damaged(name)
    return column.slice()
  }

  /** @param fits holds of every value and the one before it, −Infinity before the first */
  numbers(
    name: string,
    length: number | null,
    fits: (value: number, before: number) => boolean = () => true,
  ): Float64Array<ArrayBuffer> {
    const column = this.#raw.columns.get(name)
    if (!(column instanceof Float64Array) || column.length !== (length ?? column.length))
      throw this.damaged(name)
    let before = -Infinity
    for (const value of column) {
      if (!fits(value, before)) throw this.damaged(name)
      before = value
    }
    return column
  }

  /** Whole numbers from `from` up to, not including, `end`. */
  indexes(name: string, length: number | null, end: number, from = 0): Float64Array<ArrayBuffer> {
    return this.numbers(name, length, (value) => Number.isInteger(value) && value >= from && value < end)
  }

  /** Indexes below `end`, each larger than the one before; any number of them for null. */
  ascending(name: string, end: number, length: number | null = null): Float64Array<ArrayBuffer> {
    const isIndex = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < end
    return this.numbers(name, length, (value, before) => isIndex(value) && value > before)
  }

  /** Numbers as `ColumnWriter.addPrinted` wrote them. */
  printed(name: string, length: number): Float64Array<ArrayBuffer> {
    const isWhole = this.#raw.columns.has(`${name}.thousandths`)
    const values = this.numbers(isWhole ? `${name}.thousandths` : name, length)
    if (isWhole) for (let row = 0; row < length; row++) values[row] = values[row] / PRINTED_UNIT
    if (!this.#raw.columns.has(`${name}.odd`)) return values
    const rows = this.ascending(`${name}.odd`, length)
    const oddities = this.bytes(`${name}.oddity`, rows.length)
    rows.forEach((row, at) => {
      const odd = ODD[oddities[at]]
      if (odd === undefined) throw this.damaged(`${name}.oddity`)
      values[row] = odd
    })
    return values
  }

  /** One character a byte. */
  strings(name: string, length: number): StringTable {
    const lengths = this.numbers(`${name}.length`, length, (value) => value >= 0)
    const bytes = this.bytes(`${name}.bytes`, null)
    const start = new Uint32Array(length + 1)
    let at = 0
    for (let row = 0; row < length; row++) {
      at += lengths[row]
      if (at > bytes.length) throw this.damaged(`${name}.length`)
      start[row + 1] = at
    }
    if (at !== bytes.length) throw this.damaged(`${name}.bytes`)
    return packedStrings(length, bytes, start)
  }

  damaged(name: string): ProblemError {
    const what = `its column ${name} does not fit the rest`
    return new ProblemError({ code: 'saved/damaged', file: this.#raw.file, what })
  }
}
