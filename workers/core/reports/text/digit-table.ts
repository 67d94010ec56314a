// Numbers in columns, four digits at a time: a table of ten thousand costs less than the digits of a thousand lines.

const FOUR = 10_000
const BLANKS = 0x2020_2020
const ZEROS = 0x3030_3030
/** ".00 " */
const NO_HUNDREDTHS = 0x2030_302e

/**
 * Numbers are put over blanks that stand there already. Four bytes are written together, so what is written may begin
 * with blanks that stand before the number, up to three of them: so a row is put together from the right to the left where
 * columns are narrow.
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
      this.#left[value] = digits | (BLANKS << (32 - blanks))
      this.#right[value] = (digits << blanks) | (BLANKS >>> (32 - blanks))
    }
    for (let value = 0; value < 100; value++) {
      const tens = (value / 10) | 0
      this.#hundredths[value] = NO_HUNDREDTHS + (tens << 8) + ((value - 10 * tens) << 16)
    }
  }

  /** A whole number below 10^8 that ends before `end`. */
  putCount(view: DataView, end: number, value: number): void {
    if (value < FOUR) {
      view.setUint32(end - 4, this.#right[value], true)
      return
    }
    const high = (value / FOUR) | 0
    view.setUint32(end - 8, this.#right[high], true)
    view.setUint32(end - 4, this.#full[value - FOUR * high], true)
  }

  /** The same that begins at `at`. */
  putCountLeft(view: DataView, at: number, value: number): void {
    if (value < FOUR) {
      view.setUint32(at, this.#left[value], true)
      return
    }
    const high = (value / FOUR) | 0
    view.setUint32(at, this.#left[high], true)
    view.setUint32(at + digitsOfFour(high), this.#full[value - FOUR * high], true)
  }

  /** So many hundredths, below 10^10, with two digits behind the point, and a blank behind them at `end`. */
  putHundredths(view: DataView, end: number, hundredths: number): void {
    const whole = (hundredths / 100) | 0
    view.setUint32(end - 3, this.#hundredths[hundredths - 100 * whole], true)
    this.putCount(view, end - 3, whole)
  }
}

/** "0007": what a number without its last digit is, one place to the left, and that digit. */
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

/** One for all, made when it is first needed. */
export const digitTable = (): DigitTable => (table ??= new DigitTable())
