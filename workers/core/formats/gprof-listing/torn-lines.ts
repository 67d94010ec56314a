// Lines that a mail program wrapped at blanks are put together again, where the table tells that they were: what follows a row is
// its rest only if it cannot be a row itself. Of the flat profile a row begins with three numbers; of the call graph a line ends with
// a number in brackets. In the index what is torn off looks like an item, so its lines stay as they are.
import { withoutBlankEnd } from '../../base/blanks.ts'
import { unquoted } from './quotation.ts'

const NUMBER = String.raw`-?(?:nan|inf|\d{1,24}[.,]\d{1,3})`
const FIGURES = /^\s*[\d[][\d\s.,/+[\]-]*$/
const BEGINS_ROW = /^\s*[\d[]/
const FLAT_ROW = new RegExp(String.raw`^\s*${NUMBER}\s+${NUMBER}\s+${NUMBER}(?:\s|$)`)
const PRIMARY = new RegExp(String.raw`^\s*\[(\d{1,9})\]?\s*${NUMBER}\s+${NUMBER}\s+${NUMBER}\s`)
/** Of the call graph; only there numbers have a stroke between them, or stand far from the edge. */
const OTHER_LINE = new RegExp(String.raw`^\s+(?:${NUMBER}\s+${NUMBER}\s+)?\d{1,20}(?:[/+]\d{1,20})?(?:\s|$)`)
const ENDS_IN_NUMBER = /[[(](\d{1,9})[\])]$/
/** What may be all that is left of a line, though that seemed to be whole: "int (&f()) [3]" ends so as well. */
const ENDING = /^(?:<cycle \d{1,9}> ?)?[[(]\d{1,9}[\])]$/
/** No rule, and at the edge. */
const REST = /^(?!-{8})\S/
const QUOTED = /^[>| ]+$/
/** Names with blanks in them are of a language that has one of these in all such names. */
const HAS_PARTS = /[<({[:]|\boperator\b/
/** Of headings what says in which unit numbers are. */
const TORN_HEADING = /^\s*(?:granularity: each sample hit covers .*|time\s.{4,60}\/call)$/
const INDEX = /^\f?\s*Index by function name$/i
const HEADING =
  /^\f|^\s*(?:index\s+%|time\s{2}|%\s|granularity:|Index by|Each sample|(?:flat|call graph) profile)/i

/** As of a line that came in one piece. */
const LONGEST = 16_384

type Kind = 'flat' | 'graph' | 'heading' | 'figures' | 'none'

export class TornLines {
  readonly #take: (line: string, lines: number) => void
  /** Of which the rest may come, what it is, and how many lines it has. */
  #row = ''
  #kind: Kind = 'none'
  #lines = 0
  /** What stood before its first line. */
  #mark = ''
  /** Of the last of its lines. */
  #lastLength = 0
  /** Of rows with a blank in them: where text was wrapped there was room for so much. */
  #longest = 0
  #isIndex = false
  /** Something torn off had no mark, and so has none of the rest. */
  #wasQuotedFirst = false

  /** @param take told each line, and of how many it was put together */
  constructor(take: (line: string, lines: number) => void) {
    this.#take = take
  }

  take(raw: string): void {
    if (this.#lines > 0) {
      const rest = this.#withoutMark(raw)
      if (this.#row.length < LONGEST && mayBeRest(unquoted(raw)) && this.#isRest(rest)) {
        this.#wasQuotedFirst ||= this.#mark !== '' && QUOTED.test(this.#mark) && rest === raw
        this.#row = this.#row.endsWith(' ') ? this.#row + rest : `${this.#row} ${rest}`
        this.#lines++
        this.#measure(raw, rest)
        if (this.#kind === 'figures') this.#kind = kindOf(this.#row)
        return
      }
      this.end()
    }
    const line = unquoted(raw)
    if (INDEX.test(line)) this.#isIndex = true
    else if (HEADING.test(line)) this.#isIndex = false
    this.#row = line
    this.#mark = raw.slice(0, raw.length - line.length)
    this.#kind = this.#isIndex ? 'none' : kindOf(line)
    this.#lines = 1
    if (this.#kind === 'none') this.end()
    else this.#measure(raw, line)
  }

  end(): void {
    if (this.#lines > 0) this.#take(this.#row, this.#lines)
    this.#lines = 0
  }

  /** A name may go on with ">", which is no mark of quotation where the row has none. */
  #withoutMark(raw: string): string {
    if (this.#mark !== '' && !QUOTED.test(this.#mark)) return unquoted(raw)
    const bare = withoutBlankEnd(this.#mark)
    if (bare !== '' && withoutBlankEnd(raw) === bare) return ''
    if (this.#wasQuotedFirst) return raw
    if (raw.startsWith(this.#mark)) return raw.slice(this.#mark.length)
    // Its blank may have been one that sets the row in.
    return raw.startsWith(bare) ? raw.slice(bare.length) : raw
  }

  /** With its mark, of which it is not always certain where it ends. */
  #measure(raw: string, line: string): void {
    const { length } = withoutBlankEnd(raw)
    this.#lastLength = length
    if (/[^ \t][ \t]+[^ \t]/.test(line)) this.#longest = Math.max(this.#longest, length)
  }

  #isRest(line: string): boolean {
    if (line === '' || !mayBeRest(line)) return false
    switch (this.#kind) {
      case 'heading':
        return true
      case 'figures':
        return true
      case 'graph':
        return ENDING.test(line) || (!isWhole(this.#row) && this.#hadNoRoom(line))
      case 'flat':
        return ENDING.test(line) || (HAS_PARTS.test(this.#row + line) && this.#hadNoRoom(line))
      case 'none':
        return false
    }
  }

  /** A mail program fills lines: the next word would have been longer than what had room elsewhere. */
  #hadNoRoom(line: string): boolean {
    const word = /^\S+/.exec(line)?.[0].length ?? 0
    return this.#lastLength + 1 + word > this.#longest
  }
}

/** No row of either table, no heading, no rule, and not blank. */
const mayBeRest = (line: string): boolean =>
  line === '' || (REST.test(line) && !HEADING.test(line) && !FLAT_ROW.test(line) && !PRIMARY.test(line))

function kindOf(line: string): Kind {
  if (TORN_HEADING.test(line)) return line.endsWith('seconds') ? 'none' : 'heading'
  if (!BEGINS_ROW.test(line)) return 'none'
  if (FIGURES.test(line)) return 'figures'
  if (PRIMARY.test(line)) return 'graph'
  // A line of the call graph may begin with two or three numbers: the last is a count then.
  if (FLAT_ROW.test(line)) return 'flat'
  return OTHER_LINE.test(line) ? 'graph' : 'none'
}

/** A line of the call graph with the number at its end: that of an entry is the one it begins with. */
function isWhole(line: string): boolean {
  const ending = ENDS_IN_NUMBER.exec(line)
  if (ending === null) return false
  const primary = PRIMARY.exec(line)
  return primary === null || primary[1] === ending[1]
}
