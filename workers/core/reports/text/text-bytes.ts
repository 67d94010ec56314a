// Output of listings as bytes: written digit by digit, without a string for each number.
import { formatFixed, roundedUnits } from '../../quantities.ts'
import { BLANK, digitsOf, putHundredths, putTenths, MOST_DIGITS, putDigits } from './digits.ts'

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
