// Lines of a call graph → its entries: parents above the primary line, children or a cycle's members below, a rule at the end.
import {
  isRule,
  learn,
  parseIndexLine,
  parseNoFunction,
  parseOther,
  parsePrimary,
  type Label,
  type OtherLine,
  type PrimaryLine,
} from './parse-lines.ts'
import type { RawEntry, RawEntryLine, RawGranularity, RawGraph, RawName } from './types.ts'
import { AsideLines, type UnreadLines } from './unread-lines.ts'

/** What no explanation has: two times, or a share and a time. */
const LIKE_ROW = /(?:^|[^\d.,])\d+[.,]\d{1,2}\s+\d+[.,]\d/

const BEGINS_AS_ITEM = /^[ \t]*[[(]\d{1,9}[\])]? /

export class GraphDecoder {
  readonly #names: Map<number, RawName>
  readonly #unread: UnreadLines
  readonly #aside: AsideLines
  readonly #entries: RawEntry[] = []
  #granularity: RawGranularity | null = null
  #isOld = false
  /** A function calls where a pointer leads: `-c` says so of some machines' code. */
  #hasIndirect = false
  #primary: PrimaryLine | null = null
  #lines: RawEntryLine[] = []
  /** Numbers of the entries so far. */
  readonly #numbers = new Set<number>()
  /** Where the lines below the primary line begin, and where each stood among them that is none. */
  #below = 0
  #gaps: number[] = []
  /** No line of an entry since the last rule. */
  #afterRule = false

  constructor(names: Map<number, RawName>, unread: UnreadLines) {
    this.#names = names
    this.#unread = unread
    this.#aside = new AsideLines(unread)
  }

  get entries(): readonly RawEntry[] {
    return this.#entries
  }

  get isOld(): boolean {
    return this.#isOld
  }

  get isInsideEntry(): boolean {
    return this.#primary !== null || this.#lines.length > 0
  }

  /** Whether it shows calls that were never taken. */
  get hasStaticCalls(): boolean {
    if (this.#hasIndirect) return true
    return this.#entries.some(({ lines }) => lines.some(({ count, of }) => count === 0 && of >= 0))
  }

  /** Listings repeat the heading; the first gprofs call children descendents. */
  takeHeading(heading: string): void {
    this.#isOld = /descend/.test(heading)
  }

  begin(granularity: RawGranularity | null): void {
    this.#granularity = granularity
    this.#afterRule = false
  }

  /** @param at the line's number in the text */
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

  /** Something stands here that is no line of an entry: a rule may have been lost. */
  takeGap(): void {
    if (this.#primary !== null && this.#gaps.at(-1) !== this.#lines.length)
      this.#gaps.push(this.#lines.length)
  }

  /** The index of functions begins, by whatever heading: items whose names are known, behind the last rule. */
  isIndexLine(text: string): boolean {
    if (!this.#afterRule || this.#entries.length === 0 || !BEGINS_AS_ITEM.test(text)) return false
    const [item] = parseIndexLine(text)
    const name = item && this.#names.get(item.number)?.name
    return item !== undefined && name !== undefined && name !== '' && item.text.startsWith(name)
  }

  /** The line before was the title of the next part. */
  dropTitle(): void {
    this.#aside.dropLast()
  }

  /** The part ends. Whether explanations stood behind its last entry. */
  leave(): boolean {
    if (this.isInsideEntry) this.#endEntry(0, '')
    const isExplained = !this.#aside.isEmpty && !this.#aside.some((text) => LIKE_ROW.test(text))
    if (isExplained) this.#aside.clear()
    else this.#aside.giveUp()
    return isExplained
  }

  result(): RawGraph {
    return { granularity: this.#granularity, entries: this.#entries, names: this.#names }
  }

  #takePrimary(primary: PrimaryLine, at: number, text: string): void {
    if (this.#primary) this.#splitEntries(at, text)
    if (primary.wholeCycle === 0) this.#learn(primary.label)
    this.#primary = primary
    this.#below = this.#lines.length
    this.#gaps = []
    this.#goOn()
  }

  /**
   * A rule is missing before this primary line. Lines above it are its own from the one place on where something else stood among
   * them. Without such a place nothing tells whose they are, and they are left out.
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
    this.#learn(label)
    const isWhole = this.#primary !== null && this.#primary.wholeCycle > 0
    const kind = this.#primary === null ? 'parent' : isMember && isWhole ? 'member' : 'child'
    this.#lines.push({ kind, number: label.number, self, child, count, selfCalls, of })
    this.#goOn()
  }

  #learn(label: Label): void {
    learn(this.#names, label)
  }

  /** What stands there ends it: a line's number and text. */
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

  /** The graph goes on: what stood between was part of it. */
  #goOn(): void {
    this.#afterRule = false
    if (this.#aside.isEmpty) return
    if (this.#entries.length > 0) this.#aside.giveUp()
    else this.#aside.clear()
  }
}
