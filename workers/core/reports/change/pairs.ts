// Which function of one profile is which of another.
import type { Brand, Column, None } from '../../base/brand.ts'
import type { FunctionIndex } from '../../profile/tables.ts'

export type PairIndex = Brand<number, 'PairIndex'>

/** Functions that take part in either profile, in the order of their raw names. */
export interface Pairs {
  readonly length: number
  /** NONE where the earlier program has no such function. */
  readonly before: Column<PairIndex, FunctionIndex | None, 'Int32Array'>
  /** NONE where the later one has none. */
  readonly after: Column<PairIndex, FunctionIndex | None, 'Int32Array'>
  /** 1 where the names differ in what compilers put behind those of clones: `f` and `f.isra.0`. */
  readonly isLikened: Column<PairIndex, number, 'Uint8Array'>
}
