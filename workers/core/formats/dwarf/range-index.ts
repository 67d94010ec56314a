// Overlapping ranges of units, to the units at an address in the order of `.debug_info`.
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { sortRowsByKey } from '../../base/radix-sort.ts'
import type { UnitRanges } from './ranges.ts'

/**
 * Most units examined for one address, in file order. All units with a template's function claim
 * the one copy that the linker kept, perhaps thousands; the first nearly always has a line for it.
 */
const MOST_AT_ONE_ADDRESS = 8

/** Different ranges looked back at for one address. */
const MOST_STEPS = 64

/** An index of units by address. */
export interface RangeIndex {
  /**
   * Returns the offsets in `.debug_info` of the units whose ranges hold the link-time address, ascending, at
   * most eight.
   */
  unitsAt(address: number): readonly number[]
  /**
   * Returns the offsets of all units with a range that overlaps `from` up to, not including, `to`: each once,
   * ascending.
   */
  unitsIn(from: number, to: number): readonly number[]
  /** Returns the ranges by their starts; ranges of one unit that touch or overlap are joined. */
  ranges(): Pick<UnitRanges, 'begin' | 'end'>
}

/**
 * Builds an index of units by their ranges, which are not changed. Ranges that end beyond 2^53 are left out.
 *
 * @param spend receives the steps of each lookup of `unitsIn`, and cancels it by throwing
 */
export function buildRangeIndex(
  { begin, end, unit }: UnitRanges,
  spend: (steps: number) => void,
): RangeIndex {
  const exact: number[] = []
  for (let row = 0; row < begin.length; row++) if (end[row] <= Number.MAX_SAFE_INTEGER) exact.push(row)
  // Stable sorts: equal ranges become neighbours, and their units stay in order.
  const byUnit = sortRowsByKey(Uint32Array.from(exact), unit)
  // Each once.
  const rows = sortRowsByKey(sortRowsByKey(byUnit, end), begin).filter((row, at, all) => {
    const before = all[at - 1]
    return unit[row] !== unit[before] || begin[row] !== begin[before] || end[row] !== end[before]
  })
  const { length } = rows
  const from = Float64Array.from(rows, (row) => begin[row])
  const to = Float64Array.from(rows, (row) => end[row])
  const owner = Float64Array.from(rows, (row) => unit[row])
  /** First row of the same range. */
  const first = new Uint32Array(length)
  /** Greatest end so far: looking back may stop where it is at or below the address. */
  const reach = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const isSame = row > 0 && from[row] === from[row - 1] && to[row] === to[row - 1]
    first[row] = isSame ? first[row - 1] : row
    reach[row] = Math.max(to[row], row > 0 ? reach[row - 1] : 0)
  }

  /** Adds the first units of a range, in file order. */
  const addFirst = (found: Set<number>, begins: number, ends: number): void => {
    for (let row = begins, added = 0; row <= ends && added < MOST_AT_ONE_ADDRESS; row++) {
      found.add(owner[row])
      added++
    }
  }

  return {
    ranges() {
      const joined = { begin: [] as number[], end: [] as number[] }
      const lastOf = new Map<number, number>()
      for (let row = 0; row < length; row++) {
        const last = lastOf.get(owner[row])
        if (last !== undefined && from[row] <= joined.end[last])
          joined.end[last] = Math.max(joined.end[last], to[row])
        else {
          lastOf.set(owner[row], joined.begin.push(from[row]) - 1)
          joined.end.push(to[row])
        }
      }
      return joined
    },
    unitsAt(address) {
      const found = new Set<number>()
      let row = lastAtOrBelow(from, address)
      for (let steps = 0; row >= 0 && reach[row] > address && steps < MOST_STEPS; steps++) {
        if (to[row] > address) addFirst(found, first[row], row)
        row = first[row] - 1
      }
      return [...found].sort((left, right) => left - right).slice(0, MOST_AT_ONE_ADDRESS)
    },
    unitsIn(least, most) {
      const found = new Set<number>()
      // Ranges before the first that reaches this far end earlier.
      const begins = lastAtOrBelow(reach, least) + 1
      let row = begins
      for (; row < length && from[row] < most; row++) if (to[row] > least) found.add(owner[row])
      spend((row - begins) / 8 + found.size)
      return [...found].sort((left, right) => left - right)
    },
  }
}
