// Output of listings as bytes: lines and numbers are written digit by digit, without a string for
// each.
import { formatFixed, roundedUnits } from '../quantities.ts'

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

function putTenths(bytes: Uint8Array, end: number, tenths: number): number {
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

// Buffered output as bytes.

/** Size of the buffer: small enough for the processor's cache. */
const SIZE = 1 << 18
/** Bytes before the first write, so that an engine has seen a write before it compiles the code. */
const FIRST = 1 << 14
/** Largest width of a number of the fast way, and of a row of blanks. */
export const WIDEST = 64

/** Length from which the host's own way to encode a text is faster. */
const LONG = 24

/** ASCII code of a line break. */
export const NEWLINE = 0x0a
/** Position of the blanks. */
const BLANKS = SIZE
/** Eight blanks, as one number. */
const EIGHT = 8
const EIGHT_BLANKS = new Float64Array(new Uint8Array(EIGHT).fill(BLANK).buffer)[0]

/** Puts a binary string into bytes at `at`, where there must be room for it. */
export type TextSetter = (bytes: Uint8Array<ArrayBuffer>, at: number, text: string) => void

/**
 * Writes text through one buffer: when the next text does not fit, the buffer is passed on and
 * reused. Texts that are written repeatedly are kept behind it.
 *
 *     | written, not handed on yet | free | 64 blanks | kept | free |
 *     0                            at    SIZE                keptEnd
 *
 * They share a buffer because copying within one is twice as fast as between two, which needs a
 * view of the part to be copied: 17 ns instead of 40 for the name of a line, of which a large
 * listing has two million.
 *
 * Texts are binary strings, one character per byte; columns are counted in bytes, like C's printf
 * does.
 */
export class TextBytes {
  readonly #take: (bytes: Uint8Array) => void
  readonly #setText: TextSetter
  #bytes = new Uint8Array(SIZE + WIDEST).fill(BLANK, BLANKS)
  #view = new DataView(this.#bytes.buffer)
  #at = 0
  /** Position at which the buffer is passed on. */
  #limit = FIRST
  #keptEnd = SIZE + WIDEST

  /**
   * @param take receives bytes that are overwritten after it returns
   * @param setText how the host puts long texts into bytes, if it has a way that is faster than
   * byte by byte
   */
  constructor(take: (bytes: Uint8Array) => void, setText: TextSetter = setCharacters) {
    this.#take = take
    this.#setText = setText
  }

  /** Writes a binary string. */
  text(text: string): void {
    if (text.length > SIZE) {
      for (let from = 0; from < text.length; from += SIZE) this.text(text.slice(from, from + SIZE))
      return
    }
    this.putText(this.room(text.length), text)
    this.#at += text.length
  }

  /** Writes bytes, which are copied or, if they are many, passed on at once. */
  bytes(bytes: Uint8Array): void {
    if (bytes.length > SIZE) {
      this.end()
      this.#take(bytes)
      return
    }
    this.#bytes.set(bytes, this.room(bytes.length))
    this.#at += bytes.length
  }

  /** Writes one byte. */
  byte(code: number): void {
    this.#bytes[this.room(1)] = code
    this.#at++
  }

  /** Writes blanks, at most `WIDEST` (64). */
  blanks(count: number): void {
    this.again(BLANKS, count)
  }

  /** Writes a number like C's `%<width>.<digits>f`; `width` is at most `WIDEST`. */
  fixed(value: number, digits: 1 | 2, width: number): void {
    const units = roundedUnits(value, digits === 2 ? 100 : 10)
    if (units < 0) {
      this.text(formatFixed(value, digits).padStart(width))
      return
    }
    // An integer from here on, for the engine as well: it divides doubles by calling a function.
    const whole = units | 0
    const length = Math.max(width, digitsOf((whole / (digits === 2 ? 100 : 10)) | 0) + 1 + digits)
    const end = this.blankRoom(length) + length
    if (digits === 2) putHundredths(this.#bytes, end, whole)
    else putTenths(this.#bytes, end, whole)
    this.#at = end
  }

  /** Writes a number up to 2^53, rounded to a whole one, like C's `%<width>lu`. */
  count(value: number, width: number): void {
    if (value > MOST_DIGITS) {
      this.text(String(Math.round(value)).padStart(width))
      return
    }
    const whole = (value + 0.5) | 0
    const length = Math.max(width, digitsOf(whole))
    const end = this.blankRoom(length) + length
    putDigits(this.#bytes, end, whole)
    this.#at = end
  }

  /** Writes an integer like C's `%-<width>lu`. */
  countLeft(value: number, width: number): void {
    if (value > MOST_DIGITS) {
      this.text(String(Math.round(value)).padEnd(width))
      return
    }
    const whole = (value + 0.5) | 0
    const digits = digitsOf(whole)
    const length = Math.max(width, digits)
    const at = this.blankRoom(length)
    putDigits(this.#bytes, at + digits, whole)
    this.#at = at + length
  }

  /** Passes on what is left. Call it after the last write; more can be written later. */
  end(): void {
    if (this.#at > 0) this.#take(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    this.#limit = SIZE
  }

  /** Keeps a binary string that is written often. Returns its place, for `again` and `putKept`. */
  keep(text: string): number {
    const place = this.keepRoom(text.length)
    this.putText(place, text)
    this.keptTo(place + text.length)
    return place
  }

  /**
   * Makes room for `length` bytes to be kept and composed in place; returns where they go in
   * `buffer`.
   */
  keepRoom(length: number): number {
    const place = this.#keptEnd
    const end = place + length
    if (end > this.#bytes.length) this.#grow(2 * end)
    return place
  }

  /** Ends the kept bytes at `end`. Nothing is kept until this is called. */
  keptTo(end: number): void {
    this.#keptEnd = end
  }

  /** Makes room for `bytes` more bytes to be kept. */
  expectKept(bytes: number): void {
    const size = this.#keptEnd + bytes
    if (size > this.#bytes.length) this.#grow(size)
  }

  /**
   * Number of kept bytes. They take memory until the listing is written, so callers that keep
   * much check this to stop in time.
   */
  get keptBytes(): number {
    return this.#keptEnd
  }

  /** Writes the kept bytes at `place`, at most 262,144. */
  again(place: number, length: number): void {
    this.#bytes.copyWithin(this.room(length), place, place + length)
    this.#at += length
  }

  /**
   * Makes room for a line composed in place; returns where its `length` bytes go in `buffer`.
   * They are written when `writtenTo` is called; nothing else may be written before.
   */
  room(length: number): number {
    if (this.#at + length > this.#limit) this.end()
    return this.#at
  }

  /**
   * Makes room for a line composed in place, as `room` does, with blanks there, at most `WIDEST`, and room
   * for `more` bytes after them. Writing numbers over a blank line is several times faster than writing it
   * piece by piece.
   */
  blankRoom(blanks: number, more = 0): number {
    const at = this.room(blanks + more)
    const view = this.#view
    // Up to seven bytes too many, which are not written yet or are blank themselves.
    for (let next = at; next < at + blanks; next += EIGHT) view.setFloat64(next, EIGHT_BLANKS)
    return at
  }

  /** Puts the kept bytes at `place` at `at`. Returns where they end. */
  putKept(at: number, place: number, length: number): number {
    this.#bytes.copyWithin(at, place, place + length)
    return at + length
  }

  /** The buffer in which lines are composed. Replaced by another array once something has been kept. */
  get buffer(): Uint8Array<ArrayBuffer> {
    return this.#bytes
  }

  /** The same bytes as a view; replaced together with `buffer`. */
  get view(): DataView<ArrayBuffer> {
    return this.#view
  }

  /** Ends the line composed in place after `room` or `blankRoom`: all bytes before `end` are written. */
  writtenTo(end: number): void {
    this.#at = end
  }

  /** Puts a binary string into the buffer at `at`, where there must be room for it. */
  putText(at: number, text: string): void {
    if (text.length < LONG) setCharacters(this.#bytes, at, text)
    else this.#setText(this.#bytes, at, text)
  }

  #grow(size: number): void {
    const larger = new Uint8Array(size)
    larger.set(this.#bytes.subarray(0, this.#keptEnd))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

function setCharacters(bytes: Uint8Array, at: number, text: string): void {
  for (let next = 0; next < text.length; next++) bytes[at + next] = text.charCodeAt(next)
}

// Numbers in columns, four digits at a time: building a table of ten thousand costs less than the
// digits of a thousand lines.

const FOUR = 10_000
const FOUR_BLANKS = 0x2020_2020
const ZEROS = 0x3030_3030
/** ".00 " */
const NO_HUNDREDTHS = 0x2030_302e

/**
 * Puts numbers over blanks. It writes four bytes at once, so up to three blanks before the number
 * are written as well. So where columns are narrow, a row is composed from right to left.
 */
class DigitTable {
  /** Texts of four characters, the first in the lowest byte: "   7", "0007", "7   ". */
  readonly #right = new Uint32Array(FOUR)
  readonly #full = new Uint32Array(FOUR)
  readonly #left = new Uint32Array(FOUR)
  /** ".07 " */
  readonly #hundredths = new Uint32Array(100)

  constructor() {
    fillFull(this.#full)
    this.#right.set(this.#full)
    this.#left.set(this.#full)
    for (let value = 0; value < 1000; value++) {
      const blanks = value < 10 ? 24 : value < 100 ? 16 : 8
      const digits = this.#full[value] >>> blanks
      this.#left[value] = digits | (FOUR_BLANKS << (32 - blanks))
      this.#right[value] = (digits << blanks) | (FOUR_BLANKS >>> (32 - blanks))
    }
    for (let value = 0; value < 100; value++) {
      const tens = (value / 10) | 0
      this.#hundredths[value] = NO_HUNDREDTHS + (tens << 8) + ((value - 10 * tens) << 16)
    }
  }

  /** Puts an integer below 10^8 that ends at `end`. */
  putCount(view: DataView, end: number, value: number): void {
    if (value < FOUR) {
      view.setUint32(end - 4, this.#right[value], true)
      return
    }
    const high = (value / FOUR) | 0
    view.setUint32(end - 8, this.#right[high], true)
    view.setUint32(end - 4, this.#full[value - FOUR * high], true)
  }

  /** Puts an integer below 10^8 that begins at `at`. */
  putCountLeft(view: DataView, at: number, value: number): void {
    if (value < FOUR) {
      view.setUint32(at, this.#left[value], true)
      return
    }
    const high = (value / FOUR) | 0
    view.setUint32(at, this.#left[high], true)
    view.setUint32(at + digitsOfFour(high), this.#full[value - FOUR * high], true)
  }

  /** Puts hundredths, below 10^10, with two digits after the point and a blank at `end`. */
  putHundredths(view: DataView, end: number, hundredths: number): void {
    const whole = (hundredths / 100) | 0
    view.setUint32(end - 3, this.#hundredths[hundredths - 100 * whole], true)
    this.putCount(view, end - 3, whole)
  }
}

/** "0007": the number without its last digit, shifted by one place, and that digit. */
function fillFull(full: Uint32Array): void {
  for (let tens = 0; tens < FOUR / 10; tens++) {
    const before = (tens === 0 ? ZEROS : full[tens]) >>> 8
    for (let last = 0; last < 10; last++) full[10 * tens + last] = before | ((0x30 + last) << 24)
  }
}

function digitsOfFour(value: number): number {
  return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4
}

let table: DigitTable | null = null

/** Returns the shared table of numbers by four digits, built on first use. */
export const digitTable = (): DigitTable => (table ??= new DigitTable())
