// The orders of a listing that nothing along arcs decides on: by names, by calls and by self time.
import { asArray } from '../../base/as-column.ts'
import { orderOfNumbers } from '../../base/sorting/order-numbers.ts'
import { orderOfStrings } from '../../base/sorting/order-strings.ts'
import type { FunctionTable } from '../../profile/tables.ts'
import { underscoredLast } from './entries.ts'

/** All functions in three orders. Items are FunctionIndex. */
interface ListingOrder {
  /** By their raw names, those of one name ascending. */
  readonly byName: Uint32Array<ArrayBuffer>
  /** That of entries without time. */
  readonly timeless: Uint32Array<ArrayBuffer>
  /** That of the flat profile. */
  readonly flat: Uint32Array<ArrayBuffer>
}

/** @param byName where that order is known: it takes longer than the others, and names never change */
export function orderListing(
  { names, calls, selfTicks }: FunctionTable,
  byName = orderOfStrings(names),
): ListingOrder {
  // gprof's listings share this where functions took the same time: most calls first, then by name.
  const ranked = orderOfNumbers(asArray(calls), true, byName)
  const flat = orderOfNumbers(asArray(selfTicks), true, ranked)
  return { byName, timeless: underscoredLast(names, ranked), flat }
}
