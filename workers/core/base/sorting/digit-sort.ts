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
