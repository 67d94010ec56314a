// Digits of whole numbers, written backwards over blanks that stand there already.

export const BLANK = 0x20
const ZERO = 0x30
const POINT = 0x2e

/** Up to here numbers are 32-bit integers, which engines divide by ten with a multiplication. */
export const MOST_DIGITS = 999_999_999

/** Writes up to `end`; answers where the first digit stands. */
export function putDigits(bytes: Uint8Array, end: number, value: number): number {
  let rest = value
  let at = end
  while (rest >= 10) {
    const tens = (rest / 10) | 0
    bytes[--at] = ZERO + rest - 10 * tens
    rest = tens
  }
  bytes[--at] = ZERO + rest
  return at
}

/** So many hundredths, as a decimal with two digits behind the point. */
export function putHundredths(bytes: Uint8Array, end: number, hundredths: number): number {
  const tenths = (hundredths / 10) | 0
  bytes[end - 1] = ZERO + hundredths - 10 * tenths
  return putTenths(bytes, end - 1, tenths)
}

export function putTenths(bytes: Uint8Array, end: number, tenths: number): number {
  const whole = (tenths / 10) | 0
  bytes[end - 1] = ZERO + tenths - 10 * whole
  bytes[end - 2] = POINT
  return putDigits(bytes, end - 2, whole)
}

/** 10 to the power of the index. */
const POWERS = Int32Array.from({ length: 10 }, (_, digits) => 10 ** digits)

/**
 * Digits of a whole number up to `MOST_DIGITS`: 1233 / 4096 of one for each of its bits, or one more. The same steps for
 * all numbers: compiled code that meets a step for the first time is thrown away.
 */
export function digitsOf(value: number): number {
  const least = ((32 - Math.clz32(value)) * 1233) >> 12
  return value < POWERS[least] ? Math.max(1, least) : least + 1
}
