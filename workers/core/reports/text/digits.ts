// Numbers as bytes, digit by digit, without a string for each.

/** ASCII code of a space. */
export const BLANK = 0x20
const ZERO = 0x30
const POINT = 0x2e

/**
 * Largest number of the fast way: up to here numbers are 32-bit integers, which engines divide by ten with
 * a multiplication.
 */
export const MOST_DIGITS = 999_999_999

/**
 * Puts the decimal digits of an integer so that they end before `end`; returns where the first digit is.
 *
 * @param value from 0 to `MOST_DIGITS`
 */
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

/**
 * Puts a number of hundredths as a decimal with two digits after the point, which ends before `end`;
 * returns where it begins.
 *
 * @param hundredths from 0 to `MOST_DIGITS`
 */
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
 * Returns the number of decimal digits of an integer from 0 up to `MOST_DIGITS`: 1233 / 4096 per bit, or
 * one more. Takes the same steps for all numbers, because engines discard compiled code when a new branch
 * is first taken.
 */
export function digitsOf(value: number): number {
  const least = ((32 - Math.clz32(value)) * 1233) >> 12
  return value < POWERS[least] ? Math.max(1, least) : least + 1
}
