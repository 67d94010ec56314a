// What programs that hand a text on did to its lines is undone: colours, blanks that do not break, tags and letters as HTML writes
// them, Markdown's backslashes, tabs, and what stands before each line, such as its number. Quotation is left to quotation.ts: it
// comes and goes within a text.
import { withoutBlankEnd } from '../../base/blanks.ts'
import { prefixPattern } from '../../base/prefix-pattern.ts'
import { utf8 } from '../../base/utf8.ts'
import { unquoted } from './quotation.ts'

/** As terminals take them for colours and links. */
// eslint-disable-next-line no-control-regex -- they begin with one
const COLOUR = /\x1b(?:\[[\d;:?]{0,64}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\))/g

/** In UTF-8; or by itself, which is Latin-1, where it belongs to no letter of UTF-8. */
const FIRM_BLANK = /\xc2\xa0|(?<![\x80-\xff])\xa0+/g

/** No name has one: a semicolon stands in none. */
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

/** As Markdown writes marks that stand for themselves. */
const ESCAPED = /\\([[\](){}<>_*#+.!`~|-])/g
/** What `-l` prints behind a name: a path may have such a backslash. */
const SOURCE_LINE = /:\d{1,9} @ [\da-f]+\)/

/** Blanks that tabs stand for. */
const TAB_STOP = 8

/** What gprof prints at the edge, and what stands before it there. */
const AT_EDGE =
  /^(.{1,80}?)(?:Flat profile:$|Each sample counts as \S|granularity: each sample hit covers |index +% ?time +self +(?:children|descend))/
/** What ends lines that are alike in all listings: nothing is printed there. */
const AT_END =
  /(?:(?:\/call|called) +name *|counts as \S{1,24} .{0,40}\.|granularity: each sample hit covers .{1,80} seconds)(\$|")$/

export class SentLines {
  /** What stands before each line; null if nothing does. */
  #before: RegExp | null = null
  /** What stands at its end, or "". */
  #behind = ''
  #isHtml = false

  /** A line as gprof printed it, but for quotation. */
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

/** What a tag leaves behind: cells stand apart. */
function blankFor(tag: string): string {
  if (CELL.test(tag)) return ' '
  return DRAWN_RULE.test(tag) ? RULE : ''
}

/** Tabs within a line count as the blanks they stand for; those before it only set it in. */
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
