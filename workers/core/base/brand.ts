// Types that keep one kind of number from being taken for another; nothing exists of them at run time.

declare const kind: unique symbol

/** A `T` that only a builder of `Name`s can make. */
export type Brand<T, Name extends string> = T & { readonly [kind]: Name }

/** One value per row of a table, indexed by that table's own index type only. A typed array at run time. */
export type Column<I extends number, V = number> = { readonly [K in I]: V } & { readonly length: number }

/** The absent index. */
export const NONE = -1
export type None = typeof NONE
