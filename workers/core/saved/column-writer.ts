// Columns of a saved profile, one behind another; the other way is column-reader.ts.
import type { StringTable } from '../base/string-table.ts'
import { encodeColumn, type ColumnEncoding } from '../formats/saved-profile/columns.ts'
import type { SavedColumn } from '../formats/saved-profile/types.ts'

/** What is no number: the value of `ColumnReader.printed`'s column of oddities that stands for it. */
export const ODD: readonly number[] = [Number.NaN, Infinity, -Infinity]

export const PRINTED_UNIT = 1000

export class ColumnWriter {
  readonly entries: SavedColumn[] = []
  readonly pieces: Uint8Array<ArrayBuffer>[] = []

  add(name: string, values: ArrayLike<number>, wanted: ColumnEncoding): void {
    const { encoding, bytes } = encodeColumn(values, wanted)
    this.entries.push({ name, encoding, length: values.length, bytes: bytes.length })
    this.pieces.push(bytes)
  }

  /** Of values most of which are 0: the rows of all others, ascending, and what stands there. */
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

  /** Of strings that lie one behind another. */
  addStrings(name: string, { length, start, end, bytes }: StringTable): void {
    const lengths = new Float64Array(length)
    for (let row = 0; row < length; row++) lengths[row] = end[row] - start[row]
    this.add(`${name}.length`, lengths, 'varint')
    this.add(`${name}.bytes`, bytes.subarray(start[0], start[length]), 'bytes')
  }

  /**
   * Numbers as gprof prints them, with at most three decimals or as no number at all. Divided by 1000 again they are the
   * same doubles: both are the ones nearest to what was printed.
   */
  addPrinted(name: string, values: readonly number[]): void {
    const odd = values.flatMap((value, row) => (Number.isFinite(value) ? [] : [row]))
    if (odd.length > 0) {
      this.add(`${name}.odd`, odd, 'delta')
      this.add(
        `${name}.oddity`,
        odd.map((row) => ODD.findIndex((one) => Object.is(one, values[row]))),
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
