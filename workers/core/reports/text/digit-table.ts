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
    for (let value = 0; value < FOUR; value++) {
      const tens = (value / 10) | 0
      const last = (0x30 + value - 10 * tens) << 24
      const before = value < 10 ? BLANKS : this.#right[tens]
      this.#right[value] = (before >>> 8) | last
      this.#full[value] = ((value < 10 ? ZEROS : this.#full[tens]) >>> 8) | last
      const blanks = value < 10 ? 24 : value < 100 ? 16 : value < 1000 ? 8 : 0
      this.#left[value] = (this.#right[value] >>> blanks) | (blanks === 0 ? 0 : BLANKS << (32 - blanks))
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

function digitsOfFour(value: number): number {
  return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4
}

let table: DigitTable | null = null

/** One for all, made when it is first needed. */
export const digitTable = (): DigitTable => (table ??= new DigitTable())
