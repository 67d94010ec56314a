// Lines that a mail program wrapped where a row has blanks are put together again: before its name, or before the number
// behind it. Where a name itself was broken nobody can tell whether a blank was there; such lines stay apart.
import { unquoted } from './quotation.ts'

const FIGURES = /^\s*[\d[][\d\s.,/+[\]-]*$/
const BEGINS_ROW = /^\s*[\d[]/
const ENDS_IN_NUMBER = /[[(]\d{1,9}[\])]$/
const ENTRY_NUMBER = /^[[(]\d{1,9}[\])]$/
/** No row, no rule, and at the edge. */
const NAME = /^[^\s\d[-]/

export class TornLines {
  readonly #take: (line: string, lines: number) => void
  /** Of which the rest may come, and how many lines it has. */
  #row = ''
  #lines = 0

  /** @param take told each line, and of how many it was put together */
  constructor(take: (line: string, lines: number) => void) {
    this.#take = take
  }

  take(raw: string): void {
    const line = unquoted(raw)
    let row = line
    if (this.#lines > 0) {
      if ((FIGURES.test(this.#row) ? NAME : ENTRY_NUMBER).test(line))
        row = this.#row.endsWith(' ') ? this.#row + line : `${this.#row} ${line}`
      else this.end()
    }
    this.#row = row
    this.#lines++
    if (!BEGINS_ROW.test(row) || ENDS_IN_NUMBER.test(row)) this.end()
  }

  end(): void {
    if (this.#lines > 0) this.#take(this.#row, this.#lines)
    this.#lines = 0
  }
}
