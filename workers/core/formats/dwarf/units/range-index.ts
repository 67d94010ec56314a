// Ranges of units that may overlap → the units at an address, in the order in which they stand in `.debug_info`.
import { sortRowsByKey } from '../../../base/sorting/radix-sort.ts'
import { lastAtOrBelow } from '../../../base/search.ts'
import type { UnitRanges } from './decode-aranges.ts'

/**
 * Units looked at for one address, those that stand first. A template's function that the linker kept of one unit is
 * claimed by all that have it, thousands perhaps; the first nearly always has a line for it.
 */
const MOST_AT_ONE_ADDRESS = 8

/** Different ranges looked back at for one address. */
const MOST_STEPS = 64

export interface RangeIndex {
  /** Offsets of the units whose ranges hold the address. */
  unitsAt(address: number): readonly number[]
  /** Offsets of all units with a range that touches `from` up to `to`, each once. */
  unitsIn(from: number, to: number): readonly number[]
  /** Of each unit those that touch as one, by where they begin. */
  ranges(): Pick<UnitRanges, 'begin' | 'end'>
}

/** @param spend is told of work, and ends it by throwing */
export function buildRangeIndex(
  { begin, end, unit }: UnitRanges,
  spend: (steps: number) => void,
): RangeIndex {
  const exact: number[] = []
  for (let row = 0; row < begin.length; row++) if (end[row] <= Number.MAX_SAFE_INTEGER) exact.push(row)
  // Stable sorts, so that equal ranges stand together, and their units in order.
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

  /** Adds the units that stand first among those of a range. */
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
      // What stands before the first that reaches so far ends before.
      const begins = lastAtOrBelow(reach, least) + 1
      let row = begins
      for (; row < length && from[row] < most; row++) if (to[row] > least) found.add(owner[row])
      spend((row - begins) / 8 + found.size)
      return [...found].sort((left, right) => left - right)
    },
  }
}
