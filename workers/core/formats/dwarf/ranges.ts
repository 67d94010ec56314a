// Address ranges of units or functions, from `.debug_aranges`, `.debug_ranges`, `.debug_rnglists`.
import type { UnitShape } from './forms.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import { RangeEntry } from './constants.ts'

/** Address ranges of units, one row per range: link-time addresses, end exclusive. */
export interface UnitRanges {
  readonly begin: number[]
  readonly end: number[]
  /** Where the unit begins in `.debug_info`. */
  readonly unit: number[]
}

/** Bytes that a range takes in an index of them. Programs of a gigabyte have one or two million. */
export const BYTES_OF_UNIT_RANGE = 96

/**
 * Decodes the whole section `.debug_aranges`; the cursor is at its beginning and holds all of it. A set that
 * is longer than the section ends it, and the sets before it count; sets of unknown shape are skipped. Ranges
 * stay in file order.
 *
 * @throws ProblemError `dwarf/damaged` where a set's header or ranges run out of bytes, `dwarf/unsupported`
 *   for too many ranges
 */
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

/**
 * Flat pairs of link-time addresses: begin, end, begin, end, … End is exclusive; empty ranges are left out.
 */
export type RangePairs = number[]

/** Bytes that a range takes where those of a unit's functions are put in order. */
const BYTES_OF_RANGE = 64
/** What reading a range and joining it to its neighbours is worth. */
const STEPS_OF_RANGE = 6

/**
 * Returns the address in entry `index` of `.debug_addr` for the unit; throws `dwarf/damaged` beyond its end.
 */
export type AddressLookup = (index: number) => number

/**
 * Decodes a list of ranges of DWARF 2 to 4 at the cursor: pairs of offsets from a base, up to a pair of
 * zeros. Ranges stay in the order of the list.
 *
 * @param base the unit's lowest address, or 0
 * @throws ProblemError `dwarf/damaged` for a list without end, `dwarf/unsupported` for too many ranges
 */
export function decodeRanges(cursor: DwarfCursor, unit: UnitShape, base: number): RangePairs {
  const pairs: RangePairs = []
  const selectsBase = unit.addressSize === 8 ? 2 ** 64 : 2 ** (8 * unit.addressSize) - 1
  let from = base
  for (;;) {
    countEntry(cursor, pairs)
    const begin = cursor.unsigned(unit.addressSize)
    const end = cursor.unsigned(unit.addressSize)
    if (begin === 0 && end === 0) return pairs
    if (begin === selectsBase) from = end
    else if (end > begin) pairs.push(from + begin, from + end)
  }
}

/** Before each entry. */
function countEntry(cursor: DwarfCursor, pairs: RangePairs): void {
  cursor.spend(STEPS_OF_RANGE)
  cursor.bound(pairs.length / 2, BYTES_OF_RANGE, 'ranges in one list')
}

/**
 * Decodes a list of ranges of DWARF 5 at the cursor: entries of several kinds, up to an end. Ranges stay in
 * the order of the list.
 *
 * @param base the unit's lowest address, or 0
 * @param addressAt looks up entries that are given by index
 * @throws ProblemError `dwarf/damaged` for an unknown kind or a list without end, `dwarf/unsupported` for too
 *   many ranges
 */
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
    countEntry(cursor, pairs)
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
