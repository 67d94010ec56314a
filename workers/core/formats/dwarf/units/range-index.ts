// Ranges of units that may overlap → the units at an address, in the order in which they stand in `.debug_info`.
import { sortRowsByKey } from '../../../base/radix-sort.ts'
import { lastAtOrBelow } from '../../../base/search.ts'
import type { UnitRanges } from './decode-aranges.ts'

/** Units looked at for one address; a correct program has one. */
const MOST_AT_ONE_ADDRESS = 8

export interface RangeIndex {
  /** Offsets of the units whose ranges hold the address. */
  unitsAt(address: number): readonly number[]
  /** Offsets of all units with a range that touches `from` up to `to`, each once. */
  unitsIn(from: number, to: number): readonly number[]
}

export function buildRangeIndex({ begin, end, unit }: UnitRanges): RangeIndex {
  const exact: number[] = []
  for (let row = 0; row < begin.length; row++) if (end[row] <= Number.MAX_SAFE_INTEGER) exact.push(row)
  const rows = sortRowsByKey(Uint32Array.from(exact), begin)
  const { length } = rows
  const from = Float64Array.from(rows, (row) => begin[row])
  const to = Float64Array.from(rows, (row) => end[row])
  const owner = Float64Array.from(rows, (row) => unit[row])
  /** Greatest end so far: looking back may stop where it is at or below the address. */
  const reach = new Float64Array(length)
  for (let row = 0; row < length; row++) reach[row] = Math.max(to[row], row > 0 ? reach[row - 1] : 0)

  return {
    unitsAt(address) {
      const found: number[] = []
      let row = lastAtOrBelow(from, address)
      // Ranges that start below and end below are steps in vain; their number is bounded, too.
      for (let steps = 0; row >= 0 && reach[row] > address && steps < 64; row--, steps++) {
        if (to[row] > address && !found.includes(owner[row])) found.push(owner[row])
        if (found.length === MOST_AT_ONE_ADDRESS) break
      }
      return found.length < 2 ? found : found.sort((left, right) => left - right)
    },
    unitsIn(first, last) {
      const found = new Set<number>()
      for (let row = 0; row < length && from[row] < last; row++) if (to[row] > first) found.add(owner[row])
      return [...found].sort((left, right) => left - right)
    },
  }
}
