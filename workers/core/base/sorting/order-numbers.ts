// Rows in the order of their numbers, any numbers, in time linear in the rows: by the bits of a double.
import { sortByBits } from './digit-sort.ts'

const SIGN = 1 << 31
const ALL = -1
/** Which half of a double in memory has its sign. */
const TOP = new Uint32Array(Float64Array.of(-1).buffer)[1] === 0 ? 0 : 1

/**
 * The rows in the order of their keys; rows with equal keys keep the order they are given in, which is `0 .. keys.length - 1`
 * unless told. NaN stands last, whichever way the rest is turned.
 */
export function orderOfNumbers(
  keys: Float64Array<ArrayBuffer>,
  descending = false,
  rows: Uint32Array<ArrayBuffer> = allRows(keys.length),
): Uint32Array<ArrayBuffer> {
  const high = new Int32Array(keys.length)
  const low = new Int32Array(keys.length)
  fillBits(keys, descending, high, low)
  return sortByBits(sortByBits(rows, low), high)
}

function allRows(length: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(length)
  for (let row = 0; row < length; row++) rows[row] = row
  return rows
}

/** Both halves of each key as whole numbers that are in its order. */
function fillBits(keys: Float64Array, descending: boolean, high: Int32Array, low: Int32Array): void {
  const halves = new Int32Array(keys.buffer, keys.byteOffset, 2 * keys.length)
  for (let row = 0; row < keys.length; row++) {
    if (Number.isNaN(keys[row])) {
      high[row] = low[row] = ALL
      continue
    }
    const bottom = halves[2 * row + 1 - TOP]
    // 0 and −0 are equal.
    const top = keys[row] === 0 ? 0 : halves[2 * row + TOP]
    const isNegative = top < 0
    // Below 0 a greater number has smaller bits; turned, all bits are.
    const mask = isNegative !== descending ? ALL : 0
    high[row] = top ^ (isNegative ? 0 : SIGN) ^ mask
    low[row] = bottom ^ mask
  }
}
