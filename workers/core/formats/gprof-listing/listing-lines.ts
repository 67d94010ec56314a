// Lines of a text as gprof printed them: one side of merge conflicts, without quotation, colours, tags and
// wrapping that mail programs, logs and web pages add.
import { prefixPattern, withoutBlankEnd } from '../../bytes/text-lines.ts'
import { utf8 } from '../../base/string-table.ts'
import { isRule, parseFlatRow } from './parse-lines.ts'

// Lines of a text → those of a listing as gprof printed them: one side of merge conflicts, without what was done to them on the way,
// and wrapped rows in one piece again.

/** Restores the lines of a listing that was forwarded, quoted, wrapped or merged. */
export class ListingLines {
  readonly #sent = new FormattedLines()
  readonly #conflicts = new MergeConflicts()
  readonly #rows: WrappedLines
  readonly #skip: (mark: string | null) => void

  /**
   * @param take receives each line and the number of lines it was joined from
   * @param skip is called for each dropped line, with the mark of a conflict that begins there, or
   * null
   */
  constructor(take: (line: string, lines: number) => void, skip: (mark: string | null) => void) {
    this.#rows = new WrappedLines(take)
    this.#skip = skip
  }

  /** Takes a line of the text without its end, as a binary string. */
  take(raw: string): void {
    const line = this.#sent.take(raw)
    const kind = this.#conflicts.take(line)
    if (kind === 'line') return this.#rows.take(line)
    this.#rows.end()
    this.#skip(kind === 'mark' ? line : null)
  }

  /** Ends the text: passes on the line that may have been wrapped. */
  end(): void {
    this.#rows.end()
  }
}

// A text with merge conflicts that were not resolved → that of one side.

/** As git and diff3 write them, quoted or not. Seven marks, then a blank or nothing. */
const CONFLICT_MARK = /^(?:[>|] )*(<{7}|\|{7}|={7}|>{7})(?: .*)?$/

/** Takes each line and reports which to drop: marks, the base, and the other side. */
class MergeConflicts {
  #state: 'none' | 'ours' | 'others' = 'none'

