// Stable ascending sort of row numbers by a numeric key, in time linear in the rows: by the key's bits.
import { sortByBits } from './order-numbers.ts'

const UINT32 = 2 ** 32

/**
 * Reorders `rows` so that `keys[row]` ascends; rows with equal keys keep their order.
 *
 * Keys are non-negative integers below 2^53. Returns a new array, or `rows` itself when nothing had to move.
 */
export function sortRowsByKey(
  rows: Uint32Array<ArrayBuffer>,
  keys: ArrayLike<number>,
): Uint32Array<ArrayBuffer> {
  let least = Infinity
  let greatest = 0
  let before = 0
  let ascends = true
  for (let at = 0; at < rows.length; at++) {
    const key = keys[rows[at]]
    if (key < before) ascends = false
    if (key < least) least = key
    if (key > greatest) greatest = key
    before = key
  }
  if (ascends) return rows
  const sorted = sortByBits(rows, bitsAbove(keys, least, 1))
  // Addresses of one program lie close together.
  return greatest - least < UINT32 ? sorted : sortByBits(sorted, bitsAbove(keys, least, UINT32))
}

/** The 32 bits from `unit` on of what a key is above the least. */
function bitsAbove(keys: ArrayLike<number>, least: number, unit: number): Int32Array {
  const bits = new Int32Array(keys.length)
  for (let row = 0; row < keys.length; row++) bits[row] = Math.floor((keys[row] - least) / unit)
  return bits
}
