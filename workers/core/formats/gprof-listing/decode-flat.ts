// Lines of a flat profile → its rows, and in what they are counted.
import { learn, parseFlatRow, parseLabel } from './parse-lines.ts'
import type { RawFlat, RawFlatRow, RawGranularity, RawName } from './types.ts'

/** Digits behind the point of a percentage: the first gprofs printed one. */
const OLD_DIGITS = 1

/** "Each sample counts as 0.01 seconds." and " no time accumulated" in another language; the unit is not translated. */
const OTHER_PERIOD = /^[^\d%]{3,60} (\d[\d.,e-]{0,23}) ([^ ]{1,40})\.$/
const OTHER_TIMELESS = /^ [^\d%]{3,60}$/

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

  get rows(): readonly RawFlatRow[] {
    return this.#rows
  }

  get isOld(): boolean {
    return this.#percentDigits === OLD_DIGITS
  }

  get isTimeless(): boolean {
    return this.#timeless
  }

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

  /** Whether the line says what a sample counts as. */
  takePeriod(text: string): boolean {
    const period = /^.{0,60}?counts as (\S{1,24}) (.{0,40})\.$/.exec(text)
    if (period === null) return false
    this.#period = period[1] ?? ''
    this.#dimension = period[2] ?? ''
    return true
  }

  /** The line that stands directly above the heading, in another language: what a sample counts as, or that there was no time. */
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

  /** Whether the line says that there was no time. */
  takeTimeless(text: string): boolean {
    if (!/^\s*no time accumulated$/.test(text)) return false
    this.#timeless = true
    return true
  }

  /** Whether the line is a row, or belongs to the heading. */
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
    if (numbered) learn(this.#names, numbered)
    return true
  }

  /** Its last row was none. */
  forgetRow(): void {
    this.#rows.pop()
  }

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

/** By a flat profile's heading, in which it has nine places; "" if that was laid out anew. */
function dimensionOf(heading: string): string {
  return heading.startsWith(' time ') ? heading.slice(6, 15).trim() : ''
}
