// Where a typed array becomes a column of a table: from then on it takes only that table's index.
import type { Column } from './brand.ts'

/** The same array. Whoever makes a table has filled it by row, which the types cannot tell. */
export const asColumn = <I extends number, V extends number = number>(
  values: Float64Array | Int32Array | Uint32Array | Uint8Array,
): Column<I, V> => values as unknown as Column<I, V>
