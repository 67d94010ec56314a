// Types that keep one kind of number from being taken for another; nothing exists of them at run time.

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
