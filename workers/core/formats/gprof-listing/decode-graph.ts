// Lines of a call graph → its entries: parents above the primary line, children or a cycle’s members
// below, a rule at the end.
import {
  isRule,
  type Label,
  type OtherLine,
  parseIndexLine,
  parseNoFunction,
  parseOther,
  parsePrimary,
  type PrimaryLine,
  rememberName,
} from './parse-lines.ts'
import type { RawEntry, RawEntryLine, RawGranularity, RawGraph, RawName } from './types.ts'
import { UnreadLines, PendingLines } from './unread-lines.ts'

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
