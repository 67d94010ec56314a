// The parts of a listing, line by line: rows of the flat profile, entries of the call graph, items of the
// index, and lines that are none of these.
import {
  cycleNamed,
  type IndexItem,
  isRule,
  type Label,
  type OtherLine,
  parseFlatRow,
  parseIndexLine,
  parseLabel,
  parseNoFunction,
  parseOther,
  parsePrimary,
  type PrimaryLine,
  rememberName,
} from './parse-lines.ts'
import type {
  RawEntry,
  RawEntryLine,
  RawFlat,
  RawFlatRow,
  RawGranularity,
  RawGraph,
  RawIndex,
  RawIndexItem,
  RawName,
  UnreadLine,
} from './types.ts'

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

// Lines of a call graph → its entries: parents above the primary line, children or a cycle's members below, a rule at the end.

/** What no explanation has: two times, or a share and a time. */
const LIKE_ROW = /(?:^|[^\d.,])\d+[.,]\d{1,2}\s+\d+[.,]\d/

const BEGINS_AS_ITEM = /^[ \t]*[[(]\d{1,9}[\])]? /

/** Decodes the call graph, line by line. Lines are binary strings, without quotation and line end. */
export class GraphDecoder {
  readonly #names: Map<number, RawName>
  readonly #unread: UnreadLines
  readonly #aside: PendingLines
  readonly #entries: RawEntry[] = []
  #granularity: RawGranularity | null = null
  #isOld = false
  /** A function calls where a pointer leads: `-c` says so of some machines' code. */
  #hasIndirect = false
  #primary: PrimaryLine | null = null
  #lines: RawEntryLine[] = []
  /** Numbers of the entries so far. */
  readonly #numbers = new Set<number>()
  /** Where the lines below the primary line begin, and where other lines were among them. */
  #below = 0
  #gaps: number[] = []
  /** No line of an entry since the last rule. */
  #afterRule = false

  /**
   * @param names receives the name of each number
   * @param unread receives lines that could not be read
   */
  constructor(names: Map<number, RawName>, unread: UnreadLines) {
    this.#names = names
    this.#unread = unread
    this.#aside = new PendingLines(unread)
  }

  /** The entries that have ended so far, in the order of the text. */
  get entries(): readonly RawEntry[] {
    return this.#entries
  }

  /** Whether the last heading was one of the first gprofs. */
  get isOld(): boolean {
    return this.#isOld
  }

  /** Whether an entry has begun that no rule has ended. */
  get isInsideEntry(): boolean {
    return this.#primary !== null || this.#lines.length > 0
  }

