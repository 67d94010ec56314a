// Text on its way out, as bytes: lines of a listing are written digit by digit, without a string for each.
import { formatFixed, roundedUnits } from '../quantities.ts'

/** Bytes gathered before they are handed on: small enough to stay in a processor's own memory. */
const SIZE = 1 << 18
/** No number of the fast way is longer, however wide its column. */
const WIDEST = 64

export const NEWLINE = 0x0a
/** Up to here copying byte by byte takes less than asking the engine for it. */
const SHORT = 80

const BLANK = 0x20
const ZERO = 0x30
const POINT = 0x2e

/**
 * One buffer, handed on whenever what comes next does not fit, and then written over.
 *
 *     | written, not handed on yet | free |
 *     0                            at     SIZE
 *
 * Texts are binary strings, one character a byte; columns are counted in bytes, as C's printf does.
 */
export class TextBytes {
  readonly #take: (bytes: Uint8Array) => void
  readonly #bytes = new Uint8Array(SIZE)
  #at = 0

  /** @param take gets bytes that are written over after it returns */
  constructor(take: (bytes: Uint8Array) => void) {
    this.#take = take
  }

  /** A binary string. */
  text(text: string): void {
    for (let from = 0; from < text.length; from += SIZE) {
      const to = Math.min(text.length, from + SIZE)
      this.#room(to - from)
      for (let at = from; at < to; at++) this.#bytes[this.#at++] = text.charCodeAt(at)
    }
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > SIZE) {
      this.end()
      this.#take(bytes)
      return
    }
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  /** A part of `bytes`, `length` long. */
  part(bytes: Uint8Array, from: number, length: number): void {
    if (length > SHORT) {
      this.bytes(bytes.subarray(from, from + length))
      return
    }
    this.#room(SHORT)
    const buffer = this.#bytes
    let at = this.#at
    for (let next = from; next < from + length; next++) buffer[at++] = bytes[next]
    this.#at = at
  }

  /** One byte by its code. */
  byte(code: number): void {
    this.#room(1)
    this.#bytes[this.#at++] = code
  }

  /** At most `WIDEST`. */
  blanks(count: number): void {
    this.#room(WIDEST)
    const end = this.#at + count
    for (let at = this.#at; at < end; at++) this.#bytes[at] = BLANK
    this.#at = end
  }

  /** C's `%<width>.<digits>f`. */
  fixed(value: number, digits: 1 | 2, width: number): void {
    // Whole numbers from here on, also for the engine: it divides doubles by calling a function.
    const units = roundedUnits(value, digits === 2 ? 100 : 10) | 0
    if (units < 0) {
      this.text(formatFixed(value, digits).padStart(width))
      return
    }
    this.#room(WIDEST)
    const scale = digits === 2 ? 100 : 10
    const whole = (units / scale) | 0
    const part = units - scale * whole
    const start = this.#at
    const end = start + Math.max(width, lengthOf(whole) + 1 + digits)
    this.#at = end
    const bytes = this.#bytes
    if (digits === 2) bytes[end - 2] = ZERO + ((part / 10) | 0)
    bytes[end - 1] = ZERO + (part % 10)
    bytes[end - 1 - digits] = POINT
    for (let at = this.#digits(whole, end - 1 - digits); at > start;) bytes[--at] = BLANK
  }

  /** C's `%<width>lu`, for whole numbers up to 2^53. */
  count(value: number, width: number): void {
    if (value > MOST_DIGITS) {
      this.text(String(value).padStart(width))
      return
    }
    this.#room(WIDEST)
    const whole = value | 0
    const start = this.#at
    this.#at = start + Math.max(width, lengthOf(whole))
    for (let at = this.#digits(whole, this.#at); at > start;) this.#bytes[--at] = BLANK
  }

  /** C's `%-<width>lu`. */
  countLeft(value: number, width: number): void {
    if (value > MOST_DIGITS) {
      this.text(String(value).padEnd(width))
      return
    }
    this.#room(WIDEST)
    const whole = value | 0
    const end = this.#at + width
    this.#at += lengthOf(whole)
    this.#digits(whole, this.#at)
    while (this.#at < end) this.#bytes[this.#at++] = BLANK
  }

  /** Hands on what is left. */
  end(): void {
    if (this.#at > 0) this.#take(this.#bytes.subarray(0, this.#at))
    this.#at = 0
  }

  #room(bytes: number): void {
    if (this.#at + bytes > SIZE) this.end()
  }

  /** Writes backwards from `end`; answers where the first digit stands. */
  #digits(value: number, end: number): number {
    const bytes = this.#bytes
    let rest = value | 0
    let at = end
    do {
      const tens = (rest / 10) | 0
      bytes[--at] = ZERO + rest - 10 * tens
      rest = tens
    } while (rest > 0)
    return at
  }
}

/** Up to here numbers are 32-bit integers, which engines divide by ten with a multiplication. */
const MOST_DIGITS = 999_999_999

/** Digits of a whole number up to `MOST_DIGITS`. */
function lengthOf(value: number): number {
  if (value < 10) return 1
  if (value < 100) return 2
  if (value < 1000) return 3
  if (value < 10_000) return 4
  let length = 5
  for (let above = 100_000; above <= value; above *= 10) length++
  return length
}
