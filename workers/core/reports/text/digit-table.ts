// Numbers in columns, four digits at a time: building a table of ten thousand costs less than the digits
// of a thousand lines.

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
