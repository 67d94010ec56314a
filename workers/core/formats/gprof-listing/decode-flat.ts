// Lines of a flat profile → its rows.
import { parseFlatRow, parseLabel, rememberName } from './parse-lines.ts'
import type { RawFlat, RawFlatRow, RawGranularity, RawName } from './types.ts'

/** Digits behind the point of a percentage: the first gprofs printed one. */
const OLD_DIGITS = 1

/** "Each sample counts as 0.01 seconds." and " no time accumulated" in another language; the unit is not translated. */
const OTHER_PERIOD = /^[^\d%]{3,60} (\d[\d.,e-]{0,23}) ([^ ]{1,40})\.$/
const OTHER_TIMELESS = /^ [^\d%]{3,60}$/

/**
 * Decodes the flat profile, line by line. Lines and names are binary strings, without quotation and line end.
 */
export class FlatDecoder {
  readonly #names: Map<number, RawName>
  readonly #rows: RawFlatRow[] = []
  #period = ''
  #dimension = 'seconds'
  #abbreviation = 's'
  #prefix = ' '
  #granularity: RawGranularity | null = null
  #timeless = false
  #percentDigits = 2

  /** @param names of numbers in brackets, which old listings have behind the names */
  constructor(names: Map<number, RawName>) {
    this.#names = names
  }

  /** The rows so far, in the order of the text. */
  get rows(): readonly RawFlatRow[] {
    return this.#rows
  }

  /** Whether the rows have one decimal in the first column, as in listings of the first gprofs. */
  get isOld(): boolean {
    return this.#percentDigits === OLD_DIGITS
  }

  /** Whether the text says that there was no time. */
  get isTimeless(): boolean {
    return this.#timeless
  }

  /**
   * Begins the part at its heading, which gives the unit of times per call.
   *
   * @param granularity of the line above the heading; null without one
   */
  begin(heading: string, granularity: RawGranularity | null): void {
    const unit =
      /calls\s+(\S*?)(\S)\s*\/call/.exec(heading) ?? / ([^ /]{0,2})([^ /])\s?\/[^ /]{1,24} /.exec(heading)
    if (unit) {
      this.#prefix = unit[1] === '' ? ' ' : (unit[1] ?? ' ')
      this.#abbreviation = unit[2] ?? 's'
    }
    this.#granularity = granularity
    // Where there was no time the first gprofs say so in that line.
    this.#timeless ||= granularity !== null && granularity.share === 0 && granularity.seconds === 0
    if (granularity && granularity.seconds > 0) this.#dimension = granularity.dimension
    else if (this.#period === '') this.#dimension = dimensionOf(heading) || this.#dimension
  }

  /** Takes the line that says what a sample counts as. Returns false, and does nothing, for another line. */
  takePeriod(text: string): boolean {
    const period = /^.{0,60}?counts as (\S{1,24}) (.{0,40})\.$/.exec(text)
    if (period === null) return false
    this.#period = period[1] ?? ''
    this.#dimension = period[2] ?? ''
    return true
  }

  /**
   * Takes the line directly above the heading, in another language: the time of a sample, or that
   * no time accumulated.
   */
  takeAbove(text: string): void {
    if (this.#period !== '') {
      this.#timeless ||= OTHER_TIMELESS.test(text)
      return
    }
    const period = OTHER_PERIOD.exec(text)
    if (period === null) return
    this.#period = period[1] ?? ''
    this.#dimension = period[2] ?? ''
  }

  /** Takes the line "no time accumulated". Returns false, and does nothing, for another line. */
  takeTimeless(text: string): boolean {
    if (!/^\s*no time accumulated$/.test(text)) return false
    this.#timeless = true
    return true
  }

  /** Takes a row, or a second line of the heading. Returns false, and does nothing, for another line. */
  take(text: string): boolean {
    const row = parseFlatRow(text)
    if (row === null) return this.#rows.length === 0 && /^\s*%\s+cumulative/.test(text)
    // Field by field: what is spread has no fixed shape, and is slow to read from then on.
    const { percent, cumulative, self, calls, selfPerCall, totalPerCall, label, percentDigits } = row
    this.#percentDigits = percentDigits
    const numbered = this.isOld ? parseLabel(label) : null
    const name = numbered?.name ?? label
    const number = numbered?.number ?? 0
    this.#rows.push({ percent, cumulative, self, calls, selfPerCall, totalPerCall, name, number })
    if (numbered) rememberName(this.#names, numbered)
    return true
  }

  /** Removes the last row: it was no row of the flat profile. */
  forgetRow(): void {
    this.#rows.pop()
  }

  /** Returns the part so far; its rows are shared with the decoder. */
  result(): RawFlat {
    return {
      period: this.#period,
      dimension: this.#dimension,
      abbreviation: this.#abbreviation,
      prefix: this.#prefix,
      granularity: this.#granularity,
      rows: this.#rows,
      timeless: this.#timeless,
    }
  }
}

/**
 * Returns the dimension in a flat profile's heading, where it has nine places; "" if the heading
 * was reformatted.
 */
function dimensionOf(heading: string): string {
  return heading.startsWith(' time ') ? heading.slice(6, 15).trim() : ''
}
