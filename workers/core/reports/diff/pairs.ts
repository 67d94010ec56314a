// Paired functions of two profiles, the rows of a diff.
import { asArray, type Brand, type Column, type None, NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'

/** Row of a diff. */
export type PairIndex = Brand<number, 'PairIndex'>

/** Functions that are active in either profile, in the order of their raw names. */
export interface Pairs {
  readonly length: number
  /** Function of the earlier program; NONE if it has none. */
  readonly before: Column<PairIndex, FunctionIndex | None, 'Int32Array'>
  /** Function of the later program; NONE if it has none. */
  readonly after: Column<PairIndex, FunctionIndex | None, 'Int32Array'>
  /** 1 if the names differ in the suffix that compilers add to clones: `f` and `f.isra.0`. */
  readonly isLikened: Column<PairIndex, number, 'Uint8Array'>
}

/** Returns the row of a function of one side; NONE if it has none. */
export const rowOf = (pairs: Pairs, side: 'before' | 'after', f: FunctionIndex): PairIndex | None => {
  const row = asArray(pairs[side]).indexOf(f)
  return row < 0 ? NONE : (row as PairIndex)
}
