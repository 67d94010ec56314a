// `.debug_aranges` → which unit describes the code at an address, without reading the units.
import type { DwarfCursor } from '../dwarf-cursor.ts'

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
