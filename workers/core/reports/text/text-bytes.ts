// Output of listings as bytes: written digit by digit, without a string for each number.
import { formatFixed, roundedUnits } from '../../quantities.ts'
import { BLANK, digitsOf, putHundredths, putTenths, MOST_DIGITS, putDigits } from './digits.ts'

/** Size of the buffer: small enough for the processor's cache. */
const SIZE = 1 << 18

/** ASCII code of a line break. */
export const NEWLINE = 0x0a

/**
 * Writes text through one buffer, which is passed on and reused once the next text does not fit. Texts that
 * are written repeatedly are kept behind it, because copying within one buffer needs no view of a part.
 *
 *     | written, not passed on yet | free | kept | free |
 *     0                            at     SIZE   keptEnd
 *
 * Texts are binary strings, one character per byte; columns are counted in bytes, like C's printf
 * does.
 */
export class TextBytes {
  readonly #take: (bytes: Uint8Array) => void
  #bytes = new Uint8Array(SIZE)
  #at = 0
  #keptEnd = SIZE

  /** @param take receives bytes that are overwritten after it returns */
  constructor(take: (bytes: Uint8Array) => void) {
    this.#take = take
  }

  /** Writes a binary string. */
  text(text: string): void {
    if (text.length > SIZE) {
      for (let from = 0; from < text.length; from += SIZE) this.text(text.slice(from, from + SIZE))
      return
    }
    setCharacters(this.#bytes, this.#room(text.length), text)
    this.#at += text.length
  }

  /** Writes bytes, which are copied or, if they are many, passed on at once. */
  bytes(bytes: Uint8Array): void {
    if (bytes.length > SIZE) {
      this.end()
      this.#take(bytes)
      return
    }
    this.#bytes.set(bytes, this.#room(bytes.length))
    this.#at += bytes.length
  }

  /** Writes one byte. */
  byte(code: number): void {
    this.#bytes[this.#room(1)] = code
    this.#at++
  }

  /** Writes blanks, at most `SIZE` (262,144). */
  blanks(count: number): void {
    const bytes = this.#bytes
    const end = this.#room(count) + count
    // Faster than `fill`, because most rows of blanks are short.
    for (let at = this.#at; at < end; at++) bytes[at] = BLANK
    this.#at = end
  }

  /** Writes a number like C's `%<width>.<digits>f`. */
  fixed(value: number, digits: 1 | 2, width: number): void {
    const units = roundedUnits(value, digits === 2 ? 100 : 10)
    if (units < 0) {
      this.text(formatFixed(value, digits).padStart(width))
      return
    }
    // An integer from here on, for the engine as well: it divides doubles by calling a function.
    const whole = units | 0
    this.blanks(Math.max(width, digitsOf((whole / (digits === 2 ? 100 : 10)) | 0) + 1 + digits))
    if (digits === 2) putHundredths(this.#bytes, this.#at, whole)
    else putTenths(this.#bytes, this.#at, whole)
  }

  /** Writes a number up to 2^53, rounded to a whole one, like C's `%<width>lu`. */
  count(value: number, width: number): void {
    if (value > MOST_DIGITS) {
      this.text(String(Math.round(value)).padStart(width))
      return
    }
    const whole = (value + 0.5) | 0
    this.blanks(Math.max(width, digitsOf(whole)))
    putDigits(this.#bytes, this.#at, whole)
  }

  /** Writes an integer like C's `%-<width>lu`. */
  countLeft(value: number, width: number): void {
    this.count(value, 1)
    const digits = value > MOST_DIGITS ? String(Math.round(value)).length : digitsOf((value + 0.5) | 0)
    if (digits < width) this.blanks(width - digits)
  }

  /** Passes on what is left. Call it after the last write; more can be written later. */
  end(): void {
    if (this.#at > 0) this.#take(this.#bytes.subarray(0, this.#at))
    this.#at = 0
  }

  /** Makes room for `length` more bytes to be kept, which take no memory until they are. */
  expectKept(length: number): void {
    const size = this.#keptEnd + length
    if (size <= this.#bytes.length) return
    const larger = new Uint8Array(size)
    larger.set(this.#bytes.subarray(0, this.#keptEnd))
    this.#bytes = larger
  }

  /** Number of bytes that are kept. */
  get keptBytes(): number {
    return this.#keptEnd - SIZE
  }

  /** Forgets all that is kept. */
  forget(): void {
    this.#keptEnd = SIZE
  }

  /** Keeps bytes or a binary string. Returns its place, for `again`. */
  keep(text: string | Uint8Array): number {
    const place = this.#keptEnd
    if (place + text.length > this.#bytes.length) this.expectKept(place + text.length)
    if (typeof text === 'string') setCharacters(this.#bytes, place, text)
    else this.#bytes.set(text, place)
    this.#keptEnd += text.length
    return place
  }

  /** Writes kept bytes. */
  again(place: number, length: number): void {
    if (length > SIZE) {
      this.bytes(this.#bytes.subarray(place, place + length))
      return
    }
    this.#bytes.copyWithin(this.#room(length), place, place + length)
    this.#at += length
  }

  /** Makes room for `length` bytes. Returns where they go. */
  #room(length: number): number {
    if (this.#at + length > SIZE) this.end()
    return this.#at
  }
}

/** Puts a binary string into bytes at `at`, where there must be room for it. */
function setCharacters(bytes: Uint8Array, at: number, text: string): void {
  for (let next = 0; next < text.length; next++) bytes[at + next] = text.charCodeAt(next)
}