  /** Whether the graph shows calls that were never taken (`-c`). */
  get hasStaticCalls(): boolean {
    if (this.#hasIndirect) return true
    return this.#entries.some(({ lines }) => lines.some(({ count, of }) => count === 0 && of >= 0))
  }

  /** Takes a heading, which listings repeat; the first gprofs call children descendents. */
  takeHeading(heading: string): void {
    this.#isOld = /descend/.test(heading)
  }

  /**
   * Begins the part, after its first heading.
   *
   * @param granularity of the line above the heading; null without one
   */
  begin(granularity: RawGranularity | null): void {
    this.#granularity = granularity
    this.#afterRule = false
  }

  /**
   * Takes a line: a rule, a line of an entry, or another, which is counted as unread unless it is an
   * explanation.
   *
   * @param at the line's number in the text, from 1
   */
  take(text: string, at: number): void {
    if (isRule(text)) return this.#endEntry(at, text)
    const primary = parsePrimary(text)
    if (primary !== null) return this.#takePrimary(primary, at, text)
    const noFunction = parseNoFunction(text)
    if (noFunction !== null) {
      this.#hasIndirect ||= noFunction === '<indirect child>'
      if (noFunction === '<spontaneous>') this.takeGap()
      return this.#goOn()
    }
    const other = parseOther(text)
    if (other !== null) return this.#takeOther(other)
    if (/^\s+called\/total\s+(?:parents|children)$/.test(text)) return
    const isBetween = this.#afterRule || this.#entries.length + this.#lines.length === 0
    if (isBetween) this.#aside.add(at, text)
    else this.#unread.add(at, text)
    this.takeGap()
  }

  /** Takes a foreign line within an entry: a rule may have been lost here. */
  takeGap(): void {
    if (this.#primary !== null && this.#gaps.at(-1) !== this.#lines.length)
      this.#gaps.push(this.#lines.length)
  }

  /**
   * Whether a line begins the index of functions, without a heading that is known: its first item is a known
   * name and number, and it follows the last rule.
   */
  isIndexLine(text: string): boolean {
    if (!this.#afterRule || this.#entries.length === 0 || !BEGINS_AS_ITEM.test(text)) return false
    const [item] = parseIndexLine(text)
    const name = item && this.#names.get(item.number)?.name
    return item !== undefined && name !== undefined && name !== '' && item.text.startsWith(name)
  }

  /** Drops the line before: it was the title of the next part. */
  dropTitle(): void {
    this.#aside.dropLast()
  }

  /** Ends the part and its last entry. Returns whether explanations followed its last entry. */
  leave(): boolean {
    if (this.isInsideEntry) this.#endEntry(0, '')
    const isExplained = !this.#aside.isEmpty && !this.#aside.some((text) => LIKE_ROW.test(text))
    if (isExplained) this.#aside.clear()
    else this.#aside.giveUp()
    return isExplained
  }

  /** Returns the entries that have ended; they are shared with the decoder. */
  result(): RawGraph {
    return { granularity: this.#granularity, entries: this.#entries, names: this.#names }
  }

  #takePrimary(primary: PrimaryLine, at: number, text: string): void {
    if (this.#primary) this.#splitEntries(at, text)
    if (primary.wholeCycle === 0) this.#rememberName(primary.label)
    this.#primary = primary
    this.#below = this.#lines.length
    this.#gaps = []
    this.#goOn()
  }

  /**
   * A rule is missing before this primary line. The lines above it that follow the one foreign line
   * are its own. Without such a line their entry is unknown, and they are dropped.
   */
  #splitEntries(at: number, text: string): void {
    const [gap] = this.#gaps
    const lost = this.#lines.length - this.#below
    const isKnown = this.#gaps.length === 1 && gap !== undefined
    const above = isKnown ? this.#lines.splice(gap) : []
    if (!isKnown && lost > 0) {
      this.#lines.length = this.#below
      this.#unread.add(at, text, lost)
    }
    this.#endEntry(at, text)
    this.#lines = above.map((line) => ({ ...line, kind: 'parent' }))
  }

  #takeOther({ label, isMember, self, child, count, selfCalls, of }: OtherLine): void {
    this.#rememberName(label)
    const isWhole = this.#primary !== null && this.#primary.wholeCycle > 0
    const kind = this.#primary === null ? 'parent' : isMember && isWhole ? 'member' : 'child'
    this.#lines.push({ kind, number: label.number, self, child, count, selfCalls, of })
    this.#goOn()
  }

  #rememberName(label: Label): void {
    rememberName(this.#names, label)
  }

  /** Ends the entry at a foreign line, given by its number and text. */
  #endEntry(at: number, text: string): void {
    this.#afterRule = true
    if (this.#primary) {
      const { label, wholeCycle, percent, self, child, calls, selfCalls } = this.#primary
      const { number } = label
      const lines = this.#lines
      if (this.#numbers.has(number)) this.#unread.add(at, text, lines.length + 1)
      else this.#entries.push({ number, wholeCycle, percent, self, child, calls, selfCalls, lines })
      this.#numbers.add(number)
    }
    this.#primary = null
    this.#lines = []
  }

  /** The graph continues, so the lines between were part of it. */
  #goOn(): void {
    this.#afterRule = false
    if (this.#aside.isEmpty) return
    if (this.#entries.length > 0) this.#aside.giveUp()
    else this.#aside.clear()
  }
}

// Lines of the index → its items in the order of names, and the width of the page it was laid out for.

/** gprof's own width of the index, and that of a column in it. */
const DEFAULT_WIDTH = 80
const DEFAULT_COLUMN = 26

type Names = ReadonlyMap<number, RawName>

/** Decodes the index, line by line. */
export class IndexDecoder {
  readonly #rows: (readonly IndexItem[])[] = []
  #column = 0
  /** As wide as columns can be where none is filled up. */
  #most = Infinity
  /** Whether a mail program wrapped lines in the middle of items. */
  #isTorn = false

  /** Whether lines of the index were wrapped in the middle of items. */
  get isTorn(): boolean {
    return this.#isTorn
  }

  /** Takes a line of the index. Returns false, and does nothing, for another line. */
  take(line: string): boolean {
    const items = parseIndexLine(line)
    if (items.length === 0) return false
    if (!/^[ \t]*[[(]\d{1,9}[\])]? /.test(line)) this.#isTorn = true
    for (const { columnWidth, isFilled } of items) {
      if (columnWidth === 0) continue
      if (!isFilled) this.#most = Math.min(this.#most, columnWidth)
      else if (this.#column === 0 && Number.isInteger(columnWidth)) this.#column = columnWidth
    }
    this.#rows.push(items)
    return true
  }

  /** Marks the index as torn: there were other lines between those of items. */
  tear(): void {
    this.#isTorn = true
  }

  /**
   * Returns the items down the first column, then the next; null if no line was taken. Where lines are torn,
   * items whose number has no name are left out.
   *
   * @param names of all numbers, to restore numbers that were cut off
   */
  result(names: Names): RawIndex | null {
    if (this.#rows.length === 0) return null
    const items: RawIndexItem[] = []
    const numbers = this.#rows.some((row) => row.some(({ isCut }) => isCut)) ? numbersOf(names) : null
    const columns = this.#rows.reduce((most, row) => Math.max(most, row.length), 0)
    for (let column = 0; column < columns; column++) {
      for (const row of this.#rows) {
        const printed = row[column]
        const item = printed?.isCut && numbers ? withWholeNumber(printed, names, numbers) : printed
        if (item && !(this.#isTorn && !names.has(item.number)))
          items.push({ number: item.number, isPrinted: item.isPrinted, ...splitFile(item, names) })
      }
    }
    return { items, width: this.#width() }
  }

  #width(): number {
    // Columns that are nowhere filled up are narrower than every name: any width that is small will do, gprof's own first.
    const isDefault = this.#column === 0 ? this.#most >= DEFAULT_COLUMN : this.#column === DEFAULT_COLUMN
    if (isDefault) return DEFAULT_WIDTH
    return 3 * Math.max(1, this.#column) + 1
  }
}

/** By name the number of the last function that has it. */
const numbersOf = (names: Names): ReadonlyMap<string, number> =>
  new Map([...names].map(([number, { name }]) => [name, number]))

/** The call graph has the whole number, if it has more digits. */
function withWholeNumber(item: IndexItem, names: Names, numbers: ReadonlyMap<string, number>): IndexItem {
  const { number, text } = item
  const isNamed = (name: string | undefined): boolean => name !== undefined && text.startsWith(name)
  if (isNamed(names.get(number)?.name)) return item
  const whole = numbers.get(text) ?? numbers.get(text.slice(0, Math.max(0, text.lastIndexOf(' ('))))
  return whole !== undefined && String(whole).startsWith(String(number)) ? { ...item, number: whole } : item
}

/** Splits off the file after a static function's name; the call graph shows where the name ends. */
function splitFile(
  { number, text }: IndexItem,
  names: Names,
): { readonly name: string; readonly file: string | null } {
  const known = names.get(number)?.name
  const cycle = cycleNamed(text)
  if (cycle > 0) return { name: `<cycle ${cycle}>`, file: null }
  if (text === known || !text.endsWith(')')) return { name: text, file: null }
  const at = known !== undefined && text.startsWith(`${known} (`) ? known.length : text.lastIndexOf(' (')
  const file = text.slice(at + 2, -1)
  if (at < 0 || (known === undefined && !/\w\.\w{1,6}$/.test(file))) return { name: text, file: null }
  return { name: text.slice(0, at), file }
}

// Lines of a listing that could not be read: their number and the first one. Some wait until later
// lines explain them.

/** Of a line that could not be read, so much is kept. */
const QUOTED_CHARACTERS = 120
/** Of lines that may be explanations, so many are kept. */
const MOST_ASIDE = 1000

const quoted = (line: number, text: string): UnreadLine => ({ line, text: text.slice(0, QUOTED_CHARACTERS) })

/** Counts unreadable lines and keeps the first. */
export class UnreadLines {
  #lines = 0
  #first: UnreadLine | null = null

  /** How many there are. */
  get lines(): number {
    return this.#lines
  }

  /** The first unreadable line; null without one. */
  get first(): UnreadLine | null {
    return this.#first
  }

  /**
   * Counts an unreadable line, or several of which this is the first.
   *
   * @param line its number in the text, from 1
   * @param lines how many to count
   */
  add(line: number, text: string, lines = 1): void {
    this.#lines += lines
    this.#first ??= quoted(line, text)
  }

  /** Counts unreadable lines, in the order of the text. */
  addAll(lines: readonly UnreadLine[]): void {
    this.#lines += lines.length
    this.#first ??= lines[0] ?? null
  }

  /** Forgets all lines. */
  forget(): void {
    this.#lines = 0
    this.#first = null
  }
}

/**
 * Keeps lines that are explanations, unless the table goes on behind them. Lines beyond a limit are ignored.
 */
export class PendingLines {
  readonly #unread: UnreadLines
  #lines: UnreadLine[] = []

  constructor(unread: UnreadLines) {
    this.#unread = unread
  }

  /** Whether no line is kept. */
  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  /**
   * Keeps a line.
   *
   * @param line its number in the text, from 1
   */
  add(line: number, text: string): void {
    if (this.#lines.length < MOST_ASIDE) this.#lines.push(quoted(line, text))
  }

  /** Removes the last line kept, if any. */
  dropLast(): void {
    this.#lines.pop()
  }

  /** Whether a test holds for the beginning of some line kept. */
  some(test: (text: string) => boolean): boolean {
    return this.#lines.some(({ text }) => test(text))
  }

  /** Counts all lines as unreadable and removes them: they were part of a table. */
  giveUp(): void {
    this.#unread.addAll(this.#lines)
    this.clear()
  }

  /** Removes all lines: they were explanations. */
  clear(): void {
    this.#lines = []
  }
}
