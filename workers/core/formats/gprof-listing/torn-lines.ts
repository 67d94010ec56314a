// Lines that a mail program wrapped where a row has blanks are put together again: before its name, before the number behind
// it, and within the name where C++ has a blank and more must follow. Where a name was broken elsewhere nobody can tell whether
// a blank was there, nor of another one that it goes on; such lines stay apart.
import { markOf, unquoted } from './quotation.ts'

const FIGURES = /^\s*[\d[][\d\s.,/+[\]-]*$/
const BEGINS_ROW = /^\s*[\d[]/
const ENDS_IN_NUMBER = /[[(]\d{1,9}[\])]$/
const ENTRY_NUMBER = /^[[(]\d{1,9}[\])]$/
/** No row, no rule, and at the edge. */
const NAME = /^[^\s\d[-]/
/** Within brackets a number as well, with what may stand behind one there: "3> const&". */
const WITHIN_NAME = /^(?: ?[^\s\d[-]|\d+[uUlL]*[>,)])/
/** What may stand behind closed brackets, with nothing but the number of the entry after it. */
const BEHIND_NAME = /^(?:const&{0,2})?(?: ?<cycle \d{1,9}>)?(?: [[(]\d{1,9}[\])])?$/

/** Where the names that demanglers make have a blank: what stands before it, or what stands behind. */
const BEFORE_BLANK =
  /(?:[,>*&]|\b(?:void|bool|char|short|int|long|float|double|unsigned|signed|auto|const|operator|new|delete)|\(anonymous) ?$/
const BEHIND_BLANK = /^(?:[ >(<]|const\b|volatile\b|short\b|int\b|long\b|char\b|namespace\))/

/** Signs of which none is a bracket. */
const OPERATOR = /operator *(?:\(\)|<=>|<<=?|>>=?|[<>]=?)|->\*?/g

/** Of no more lines, and no more characters, is a row put together: each is looked at again for each line. */
const MOST_LINES = 100
const MOST_CHARACTERS = 16_384

export class TornLines {
  readonly #take: (line: string, lines: number) => void
  /** Of which the rest may come, how many lines it has, and what stands before each where it is quoted. */
  #row = ''
  #lines = 0
  #mark = ''

  /** @param take told each line, and of how many it was put together */
  constructor(take: (line: string, lines: number) => void) {
    this.#take = take
  }

  take(raw: string): void {
    let row = unquoted(raw)
    if (this.#lines > 0) {
      const line = this.#withoutMark(raw, row)
      if (this.#goesOn(line)) row = `${this.#row.trimEnd()} ${line.trimStart()}`
      else this.end()
    }
    if (this.#lines === 0) this.#mark = markOf(raw)
    this.#row = row
    this.#lines++
    if (!BEGINS_ROW.test(row) || ENDS_IN_NUMBER.test(row)) this.end()
  }

  /** A name may go on with what looks like a mark: "> const&". */
  #withoutMark(raw: string, line: string): string {
    return raw.startsWith(this.#mark) ? raw.slice(this.#mark.length) : line
  }

  #goesOn(line: string): boolean {
    const row = this.#row
    if (FIGURES.test(row)) return NAME.test(line)
    if (ENTRY_NUMBER.test(line)) return true
    if (this.#lines >= MOST_LINES || row.length + line.length > MOST_CHARACTERS) return false
    if (BEHIND_NAME.test(line)) return line !== ''
    if (!WITHIN_NAME.test(line) || line.startsWith('::')) return false
    if (!BEFORE_BLANK.test(row) && !BEHIND_BLANK.test(line)) return false
    // What a function returns stands before its name, which has parameters.
    return hasOpenBrackets(row) || (!row.includes('(') && /[(<]/.test(line))
  }

  end(): void {
    if (this.#lines > 0) this.#take(this.#row, this.#lines)
    this.#lines = 0
  }
}

function hasOpenBrackets(row: string): boolean {
  let open = 0
  for (const [bracket] of row.replaceAll(OPERATOR, '').matchAll(/[()<>]/g))
    open += bracket === '(' || bracket === '<' ? 1 : -1
  return open > 0
}
