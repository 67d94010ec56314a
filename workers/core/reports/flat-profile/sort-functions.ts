// The flat profile's rows in an order a person chose; equals keep gprof's order.
import type { Column } from '../../base/brand.ts'
import type { Csr } from '../../base/csr.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { SortTables } from './sort-tables.ts'

export type SortColumn =
  'percent' | 'cumulative' | 'self' | 'calls' | 'selfPerCall' | 'totalPerCall' | 'total' | 'name' | 'cycle'

export interface SortOrder {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

/**
 * The functions gprof prints by default. Items are FunctionIndex.
 *
 * @param ranks the order of names by FunctionIndex, for who sorts by them
 */
export function sortFunctions(
  tables: SortTables,
  order: SortOrder,
  ranks: Uint32Array = new Uint32Array(0),
): Uint32Array<ArrayBuffer> {
  const { printed } = tables.flat
  const keys = order.column === 'name' ? keysByName(printed, ranks) : keysOf(tables, order.column)
  return orderOfNumbers(keys, order.direction === 'descending').map((row) => printed[row])
}

function keysByName(printed: Uint32Array, ranks: Uint32Array): Float64Array<ArrayBuffer> {
  const keys = new Float64Array(printed.length)
  for (let row = 0; row < keys.length; row++) keys[row] = ranks[printed[row]]
  return keys
}

function keysOf(
  { functions, cycles, times, flat, cumulativeTicks }: SortTables,
  column: Exclude<SortColumn, 'name'>,
): Float64Array<ArrayBuffer> {
  const { printed } = flat
  const self = functions.selfTicks
  const calls: Column<FunctionIndex> = functions.calls
  const cycleOf = column === 'cycle' ? cyclesByFunction(cycles.members, self.length) : self
  const keys = new Float64Array(printed.length)
  let sum = 0
  for (let row = 0; row < keys.length; row++) {
    const f = printed[row] as FunctionIndex
    sum += self[f]
    keys[row] = keyOf(f, row)
  }
  return keys

  function keyOf(f: FunctionIndex, row: number): number {
    switch (column) {
      case 'percent':
      case 'self':
        return self[f]
      case 'cumulative':
        return cumulativeTicks?.[row] ?? sum
      case 'calls':
        return calls[f] === 0 ? Number.NaN : calls[f]
      case 'selfPerCall':
        return calls[f] === 0 ? Number.NaN : self[f] / calls[f]
      case 'totalPerCall':
        return calls[f] === 0 ? Number.NaN : (self[f] + times.childTicks[f]) / calls[f]
      case 'total':
        return self[f] + times.childTicks[f]
      case 'cycle':
        return cycleOf[f]
    }
  }
}

/** NaN for a function in no cycle. */
function cyclesByFunction({ length, offsets, items }: Csr, functions: number): Column<FunctionIndex> {
  const cycleOf = new Float64Array(functions).fill(Number.NaN)
  for (let cycle = 0; cycle < length; cycle++) {
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) cycleOf[items[at]] = cycle
  }
  return cycleOf
}