  /** "line" to be read; "other" to be left out; "mark" the same, where a conflict begins. */
  take(line: string): 'line' | 'other' | 'mark' {
    const mark = CONFLICT_MARK.exec(line)?.[1]?.charAt(0)
    if (mark === '<') {
      this.#state = 'ours'
      return 'mark'
    }
    if (this.#state === 'none') return 'line'
    if (mark === '>') this.#state = 'none'
    else if (mark !== undefined) this.#state = 'others'
    return mark !== undefined || this.#state === 'others' ? 'other' : 'line'
  }
}

// Marks that mail programs put before lines they quote, and build servers before those of their logs.

/**
 * What a mail program puts before each line it quotes: "> ", several deep; or "| ". When a line was printed:
 * "2024-05-06T07:08:09.1234567Z ", on GitLab with a number and a letter behind it; in brackets from Jenkins, or "[07:08:09] ".
 */
const QUOTATION_MARK =
  /^(?:(?:[>|] ?)+|(?:20[\d-]+T[\d:.]+Z(?: \d\d[OE]\+?)?|\[[\dT.-]*\d:[\d:.Z]+\])(?: |$))/

/** Returns a line without its mark of quotation ("> "), or unchanged; a form feed stays. */
export const unquoted = (line: string): string => line.replace(QUOTATION_MARK, '')

// Undoes changes of programs that forwarded the text: colours, no-break blanks, HTML tags and
// entities, Markdown's backslashes, tabs, and prefixes such as line numbers. Quotation varies
// within a text, so it is handled above.

/** As terminals take them for colours and links. */
// eslint-disable-next-line no-control-regex -- they begin with one
const COLOUR = /\x1b(?:\[[\d;:?]{0,64}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\))/g

/** In UTF-8; or by itself, which is Latin-1, where it belongs to no letter of UTF-8. */
const FIRM_BLANK = /\xc2\xa0|(?<![\x80-\xff])\xa0+/g

/** No name contains an entity, since no name contains a semicolon. */
const ENTITY = /&(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g
const LETTERS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
/** An end of an element, or a beginning with attributes: no name has either. */
const CERTAIN_TAG =
  /<\/[a-z][a-z\d]{0,10}>|<[a-z][a-z\d]{0,10}\s[^<>=]{0,200}=[^<>]{0,1000}>|<br ?\/?>$|<!doctype\b[^<>]{0,200}>/gi
/** A beginning that could be the end of a C++ name elsewhere; of one letter, only if its element ends in the same line. */
const POSSIBLE_TAG =
  /<(?:(?:a|b|i|p|s|u)>(?=.*<\/)|(?:body|br|code|div|em|font|h[1-6r]|head|html|li|mark|ol|pre|samp|section|span|strong|table|tbody|td|th|thead|title|tr|tt|ul) ?\/?>)/gi
const BEGINS_HTML = /^\s*<(?:!doctype|html|head|body|pre)\b/i
const CELL = /^<\/?t[dh]\b/i
const DRAWN_RULE = /^<hr\b/i
const RULE = '-'.repeat(47)

/** Marks that Markdown escapes. */
const ESCAPED = /\\([[\](){}<>_*#+.!`~|-])/g
/** What `-l` prints behind a name: a path may have such a backslash. */
const SOURCE_LINE = /:\d{1,9} @ [\da-f]+\)/

/** Blanks per tab stop. */
const TAB_STOP = 8

/** What gprof prints at the margin, and the prefix before it. */
const AT_EDGE =
  /^(.{1,80}?)(?:Flat profile:$|Each sample counts as \S|granularity: each sample hit covers |index +% ?time +self +(?:children|descend))/
/** What ends lines that are alike in all listings: nothing is printed there. */
const AT_END =
  /(?:(?:\/call|called) +name *|counts as \S{1,24} .{0,40}\.|granularity: each sample hit covers .{1,80} seconds)(\$|")$/

/**
 * Undoes the formatting of lines: colours, HTML, escapes, tabs, and any prefix or suffix of every line. It
 * learns the prefix and suffix from the lines so far.
 */
export class FormattedLines {
  /** Prefix of each line; null without one. */
  #before: RegExp | null = null
  /** Suffix of each line, or "". */
  #behind = ''
  #isHtml = false

  /**
   * Returns a line as gprof printed it, but for quotation. Lines are binary strings, to be given in the order
   * of the text.
   */
  take(raw: string): string {
    let line = raw
    if (line.includes('\x1b')) line = line.replace(COLOUR, '')
    if (line.includes('\xa0'))
      line = line.replace(FIRM_BLANK, (blanks) => ' '.repeat(blanks.startsWith('\xc2') ? 1 : blanks.length))
    if (line.includes('<')) line = this.#withoutTags(line)
    if (line.includes('&')) line = line.replace(ENTITY, letterOf)
    if (line.includes('\\') && !SOURCE_LINE.test(line)) line = line.replace(ESCAPED, '$1')
    if (line !== raw) line = withoutBlankEnd(line)
    this.#learn(line)
    if (this.#before !== null) line = line.replace(this.#before, '')
    if (this.#behind !== '' && line.endsWith(this.#behind))
      line = withoutBlankEnd(line.slice(0, -this.#behind.length))
    return line.includes('\t') ? withoutTabs(line) : line
  }

  #withoutTags(line: string): string {
    const plain = line.replace(CERTAIN_TAG, blankFor)
    this.#isHtml ||= plain !== line || BEGINS_HTML.test(line)
    return this.#isHtml ? line.replace(POSSIBLE_TAG, blankFor).replace(CERTAIN_TAG, blankFor) : plain
  }

  #learn(line: string): void {
    const behind = AT_END.exec(line)?.[1]
    if (behind !== undefined) this.#behind = behind
    const before = AT_EDGE.exec(line)?.[1]
    if (before === undefined) return
    // A listing that is set in, or quoted: that is undone line by line.
    this.#before = unquoted(before).trim() === '' ? null : prefixPattern(before)
  }
}

/** Replacement of a tag: a blank, to separate cells. */
function blankFor(tag: string): string {
  if (CELL.test(tag)) return ' '
  return DRAWN_RULE.test(tag) ? RULE : ''
}

/** Expands tabs within a line; those before it are only indentation. */
function withoutTabs(line: string): string {
  const [before = ''] = /^[\f\t ]*/.exec(line) ?? []
  let text = before
  let column = before.length
  for (const [at, piece] of line.slice(before.length).split('\t').entries()) {
    const blanks = at === 0 ? 0 : TAB_STOP - (column % TAB_STOP)
    text += ' '.repeat(blanks) + piece
    column += blanks + piece.length
  }
  return text
}

function letterOf(whole: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return LETTERS[name] ?? whole
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  if (code === 0xa0) return ' '
  return code >= 32 && code <= 0xffff ? utf8(code) : whole
}

// Joins lines that a mail program wrapped at blanks, where the table proves it: what follows a row
// is its rest only if it cannot be a row itself. A row of the flat profile begins with three
// numbers; a line of the call graph ends with a number in brackets. The rest of an index item looks
// like an item, so the index stays as it is.

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

class WrappedLines {
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
