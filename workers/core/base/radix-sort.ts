// Stable ascending sort of row numbers by a numeric key, in time linear in the rows: eleven bits at a time.

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS
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
  if (greatest - least <= UINT32_MAX) return sortBy32Bits(rows, keys, least, greatest - least)
  let from = rows
  let to = new Uint32Array(rows.length)
  const positions = new Uint32Array(DIGITS)
  for (let unit = 1; (greatest - least) / unit >= 1; unit *= DIGITS) {
    positions.fill(0)
    for (let at = 0; at < from.length; at++) {
      const digit = Math.floor((keys[from[at]] - least) / unit) % DIGITS
      positions[digit] = positions[digit] + 1
    }
    let sum = 0
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = positions[digit]
      positions[digit] = sum
      sum += count
    }
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

/** The same for keys that lie close together, as addresses of one program do: a shift in place of a division. */
function sortBy32Bits(
  rows: Uint32Array<ArrayBuffer>,
  keys: ArrayLike<number>,
  least: number,
  range: number,
): Uint32Array<ArrayBuffer> {
  let from = rows
  let to = new Uint32Array(rows.length)
  const positions = new Uint32Array(DIGITS)
  for (let shift = 0; shift < 32 && range >>> shift > 0; shift += DIGIT_BITS) {
    positions.fill(0)
    for (let at = 0; at < from.length; at++) positions[((keys[from[at]] - least) >>> shift) & (DIGITS - 1)]++
    let sum = 0
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = positions[digit]
      positions[digit] = sum
      sum += count
    }
    for (let at = 0; at < from.length; at++) {
      const row = from[at]
      to[positions[((keys[row] - least) >>> shift) & (DIGITS - 1)]++] = row
    }
    const spare = from === rows ? new Uint32Array(rows.length) : from
    from = to
    to = spare
  }
  return from
}
