// The flat profile's rows in an order a person chose; equals keep gprof's order.
import type { Column } from '../base/brand.ts'
import { NONE } from '../base/brand.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/tables.ts'
import type { Listing } from './listing.ts'
import { displayName } from './names.ts'

export type SortColumn =
  'percent' | 'cumulative' | 'self' | 'calls' | 'selfPerCall' | 'totalPerCall' | 'total' | 'name' | 'cycle'

export interface SortOrder {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

/** The functions gprof prints by default. Items are FunctionIndex. */
export function sortFunctions(
  analyzed: AnalyzedProfile,
  listing: Listing,
  order: SortOrder,
): Uint32Array<ArrayBuffer> {
  const { printed, cumulativeTicks } = listing.flat
  const rows = new Uint32Array(printed.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  const sign = order.direction === 'ascending' ? 1 : -1
  if (order.column === 'name') {
    const { functions } = analyzed.profile
    const names = Array.from(printed, (f) => displayName(functions, f as FunctionIndex))
    const collator = new Intl.Collator('en', { numeric: true })
    const byName = (left: number, right: number): number => collator.compare(names[left], names[right])
    rows.sort((left, right) => sign * byName(left, right) || left - right)
  } else {
    const keys = keysOf(analyzed, printed, cumulativeTicks, order.column)
    rows.sort((left, right) => {
      const l = keys[left]
      const r = keys[right]
      // What is not known stands last, whichever way the rest is turned.
      if (Number.isNaN(l) || Number.isNaN(r))
        return Number(Number.isNaN(l)) - Number(Number.isNaN(r)) || left - right
      return sign * (l - r) || left - right
    })
  }
  return rows.map((row) => printed[row])
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
