// Rows in the order of their numbers, any numbers, in time linear in the rows: by the bits of a double, eleven at a time.

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS
const SIGN = 0x8000_0000
const ALL = 0xffff_ffff

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
  const positions = new Uint32Array(DIGITS)
  for (const bits of [low, high]) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      positions.fill(0)
      for (let row = 0; row < length; row++) positions[(bits[row] >>> shift) & (DIGITS - 1)]++
      // Whole numbers, of which there are many, are alike in most of their bits.
      if (positions.includes(length)) continue
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

/** Both halves of each key as whole numbers that are in its order. */
function fillBits(keys: Float64Array, descending: boolean, high: Uint32Array, low: Uint32Array): void {
  const one = new DataView(new ArrayBuffer(8))
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (Number.isNaN(key)) {
      high[row] = low[row] = ALL
      continue
    }
    // 0 and −0 are equal.
    one.setFloat64(0, key + 0)
    const top = one.getUint32(0)
    const isNegative = top >= SIGN
    // Below 0 a greater number has smaller bits; turned, all bits are.
    const mask = isNegative !== descending ? ALL : 0
    high[row] = (top ^ SIGN ^ (isNegative ? SIGN : 0) ^ mask) >>> 0
    low[row] = (one.getUint32(4) ^ mask) >>> 0
  }
}
