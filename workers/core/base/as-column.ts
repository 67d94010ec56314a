// Where a typed array becomes a column of a table, and a column the array that it is.
import type { Column, ColumnArrays, Rows } from './brand.ts'

interface Named<Name> {
  readonly [Symbol.toStringTag]: Name
}

/** The same array. Whoever makes a table has filled it by row, which the types cannot tell. */
export const asColumn = <I extends number, V extends number, Name extends keyof ColumnArrays>(
  values: ColumnArrays[keyof ColumnArrays] & Named<Name>,
): Column<I, V, Name> => values as unknown as Column<I, V, Name>

/** The same array: rows of the table that `I` is the index of. */
export const asRows = <I extends number>(rows: Uint32Array<ArrayBuffer>): Rows<I> => rows as Rows<I>

/** The same array, for loops over plain numbers: that these are rows of this table is for the loop to see to. */
export const asArray = <Name extends keyof ColumnArrays>(column: Named<Name>): ColumnArrays[Name] =>
  column as unknown as ColumnArrays[Name]
