// Joins lines that a mail program wrapped at blanks, where the table proves it.
//
// What follows a row is its rest only if it cannot be a row itself. A row of the flat profile begins with
// three numbers; a line of the call graph ends with a number in brackets. The rest of an index item looks
// like an item, so the index stays as it is.
import { withoutBlankEnd } from '../../bytes/text-lines.ts'
import { isRule, parseFlatRow } from './parse-lines.ts'
import { unquoted } from './formatted-lines.ts'

const NUMBER = String.raw`-?(?:nan|inf|\d{1,24}[.,]\d{1,3})`
const FIGURES = /^\s*[\d[][\d\s.,/+[\]-]*$/
const BEGINS_ROW = /^\s*[\d[]/
const FLAT_ROW = new RegExp(String.raw`^\s*${NUMBER}\s+${NUMBER}\s+${NUMBER}(?:\s|$)`)
const PRIMARY = new RegExp(String.raw`^\s*\[(\d{1,9})\]?\s*${NUMBER}\s+${NUMBER}\s+${NUMBER}\s`)
/**
 * A line of the call graph: only there numbers have a stroke between them or are far from the
 * margin.
 */
const OTHER_LINE = new RegExp(String.raw`^\s+(?:${NUMBER}\s+${NUMBER}\s+)?\d{1,20}(?:[/+]\d{1,20})?(?:\s|$)`)
const ENDS_IN_NUMBER = /[[(](\d{1,9})[\])]$/
/** What may be all that is left of a line, though that seemed to be whole: "int (&f()) [3]" ends so as well. */
const ENDING = /^(?:<cycle \d{1,9}> ?)?[[(]\d{1,9}[\])]$/
/** At the edge. */
const REST = /^\S/
const QUOTED = /^[>| ]+$/
/** A quotation in quotations in … */
const DEEPEST = 8
const NO_BRACKETS = /\boperator(?:<=>|<<=?|>>=?|[<>]=?|->\*?)|->/g
/** What may follow a whole name, */
const BEHIND_NAME =
  /^(?:(?:const|volatile|noexcept)(?:::|(?![\w:]))|&|\[(?:clone|abi|with)\b|\([^ ()]*:\d+ @|@ [\da-f]+\))/
/** what no name ends with, */
const AWAITS_MORE = /(?:^|[^\w$])operator(?!\w)[^(]*$|[^\w$]const$/
/** what begins a name in words, */
const PHRASES = ['non-virtual thunk to', 'virtual thunk to', 'covariant return thunk to']
PHRASES.push('TLS init function for', 'TLS wrapper function for')
/** and words of types. A function of C++ that is a template has the type of its result before its name. */
const TYPES =
  /^(?:(?:void|bool|char|short|int|long|float|double|signed|unsigned|auto|wchar_t|char\d+_t|__int128|const|volatile|decltype\(auto\))[ *&]*)+$/
const BEGINS_TYPE =
  /^(?:\(\*|(?:bool|char|short|int|long|float|double|const|unsigned|signed|__int128)(?![\w:]))/
const BEGINS_TEMPLATE = /^(?:\(anonymous|[\w:~$({][^ ]*<)/
/** Of headings what says in which unit numbers are. */
const TORN_HEADING = /^\s*(?:granularity: each sample hit covers .*|time\s.{4,60}\/call)$/
const INDEX = /^\f?\s*Index by function name$/i
const HEADING =
  /^\f|^\s*(?:index\s+%|time\s{2}|%\s|granularity:|Index by|Each sample|(?:flat|call graph) profile)/i

/** As of a line that came in one piece. */
const LONGEST = 16_384

type Kind = 'flat' | 'graph' | 'heading' | 'figures' | 'none'

/** A row as it reads if each line torn off it has this mark: the row's own, or less of it. */
interface Reading {
  readonly mark: string
  readonly row: string
}

export class WrappedLines {
  readonly #take: (line: string, lines: number) => void
  /** Of the row of which the rest may come, and what kind it is; the longest mark first. */
  #readings: readonly Reading[] = []
  #kind: Kind = 'none'
  /** How many it has. */
  #lines = 0
  /** Of the last of its lines. */
  #lastLength = 0
  /** Of rows with a blank in them: where text was wrapped there was room for so much. */
  #longest = 0
  #isIndex = false
  /** Something torn off had no longer mark: text was quoted, so deep, after it was wrapped, and so is all else. */
  #longestMark = Infinity

  /** @param take receives each line and the number of lines it was joined from */
  constructor(take: (line: string, lines: number) => void) {
    this.#take = take
  }

  take(raw: string): void {
    if (this.#lines > 0) {
      if (this.#takeRest(raw)) return
      this.end()
    }
    const line = unquoted(raw)
    if (INDEX.test(line)) this.#isIndex = true
    else if (HEADING.test(line)) this.#isIndex = false
    this.#kind = this.#isIndex ? 'none' : kindOf(line)
    if (this.#kind === 'none') {
      this.#take(line, 1)
      return
    }
    const marks = marksIn(raw.slice(0, raw.length - line.length))
    this.#readings = marks
      .filter((mark) => mark === '' || marks.length === 1 || mark.length <= this.#longestMark)
      .map((mark) => ({ mark, row: line }))
    this.#lines = 1
    this.#measure(raw, line)
  }

  end(): void {
    if (this.#lines > 0) {
      const [first] = this.#readings
      const balanced =
        this.#readings.length > 1 ? this.#readings.find(({ row }) => depthOf(row) === 0) : first
      this.#take((balanced ?? first)?.row ?? '', this.#lines)
    }
    this.#lines = 0
  }

  /** Whether it is one: by the first reading of which it may be the rest. Where others are possible, too, the whole row decides. */
  #takeRest(raw: string): boolean {
    if (!mayBeRest(unquoted(raw))) return false
    let rest: string | null = null
    const readings: Reading[] = []
    for (const { mark, row } of this.#readings) {
      const text = withoutMark(raw, mark)
      if (text === null || (rest === null && !(row.length < LONGEST && this.#isRest(text, row)))) continue
      rest ??= text
      readings.push({ mark, row: row.endsWith(' ') ? row + text : `${row} ${text}` })
    }
    const [first] = readings
    if (rest === null || !first) return false
    if (readings.length < this.#readings.length) this.#longestMark = first.mark.length
    this.#readings = readings
    this.#lines++
    this.#measure(raw, rest)
    if (this.#kind === 'figures') this.#kind = kindOf(first.row)
    return true
  }

  /** With its mark, of which it is not always certain where it ends. */
  #measure(raw: string, line: string): void {
    const { length } = withoutBlankEnd(raw)
    this.#lastLength = length
    if (/[^ \t][ \t]+[^ \t]/.test(line)) this.#longest = Math.max(this.#longest, length)
  }

  #isRest(line: string, row: string): boolean {
    if (line === '' || !mayBeRest(line)) return false
    // Or a line of a quotation with nothing in it.
    if (QUOTED.test(line) && (this.#kind === 'heading' || depthOf(row) <= 0)) return false
    switch (this.#kind) {
      case 'heading':
        return true
      case 'figures':
        return true
      case 'graph':
        return ENDING.test(line) || (!isWhole(row) && this.#hadNoRoom(line))
      case 'flat':
        return (
          ENDING.test(line) || (this.#hadNoRoom(line) && isNameTorn(parseFlatRow(row)?.label ?? '', line))
        )
      case 'none':
        return false
    }
  }

  /** A mail program fills lines: the next word would have been longer than what had room elsewhere, with a blank behind it or without. */
  #hadNoRoom(line: string): boolean {
    const word = /^\S+/.exec(line)?.[0].length ?? 0
    return this.#lastLength + 1 + word >= this.#longest
  }
}

/** Of quotation each that is part of it, the whole first, and none at last; of anything else itself. */
function marksIn(mark: string): readonly string[] {
  if (!QUOTED.test(mark)) return [mark]
  const marks = ['']
  for (const { index, 0: level } of mark.matchAll(/[>|] ?/g)) {
    if (marks.length <= DEEPEST) marks.unshift(mark.slice(0, index + level.length))
  }
  return marks
}

/** Null if the line does not begin with it. */
function withoutMark(raw: string, mark: string): string | null {
  if (mark === '') return raw
  if (!QUOTED.test(mark)) return unquoted(raw)
  if (raw.startsWith(mark)) return raw.slice(mark.length)
  // Its blank may have been one that sets the row in.
  const bare = withoutBlankEnd(mark)
  return raw.startsWith(bare) ? raw.slice(bare.length) : null
}

/**
 * Whether a name of the flat profile may continue with this text; otherwise another program's line
 * is between the rows.
 */
function isNameTorn(name: string, rest: string): boolean {
  if (hasOpenBracket(name) || BEHIND_NAME.test(rest) || AWAITS_MORE.test(name)) return true
  const whole = `${name} ${rest}`
  if (PHRASES.some((phrase) => whole.startsWith(phrase) || phrase.startsWith(whole))) return true
  return BEGINS_TEMPLATE.test(rest) || (TYPES.test(name) && BEGINS_TYPE.test(rest))
}

function hasOpenBracket(name: string): boolean {
  let depth = depthOf(name)
  for (const [bracket] of name.matchAll(/[()[\]{}]/g)) depth += '([{'.includes(bracket) ? 1 : -1
  return depth > 0
}

/** How many "<" in its names have no ">". */
function depthOf(row: string): number {
  let depth = 0
  for (const [bracket] of row.replaceAll(NO_BRACKETS, '').matchAll(/[<>]/g)) depth += bracket === '<' ? 1 : -1
  return depth
}

/** No row of either table, no heading, no rule, and not blank. */
const mayBeRest = (line: string): boolean =>
  line === '' ||
  (REST.test(line) && !HEADING.test(line) && !FLAT_ROW.test(line) && !PRIMARY.test(line) && !isRule(line))

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
