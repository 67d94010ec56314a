// Undoes changes of programs that forwarded the text: colours, no-break blanks, HTML tags with their
// entities, Markdown’s backslashes, tabs, prefixes such as line numbers. Quotation varies within a text;
// `unquoted` undoes it line by line.
import { prefixPattern, withoutBlankEnd } from '../../bytes/text-lines.ts'
import { utf8 } from '../../base/utf8.ts'

/**
 * What a mail program puts before each line it quotes: "> ", several deep; or "| ". When a line was printed:
 * "2024-05-06T07:08:09.1234567Z ", on GitLab with a number and a letter behind it; in brackets from Jenkins, or "[07:08:09] ".
 */
const QUOTATION_MARK =
  /^(?:(?:[>|] ?)+|(?:20[\d-]+T[\d:.]+Z(?: \d\d[OE]\+?)?|\[[\dT.-]*\d:[\d:.Z]+\])(?: |$))/

/** Returns a line without its mark of quotation ("> "), or unchanged; a form feed stays. */
export const unquoted = (line: string): string => line.replace(QUOTATION_MARK, '')

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
