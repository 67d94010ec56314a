// Rows in the order of numbers, in time linear in the rows.
import { sortByBits } from './radix-sort.ts'

const SIGN = 1 << 31
const ALL = -1
/** Which 32-bit half of a double holds its sign on this machine. */
const TOP = new Uint32Array(Float64Array.of(-1).buffer)[1] === 0 ? 0 : 1

/**
 * Returns the rows sorted by `keys[row]`, stable; by default all rows `0 .. keys.length - 1`. NaN comes last
 * in both directions. `rows` is not changed, but may be the result.
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

/** Writes both halves of each key as integers that sort in the keys' order. */
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
    // A greater negative number has smaller bits, so they are flipped. A descending order flips all
    // bits.
    const mask = isNegative !== descending ? ALL : 0
    high[row] = top ^ (isNegative ? 0 : SIGN) ^ mask
    low[row] = bottom ^ mask
  }
}
