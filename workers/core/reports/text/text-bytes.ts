// Text on its way out, as bytes: lines of a listing are written digit by digit, without a string for each.
import { formatFixed, roundedUnits } from '../quantities.ts'
import { BLANK, digitsOf, putDigits, putHundredths, putTenths, MOST_DIGITS } from './digits.ts'

/** Bytes gathered before they are handed on: small enough to stay in a processor's own memory. */
const SIZE = 1 << 18
/** Only so many the first time: an engine is to have seen it happen before it compiles what writes. */
const FIRST = 1 << 14
/** No number of the fast way is longer, however wide its column; nor are blanks in a row. */
export const WIDEST = 64

/** From here on the host's own way to take a text is the quicker one. */
const LONG = 24

export const NEWLINE = 0x0a
/** Where blanks are kept. */
const BLANKS = SIZE
/** Eight of them, as a number. */
const EIGHT = 8
const EIGHT_BLANKS = new Float64Array(new Uint8Array(EIGHT).fill(BLANK).buffer)[0]

/** Puts a binary string into bytes from `at` on. */
export type TextSetter = (bytes: Uint8Array<ArrayBuffer>, at: number, text: string) => void

/**
 * One buffer: what is written is handed on whenever what comes next does not fit, and then written over. Behind it stand
 * texts that are written again and again.
 *
 *     | written, not handed on yet | free | 64 blanks | kept | free |
 *     0                            at    SIZE                keptEnd
 *
 * They share a buffer because copying within one is twice as fast as from one to another, which needs a view of the
 * part to be copied: 17 ns rather than 40 for a line's name, of which a large listing has two million.
 *
 * Texts are binary strings, one character a byte; columns are counted in bytes, as C's printf does.
 */
export class TextBytes {
  readonly #take: (bytes: Uint8Array) => void
  readonly #setText: TextSetter
  #bytes = new Uint8Array(SIZE + WIDEST).fill(BLANK, BLANKS)
  #view = new DataView(this.#bytes.buffer)
  #at = 0
  /** What is written is handed on when it comes to this. */
  #limit = FIRST
  #keptEnd = SIZE + WIDEST

  /**
   * @param take    gets bytes that are written over after it returns
   * @param setText how the host puts long texts into bytes, if it has a way that is quicker than one by one
   */
  constructor(take: (bytes: Uint8Array) => void, setText: TextSetter = setCharacters) {
    this.#take = take
    this.#setText = setText
  }

  /** A binary string. */
  text(text: string): void {
    if (text.length > SIZE) {
      for (let from = 0; from < text.length; from += SIZE) this.text(text.slice(from, from + SIZE))
      return
    }
    this.putText(this.room(text.length), text)
    this.#at += text.length
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > SIZE) {
      this.end()
      this.#take(bytes)
      return
    }
    this.#bytes.set(bytes, this.room(bytes.length))
    this.#at += bytes.length
  }

  /** One byte by its code. */
  byte(code: number): void {
    this.#bytes[this.room(1)] = code
    this.#at++
  }

  /** At most `WIDEST`. */
  blanks(count: number): void {
    this.again(BLANKS, count)
  }

  /** C's `%<width>.<digits>f`. */
  fixed(value: number, digits: 1 | 2, width: number): void {
    const units = roundedUnits(value, digits === 2 ? 100 : 10)
    if (units < 0) {
      this.text(formatFixed(value, digits).padStart(width))
      return
    }
    // Whole numbers from here on, also for the engine: it divides doubles by calling a function.
    const whole = units | 0
    const length = Math.max(width, digitsOf((whole / (digits === 2 ? 100 : 10)) | 0) + 1 + digits)
    const end = this.blankRoom(length) + length
    if (digits === 2) putHundredths(this.#bytes, end, whole)
    else putTenths(this.#bytes, end, whole)
    this.#at = end
  }

  /** C's `%<width>lu`, for whole numbers up to 2^53. */
  count(value: number, width: number): void {
    if (value > MOST_DIGITS) {
      this.text(String(value).padStart(width))
      return
    }
    const length = Math.max(width, digitsOf(value | 0))
    const end = this.blankRoom(length) + length
    putDigits(this.#bytes, end, value | 0)
    this.#at = end
  }

  /** C's `%-<width>lu`. */
  countLeft(value: number, width: number): void {
    if (value > MOST_DIGITS) {
      this.text(String(value).padEnd(width))
      return
    }
    const digits = digitsOf(value | 0)
    const length = Math.max(width, digits)
    const at = this.blankRoom(length)
    putDigits(this.#bytes, at + digits, value | 0)
    this.#at = at + length
  }

  /** Hands on what is left. */
  end(): void {
    if (this.#at > 0) this.#take(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    this.#limit = SIZE
  }

  /** Keeps a text to be written often. Answers where. */
  keep(text: string): number {
    const place = this.keepRoom(text.length)
    this.putText(place, text)
    this.keptTo(place + text.length)
    return place
  }

  /** The same for what is put together in place: where the next `length` bytes to be kept go, in `buffer`. */
  keepRoom(length: number): number {
    const place = this.#keptEnd
    const end = place + length
    if (end > this.#bytes.length) this.#grow(2 * end)
    return place
  }

  /** Nothing is kept until this says so. */
  keptTo(end: number): void {
    this.#keptEnd = end
  }

  /** Makes room at once for so many bytes to be kept. */
  expectKept(bytes: number): void {
    const size = this.#keptEnd + bytes
    if (size > this.#bytes.length) this.#grow(size)
  }

  /** What is kept takes memory until the listing is written: it is for those who keep much to stop in time. */
  get keptBytes(): number {
    return this.#keptEnd
  }

  /** Writes what is kept at `place`, at most SIZE bytes. */
  again(place: number, length: number): void {
    this.#bytes.copyWithin(this.room(length), place, place + length)
    this.#at += length
  }

  /**
   * For lines that are put together in place: where the next `length` bytes go, in `buffer`. Nothing is written until
   * `writtenTo` says so; until then nothing else may be.
   */
  room(length: number): number {
    if (this.#at + length > this.#limit) this.end()
    return this.#at
  }

  /**
   * The same with blanks there, at most `WIDEST`, and room for `more` bytes behind them. To blank a line once and put its
   * numbers over that is several times cheaper than to write it piece by piece.
   */
  blankRoom(blanks: number, more = 0): number {
    const at = this.room(blanks + more)
    const view = this.#view
    // Up to seven bytes too many: what stands there is not written yet, or else blank itself.
    for (let next = at; next < at + blanks; next += EIGHT) view.setFloat64(next, EIGHT_BLANKS)
    return at
  }

  /** Puts what is kept at `place` there. Answers where it ends. */
  putKept(at: number, place: number, length: number): number {
    this.#bytes.copyWithin(at, place, place + length)
    return at + length
  }

  /** Another one once something has been kept. */
  get buffer(): Uint8Array<ArrayBuffer> {
    return this.#bytes
  }

  get view(): DataView<ArrayBuffer> {
    return this.#view
  }

  writtenTo(end: number): void {
    this.#at = end
  }

  /** Puts a binary string there. */
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
