// Address ranges of units: `.debug_aranges`, `.debug_ranges` and `.debug_rnglists`, and the index from an
// address to the units that hold it.
import type { DwarfCursor } from './dwarf-cursor.ts'
import { RangeEntry } from './constants.ts'
import type { UnitShape } from './attributes.ts'
import { lastAtOrBelow, sortRowsByKey } from '../../base/sorting.ts'

/** One row per range. */
export interface UnitRanges {
  readonly begin: number[]
  readonly end: number[]
  /** Where the unit begins in `.debug_info`. */
  readonly unit: number[]
}

/** Bytes that a range takes in an index of them. Programs of a gigabyte have one or two million. */
export const BYTES_OF_UNIT_RANGE = 96

/** The whole section. A damaged set ends it: what came before counts. */
export function decodeAranges(cursor: DwarfCursor): UnitRanges {
  const ranges: UnitRanges = { begin: [], end: [], unit: [] }
  while (cursor.remaining > 12) {
    cursor.spend(4)
    const start = cursor.at
    const { length, offsetSize } = cursor.initialLength()
    if (length > cursor.remaining) return ranges
    const end = cursor.at + length
    const version = cursor.u16()
    const unit = cursor.unsigned(offsetSize)
    const addressSize = cursor.u8()
    const segmentSize = cursor.u8()
    const known = addressSize === 4 || addressSize === 8
    if (version === 2 && segmentSize === 0 && known) decodeSet(cursor, start, end, addressSize, unit, ranges)
    cursor.at = end
  }
  return ranges
}

function decodeSet(
  cursor: DwarfCursor,
  start: number,
  end: number,
  addressSize: number,
  unit: number,
  ranges: UnitRanges,
): void {
  // Pairs are aligned to their own size, counted from the beginning of the set.
  const pair = 2 * addressSize
  cursor.at = start + Math.ceil((cursor.at - start) / pair) * pair
  while (cursor.at + pair <= end) {
    const begin = cursor.unsigned(addressSize)
    const length = cursor.unsigned(addressSize)
    if (begin === 0 && length === 0) return
    if (length === 0) continue
    cursor.bound(ranges.begin.length, BYTES_OF_UNIT_RANGE, 'ranges')
    ranges.begin.push(begin)
    ranges.end.push(begin + length)
    ranges.unit.push(unit)
  }
}

// `.debug_ranges` and `.debug_rnglists` → address ranges of one unit or function.

/** Flat pairs: begin, end, begin, end, … Empty ranges are left out. */
export type RangePairs = number[]

/** Bytes that a range takes where those of a unit's functions are put in order. */
const BYTES_OF_RANGE = 64
/** What reading a range and joining it to its neighbours is worth. */
const STEPS_OF_RANGE = 6

/** Looks up entry `index` of `.debug_addr` for the unit. */
export type AddressLookup = (index: number) => number

/** DWARF 2 to 4: pairs of offsets from a base, up to a pair of zeros. */
export function decodeRanges(cursor: DwarfCursor, unit: UnitShape, base: number): RangePairs {
  const pairs: RangePairs = []
  const selectsBase = unit.addressSize === 8 ? 2 ** 64 : 2 ** (8 * unit.addressSize) - 1
  let from = base
  for (;;) {
    count(cursor, pairs)
    const begin = cursor.unsigned(unit.addressSize)
    const end = cursor.unsigned(unit.addressSize)
    if (begin === 0 && end === 0) return pairs
    if (begin === selectsBase) from = end
    else if (end > begin) pairs.push(from + begin, from + end)
  }
}

/** Before each entry. */
function count(cursor: DwarfCursor, pairs: RangePairs): void {
  cursor.spend(STEPS_OF_RANGE)
  cursor.bound(pairs.length / 2, BYTES_OF_RANGE, 'ranges in one list')
}

/** DWARF 5: entries of several kinds, up to an end. */
export function decodeRangeList(
  cursor: DwarfCursor,
  unit: UnitShape,
  base: number,
  addressAt: AddressLookup,
): RangePairs {
  const pairs: RangePairs = []
  const add = (begin: number, end: number): void => {
    if (end > begin) pairs.push(begin, end)
  }
  let from = base
  for (;;) {
    count(cursor, pairs)
    const kind = cursor.u8()
    switch (kind) {
      case RangeEntry.endOfList:
        return pairs
      case RangeEntry.baseAddressx:
        from = addressAt(cursor.uleb())
        break
      case RangeEntry.startxEndx: {
        const begin = addressAt(cursor.uleb())
        add(begin, addressAt(cursor.uleb()))
        break
      }
      case RangeEntry.startxLength: {
        const begin = addressAt(cursor.uleb())
        add(begin, begin + cursor.uleb())
        break
      }
      case RangeEntry.offsetPair: {
        const begin = from + cursor.uleb()
        add(begin, from + cursor.uleb())
        break
      }
      case RangeEntry.baseAddress:
        from = cursor.unsigned(unit.addressSize)
        break
      case RangeEntry.startEnd: {
        const begin = cursor.unsigned(unit.addressSize)
        add(begin, cursor.unsigned(unit.addressSize))
        break
      }
      case RangeEntry.startLength: {
        const begin = cursor.unsigned(unit.addressSize)
        add(begin, begin + cursor.uleb())
        break
      }
      default:
        cursor.damaged(`range entry ${kind}`)
    }
  }
}

// Overlapping ranges of units, to the units at an address in the order of `.debug_info`.

/**
 * Most units examined for one address, in file order. All units with a template's function claim
 * the one copy that the linker kept, perhaps thousands; the first nearly always has a line for it.
 */
const MOST_AT_ONE_ADDRESS = 8

/** Different ranges looked back at for one address. */
const MOST_STEPS = 64

/** An index of units by address. */
export interface RangeIndex {
  /** Offsets of the units whose ranges hold the address. */
  unitsAt(address: number): readonly number[]
  /** Offsets of all units with a range that touches `from` up to `to`, each once. */
  unitsIn(from: number, to: number): readonly number[]
  /** Of each unit those that touch as one, by where they begin. */
  ranges(): Pick<UnitRanges, 'begin' | 'end'>
}

/**
 * Builds an index of units by their ranges.
 *
 * @param spend is called for each step, and cancels the work by throwing
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
