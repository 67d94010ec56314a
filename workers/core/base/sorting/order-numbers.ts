// Rows in the order of their numbers, any numbers, in time linear in the rows: by the bits of a double.

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

// What sorts by numbers is made of: rows put in order by whole numbers of 32 bits, eleven bits at a time.
//
// Each loop is in a function of its own: an engine that compiles a function while it is in one loop knows nothing of the
// next, and comes to it with slow code again.

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * Rows with equal numbers keep their order. Answers a new array, or `rows` itself, which is not written into, if nothing
 * had to move.
 *
 * @param bits a row's number, by the row, its sign a bit like the others: compiled code that meets its first number of 32 bits
 *   without a sign is thrown away
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
    // Whole numbers, of which there are many, are alike in most of their bits.
    if (positions[(bits[rows[0]] >>> shift) & (DIGITS - 1)] === rows.length) continue
    const to: Uint32Array<ArrayBuffer> = spare ?? new Uint32Array(rows.length)
    addUp(positions)
    place(from, to, bits, shift, positions)
    spare = from === rows ? null : from
    from = to
  }
  return from
}

/** How often each digit occurs. */
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

/** Counts become the places where each digit begins, the first at `from`. */
export function addUp(counts: Uint32Array, from = 0): void {
  let sum = from
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit]
    counts[digit] = sum
    sum += count
  }
}

function place(
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
