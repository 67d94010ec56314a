// The flat profile's rows in an order a person chose; equals keep gprof's order.
import type { Column } from '../base/brand.ts'
import { NONE } from '../base/brand.ts'
import { sortRowsByKey } from '../base/radix-sort.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/tables.ts'
import type { Listing } from './listing.ts'
import { NameOrder } from './name-order.ts'

export type SortColumn =
  'percent' | 'cumulative' | 'self' | 'calls' | 'selfPerCall' | 'totalPerCall' | 'total' | 'name' | 'cycle'

export interface SortOrder {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

/**
 * The functions gprof prints by default. Items are FunctionIndex.
 *
 * @param names the order of names, where it has been prepared
 */
export function sortFunctions(
  analyzed: AnalyzedProfile,
  listing: Listing,
  order: SortOrder,
  names = new NameOrder(analyzed.profile.functions),
): Uint32Array<ArrayBuffer> {
  const { printed, cumulativeTicks } = listing.flat
  const rows = new Uint32Array(printed.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  const keys =
    order.column === 'name'
      ? Float64Array.from(printed, (f) => names.ranks()[f])
      : keysOf(analyzed, printed, cumulativeTicks, order.column)
  return sortRowsByKey(rows, ranksOf(keys, order.direction)).map((row) => printed[row])
}

/** Equal keys have equal ranks; what is not known stands last, whichever way the rest is turned. */
function ranksOf(keys: Float64Array, direction: SortOrder['direction']): Float64Array {
  // A typed array sorts NaN to its end.
  const sorted = keys.toSorted()
  let distinct = 0
  for (const key of sorted) {
    if (Number.isNaN(key)) break
    if (distinct === 0 || key !== sorted[distinct - 1]) sorted[distinct++] = key
  }
  return keys.map((key) => {
    if (Number.isNaN(key)) return distinct
    let low = 0
    let high = distinct - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle] < key) low = middle + 1
      else high = middle
    }
    return direction === 'ascending' ? low : distinct - 1 - low
  })
}

function keysOf(
  { profile, cycles, times }: AnalyzedProfile,
  printed: Uint32Array,
  cumulativeTicks: Float64Array,
  column: Exclude<SortColumn, 'name'>,
): Float64Array {
  const { functions } = profile
  const self = functions.selfTicks
  const calls: Column<FunctionIndex> = functions.calls
  const keys = new Float64Array(printed.length)
  for (let row = 0; row < keys.length; row++) {
    const f = printed[row] as FunctionIndex
    keys[row] = keyOf(f, row)
  }
  return keys

  function keyOf(f: FunctionIndex, row: number): number {
    switch (column) {
      case 'percent':
      case 'self':
        return self[f]
      case 'cumulative':
        return cumulativeTicks[row]
      case 'calls':
        return calls[f] === 0 ? Number.NaN : calls[f]
      case 'selfPerCall':
        return calls[f] === 0 ? Number.NaN : self[f] / calls[f]
      case 'totalPerCall':
        return calls[f] === 0 ? Number.NaN : (self[f] + times.childTicks[f]) / calls[f]
      case 'total':
        return self[f] + times.childTicks[f]
      case 'cycle':
        return cycles.cycleOf[f] === NONE ? Number.NaN : cycles.cycleOf[f]
    }
  }
}
