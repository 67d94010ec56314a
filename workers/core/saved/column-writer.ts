// Writes the columns of a saved profile, one after another.
import type { SavedColumn } from '../formats/saved-profile/types.ts'
import type { StringTable } from '../base/packed-strings.ts'
import { type ColumnEncoding, encodeColumn } from '../formats/saved-profile/columns.ts'

/**
 * Values that are not finite. Their position here, in a column of exceptions, replaces them; see
 * `ColumnReader.printed`.
 */
export const NON_FINITE: readonly number[] = [Number.NaN, Infinity, -Infinity]

/** Factor of printed numbers, which have at most three decimals. */
export const PRINTED_UNIT = 1000

/** Collects the columns of a saved profile. `ColumnReader` reads them. */
export class ColumnWriter {
  /** The columns added so far, as the header lists them. */
  readonly entries: SavedColumn[] = []
  /** The bytes of each column. */
  readonly pieces: Uint8Array<ArrayBuffer>[] = []

  /**
   * Adds a column. Values that the encoding cannot hold make it f64.
   *
   * @param name unique in the file
   */
  add(name: string, values: ArrayLike<number>, wanted: ColumnEncoding): void {
    const { encoding, bytes } = encodeColumn(values, wanted)
    this.entries.push({ name, encoding, length: values.length, bytes: bytes.length })
    this.pieces.push(bytes)
  }

  /**
   * Adds a column that is mostly 0: the rows of other values, ascending, and those values, integers from 0.
   */
  addSparse(rowName: string, valueName: string, values: ArrayLike<number>): void {
    const rows: number[] = []
    for (let row = 0; row < values.length; row++) if (values[row] !== 0) rows.push(row)
    this.add(rowName, rows, 'delta')
    this.add(
      valueName,
      rows.map((row) => values[row]),
      'varint',
    )
  }

  /** Adds the strings of a packed table. */
  addStrings(name: string, { length, start, end, bytes }: StringTable): void {
    const lengths = new Float64Array(length)
    for (let row = 0; row < length; row++) lengths[row] = end[row] - start[row]
    this.add(`${name}.length`, lengths, 'varint')
    this.add(`${name}.bytes`, bytes.subarray(start[0], start[length]), 'bytes')
  }

  /**
   * Adds numbers as gprof prints them, with at most three decimals or not finite. Stored times 1000
   * and divided again, each is the same double: the nearest to what was printed.
   */
  addPrinted(name: string, values: readonly number[]): void {
    const odd = values.flatMap((value, row) => (Number.isFinite(value) ? [] : [row]))
    if (odd.length > 0) {
      this.add(`${name}.odd`, odd, 'delta')
      this.add(
        `${name}.oddity`,
        odd.map((row) => NON_FINITE.findIndex((one) => Object.is(one, values[row]))),
        'bytes',
      )
    }
    const finite = values.map((value) => (Number.isFinite(value) ? value : 0))
    const thousandths = finite.map((value) => Math.round(value * PRINTED_UNIT))
    const isSame = (value: number, row: number): boolean =>
      Object.is(thousandths[row] / PRINTED_UNIT, value) && Number.isSafeInteger(thousandths[row])
    if (finite.every(isSame)) this.add(`${name}.thousandths`, thousandths, 'signed')
    else this.add(name, finite, 'f64')
  }
}
