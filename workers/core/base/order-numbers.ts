// Rows in the order of their numbers, any numbers, in time linear in the rows: by the bits of a double, eleven at a time.

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS
const SIGN = 0x8000_0000
const ALL = 0xffff_ffff
/** Which half of a double in memory has its sign. */
const TOP = new Uint32Array(Float64Array.of(-1).buffer)[1] === 0 ? 0 : 1

/**
 * The rows `0 .. keys.length - 1` in the order of their keys; rows with equal keys keep their order. NaN stands last,
 * whichever way the rest is turned.
 */
export function orderOfNumbers(
  keys: Float64Array<ArrayBuffer>,
  descending = false,
): Uint32Array<ArrayBuffer> {
  return sortByNumbers(allRows(keys.length), keys, descending)
}

/**
 * The same by several keys, greatest first: the first one counts most. Where all are equal, `compare` decides; it is strict.
 * Sorting by `compare` alone takes several times as long.
 */
export function orderDescending(
  keys: readonly [Float64Array<ArrayBuffer>, ...Float64Array<ArrayBuffer>[]],
  compare: (left: number, right: number) => number,
): Uint32Array<ArrayBuffer> {
  let rows = allRows(keys[0].length)
  for (let nth = keys.length - 1; nth >= 0; nth--) rows = sortByNumbers(rows, keys[nth], true)
  const isAlike = (left: number, right: number): boolean => keys.every((key) => key[left] === key[right])
  for (let from = 0; from < rows.length;) {
    let end = from + 1
    while (end < rows.length && isAlike(rows[from], rows[end])) end++
    if (end - from > 1) rows.subarray(from, end).sort(compare)
    from = end
  }
  return rows
}

function allRows(length: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(length)
  for (let row = 0; row < length; row++) rows[row] = row
  return rows
}

/** Stable; `rows` is used up. */
function sortByNumbers(
  rows: Uint32Array<ArrayBuffer>,
  keys: Float64Array<ArrayBuffer>,
  descending: boolean,
): Uint32Array<ArrayBuffer> {
  const { length } = rows
  const high = new Uint32Array(length)
  const low = new Uint32Array(length)
  fillBits(keys, descending, high, low)
  let from = rows
  let to = new Uint32Array(length)
  for (const bits of [low, high]) {
    const counts = countDigits(bits)
    for (let nth = 0; nth < counts.length; nth++) {
      const positions = counts[nth]
      const shift = nth * DIGIT_BITS
      // Whole numbers, of which there are many, are alike in most of their bits.
      if (positions[(bits[0] >>> shift) & (DIGITS - 1)] === length) continue
      let sum = 0
      for (let digit = 0; digit < DIGITS; digit++) {
        const count = positions[digit]
        positions[digit] = sum
        sum += count
      }
      for (let at = 0; at < length; at++) {
        const row = from[at]
        to[positions[(bits[row] >>> shift) & (DIGITS - 1)]++] = row
      }
      ;[from, to] = [to, from]
    }
  }
  return from
}

/** How often each digit occurs: in the last place, in the middle, in the first. */
function countDigits(bits: Uint32Array): readonly Uint32Array[] {
  const last = new Uint32Array(DIGITS)
  const middle = new Uint32Array(DIGITS)
  const first = new Uint32Array(DIGITS)
  for (let row = 0; row < bits.length; row++) {
    const value = bits[row]
    last[value & (DIGITS - 1)]++
    middle[(value >>> DIGIT_BITS) & (DIGITS - 1)]++
    first[value >>> (2 * DIGIT_BITS)]++
  }
  return [last, middle, first]
}

/** Both halves of each key as whole numbers that are in its order. */
function fillBits(keys: Float64Array, descending: boolean, high: Uint32Array, low: Uint32Array): void {
  const halves = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length)
  for (let row = 0; row < keys.length; row++) {
    if (Number.isNaN(keys[row])) {
      high[row] = low[row] = ALL
      continue
    }
    const bottom = halves[2 * row + 1 - TOP]
    // 0 and −0 are equal.
    const top = keys[row] === 0 ? 0 : halves[2 * row + TOP]
    const isNegative = top >= SIGN
    // Below 0 a greater number has smaller bits; turned, all bits are.
    const mask = isNegative !== descending ? ALL : 0
    high[row] = (top ^ SIGN ^ (isNegative ? SIGN : 0) ^ mask) >>> 0
    low[row] = (bottom ^ mask) >>> 0
  }
}
