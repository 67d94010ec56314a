// `.debug_ranges` and `.debug_rnglists` → address ranges of one unit or function.
import { RangeEntry } from '../constants.ts'
import type { UnitShape } from '../decode-form.ts'
import type { DwarfCursor } from '../dwarf-cursor.ts'

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
