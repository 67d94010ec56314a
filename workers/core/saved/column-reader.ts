// Reads the columns of a saved profile, one after another, each checked.
import { ProblemError } from '../problems/problem-error.ts'
import type { RawSavedProfile } from '../formats/saved-profile/types.ts'
import { packedStrings, type StringTable } from '../base/packed-strings.ts'
import { NON_FINITE, PRINTED_UNIT } from './column-writer.ts'

/**
 * Reads the columns of a saved profile by name, and checks their values.
 *
 * @throws ProblemError `saved/damaged`
 */
export class ColumnReader {
  readonly #raw: RawSavedProfile

  constructor(raw: RawSavedProfile) {
    this.#raw = raw
  }

  /** Reads a copy of a column of bytes; null as `length` accepts any. */
  bytes(name: string, length: number | null): Uint8Array<ArrayBuffer> {
    const column = this.#raw.columns.get(name)
    if (!(column instanceof Uint8Array) || column.length !== (length ?? column.length))
      throw this.damaged(name)
    return column.slice()
  }

  /**
   * Reads a column of numbers, which shares its memory with the file's; null as `length` accepts any.
   *
   * @param fits must hold for each value and the one before it, −Infinity before the first
   */
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

  /** Reads integers `>= from` and `< end`; null as `length` accepts any. */
  indexes(name: string, length: number | null, end: number, from = 0): Float64Array<ArrayBuffer> {
    return this.numbers(name, length, (value) => Number.isInteger(value) && value >= from && value < end)
  }

  /** Reads strictly ascending integers from 0 and below `end`; null as `length` accepts any. */
  ascending(name: string, end: number, length: number | null = null): Float64Array<ArrayBuffer> {
    const isIndex = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < end
    return this.numbers(name, length, (value, before) => isIndex(value) && value > before)
  }

  /**
   * Reads numbers that `ColumnWriter.addPrinted` wrote: with at most three decimals, or not finite. Call it
   * once for a column: it divides in place.
   */
  printed(name: string, length: number): Float64Array<ArrayBuffer> {
    const isWhole = this.#raw.columns.has(`${name}.thousandths`)
    const values = this.numbers(isWhole ? `${name}.thousandths` : name, length)
    if (isWhole) for (let row = 0; row < length; row++) values[row] = values[row] / PRINTED_UNIT
    if (!this.#raw.columns.has(`${name}.odd`)) return values
    const rows = this.ascending(`${name}.odd`, length)
    const oddities = this.bytes(`${name}.oddity`, rows.length)
    rows.forEach((row, at) => {
      const odd = NON_FINITE[oddities[at]]
      if (odd === undefined) throw this.damaged(`${name}.oddity`)
      values[row] = odd
    })
    return values
  }

  /** Reads a packed table of `length` binary strings. */
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

  /** Returns the problem `saved/damaged` of a column. */
  damaged(name: string): ProblemError {
    const what = `its column ${name} does not fit the rest`
    return new ProblemError({ code: 'saved/damaged', file: this.#raw.file, what })
  }
}
