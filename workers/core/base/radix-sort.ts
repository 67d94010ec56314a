// Stable ascending sort of row numbers by a numeric key, in time linear in the rows: eleven bits at a time.
import { addUp, sortByBits } from './digit-sort.ts'

const DIGITS = 1 << 11
const UINT32_MAX = 0xffff_ffff

/**
 * Reorders `rows` so that `keys[row]` ascends; rows with equal keys keep their order.
 *
 * Keys are non-negative integers below 2^53. Returns a new array, or `rows` itself when nothing had to move.
 */
export function sortRowsByKey(
  rows: Uint32Array<ArrayBuffer>,
  keys: ArrayLike<number>,
): Uint32Array<ArrayBuffer> {
  if (rows.length < 2) return rows
  let least = Infinity
  let greatest = -Infinity
  for (let at = 0; at < rows.length; at++) {
    const key = keys[rows[at]]
    if (key < least) least = key
    if (key > greatest) greatest = key
  }
  if (greatest - least <= UINT32_MAX) return sortBy32Bits(rows, keys, least)
  let from = rows
  let to = new Uint32Array(rows.length)
  const positions = new Uint32Array(DIGITS)
  for (let unit = 1; (greatest - least) / unit >= 1; unit *= DIGITS) {
    positions.fill(0)
    for (let at = 0; at < from.length; at++) {
      const digit = Math.floor((keys[from[at]] - least) / unit) % DIGITS
      positions[digit] = positions[digit] + 1
    }
    addUp(positions)
    for (let at = 0; at < from.length; at++) {
      const row = from[at]
      const digit = Math.floor((keys[row] - least) / unit) % DIGITS
      to[positions[digit]] = row
      positions[digit] = positions[digit] + 1
    }
    const spare = from === rows ? new Uint32Array(rows.length) : from
    from = to
    to = spare
  }
  return from
}

/** The same for keys that lie close together, as addresses of one program do. */
function sortBy32Bits(
  rows: Uint32Array<ArrayBuffer>,
  keys: ArrayLike<number>,
  least: number,
): Uint32Array<ArrayBuffer> {
  const above = new Uint32Array(keys.length)
  for (let row = 0; row < above.length; row++) above[row] = keys[row] - least
  return sortByBits(rows, above)
}
