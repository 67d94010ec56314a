// Radix sort of rows by 32-bit integers, eleven bits at a time.
//
// Each loop has a function of its own: an engine that compiles a function while in one loop knows
// nothing of the next loop, and would run that one in slow code again.

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * Sorts rows by 32-bit numbers, stable. Returns a new array, or `rows` unchanged if nothing had to
 * move.
 *
 * @param bits the number of each row; signed, as compiled code is thrown away at its first unsigned
 * 32-bit number
 */
export function sortByBits(rows: Uint32Array<ArrayBuffer>, bits: Int32Array): Uint32Array<ArrayBuffer> {
  if (rows.length < 2) return rows
  const last = new Uint32Array(DIGITS)
  const middle = new Uint32Array(DIGITS)
  const first = new Uint32Array(DIGITS)
  countDigits(rows, bits, last, middle, first)
  const counts = [last, middle, first]
  let from = rows
  let spare: Uint32Array<ArrayBuffer> | null = null
  for (let nth = 0; nth < counts.length; nth++) {
    const positions = counts[nth]
    const shift = nth * DIGIT_BITS
    // Most integer keys agree in most of their digits; a digit that all share is skipped.
    if (positions[(bits[rows[0]] >>> shift) & (DIGITS - 1)] === rows.length) continue
    const to: Uint32Array<ArrayBuffer> = spare ?? new Uint32Array(rows.length)
    addUp(positions)
    placeRows(from, to, bits, shift, positions)
    spare = from === rows ? null : from
    from = to
  }
  return from
}

/** Counts each digit of all numbers. */
function countDigits(
  rows: Uint32Array,
  bits: Int32Array,
  last: Uint32Array,
  middle: Uint32Array,
  first: Uint32Array,
): void {
  for (let at = 0; at < rows.length; at++) {
    const value = bits[rows[at]]
    last[value & (DIGITS - 1)]++
    middle[(value >>> DIGIT_BITS) & (DIGITS - 1)]++
    first[value >>> (2 * DIGIT_BITS)]++
  }
}

/** Turns the counts of digits into the position where each digit begins, starting at `from`, in place. */
export function addUp(counts: Uint32Array, from = 0): void {
  let sum = from
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit]
    counts[digit] = sum
    sum += count
  }
}

function placeRows(
  from: Uint32Array,
  to: Uint32Array,
  bits: Int32Array,
  shift: number,
  positions: Uint32Array,
): void {
  for (let at = 0; at < from.length; at++) {
    const row = from[at]
    to[positions[(bits[row] >>> shift) & (DIGITS - 1)]++] = row
  }
}

const UINT32 = 2 ** 32

/**
 * Returns the rows sorted by `keys[row]` ascending, stable.
 *
 * Keys are non-negative integers below 2^53. Returns a new array, or `rows` itself if nothing had
 * to move. Time is linear in the rows.
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
  // Addresses of one program usually span less than 32 bits, so one pass is enough.
  return greatest - least < UINT32 ? sorted : sortByBits(sorted, bitsAbove(keys, least, UINT32))
}

/** Returns 32 bits of each key's distance from `least`, from bit value `unit` upwards. */
function bitsAbove(keys: ArrayLike<number>, least: number, unit: number): Int32Array {
  const bits = new Int32Array(keys.length)
  for (let row = 0; row < keys.length; row++) bits[row] = Math.floor((keys[row] - least) / unit)
  return bits
}
