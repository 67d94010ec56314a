// Typed arrays as columns of tables: index brands, the missing index, and the one place that casts.

declare const kind: unique symbol

/** A `T` that only a builder of `Name`s can make. */
export type Brand<T, Name extends string> = T & { readonly [kind]: Name }

/** What columns are at run time, by the name that each array has of itself. */
export interface ColumnArrays {
  readonly Float64Array: Float64Array<ArrayBuffer>
  readonly Int32Array: Int32Array<ArrayBuffer>
  readonly Uint32Array: Uint32Array<ArrayBuffer>
  readonly Uint8Array: Uint8Array<ArrayBuffer>
}

/** One value per row of a table, indexed by that table's own index type only. At run time a typed array of that name. */
export type Column<I extends number, V = number, Name extends keyof ColumnArrays = keyof ColumnArrays> = {
  readonly [K in I]: V
} & { readonly length: number; readonly [Symbol.toStringTag]: Name }

/** Rows of a table, by its index type; indexed by place. At run time a `Uint32Array`. */
export type Rows<I extends number> = Uint32Array<ArrayBuffer> &
  Iterable<I> & {
    readonly [place: number]: I
  }

/** The absent index. */
export const NONE = -1
export type None = typeof NONE

// Where a typed array becomes a column of a table, and a column the array that it is.

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
