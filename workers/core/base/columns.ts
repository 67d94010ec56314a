// Typed arrays as columns of tables: branded indexes, the missing index, the only casts of the core.

declare const kind: unique symbol

/** A `T` that only code that casts to brand `Name` can make. */
export type Brand<T, Name extends string> = T & { readonly [kind]: Name }

/** The run-time types of columns, by `Symbol.toStringTag`. */
export interface ColumnArrays {
  readonly Float64Array: Float64Array<ArrayBuffer>
  readonly Int32Array: Int32Array<ArrayBuffer>
  readonly Uint32Array: Uint32Array<ArrayBuffer>
  readonly Uint8Array: Uint8Array<ArrayBuffer>
}

/** One value per row of a table, indexed only by that table's own index type. At run time a typed array. */
export type Column<I extends number, V = number, Name extends keyof ColumnArrays = keyof ColumnArrays> = {
  readonly [K in I]: V
} & { readonly length: number; readonly [Symbol.toStringTag]: Name }

/** A list of rows of a table, indexed by position. At run time a `Uint32Array`. */
export type Rows<I extends number> = Uint32Array<ArrayBuffer> &
  Iterable<I> & {
    readonly [place: number]: I
  }

/** The index that means "none". */
export const NONE = -1
/** Type of the missing index; part of the index types of columns that may lack one. */
export type None = typeof NONE

interface Named<Name> {
  readonly [Symbol.toStringTag]: Name
}

/**
 * Returns the same array as a column. The caller has filled it by row; the types cannot check that.
 */
export const asColumn = <I extends number, V extends number, Name extends keyof ColumnArrays>(
  values: ColumnArrays[keyof ColumnArrays] & Named<Name>,
): Column<I, V, Name> => values as unknown as Column<I, V, Name>

/** Returns the same array as rows of the table that `I` indexes; the types cannot check that. */
export const asRows = <I extends number>(rows: Uint32Array<ArrayBuffer>): Rows<I> => rows as Rows<I>

/**
 * Returns a column as its plain array, for loops over plain numbers. The types no longer check
 * which table the index belongs to.
 */
export const asArray = <Name extends keyof ColumnArrays>(column: Named<Name>): ColumnArrays[Name] =>
  column as unknown as ColumnArrays[Name]

/** Returns the first `length` rows of a column: a view, or a copy where most rows are unused. */
export function used<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(
  column: T,
  length: number,
): T {
  return (4 * length > 3 * column.length ? column.subarray(0, length) : column.slice(0, length)) as T
}
