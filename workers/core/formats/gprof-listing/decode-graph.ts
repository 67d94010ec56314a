// Lines of a call graph → its entries: parents above the primary line, children or a cycle's members below, a rule at the end.
import {
  isRule,
  learn,
  parseNoFunction,
  parseOther,
  parsePrimary,
  type Label,
  type OtherLine,
  type PrimaryLine,
} from './parse-lines.ts'
import type { RawEntry, RawEntryLine, RawGranularity, RawGraph, RawName } from './types.ts'
import { AsideLines, type UnreadLines } from './unread-lines.ts'

/** What no explanation has: an entry's number, its share and its time. */
const LIKE_ROW = /^\s*\[\d{1,9}\]\s*\d{1,3}[.,]\d\s+\d+[.,]\d/

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
    this.#isOld = !heading.includes('children')
  }

  begin(granularity: RawGranularity | null): void {
    this.#granularity = granularity
    this.#afterRule = false
  }

  /** @param at the line's number in the text */
  take(text: string, at: number): void {
    if (isRule(text)) return this.#endEntry()
    const primary = parsePrimary(text)
    if (primary !== null) return this.#takePrimary(primary)
    const noFunction = parseNoFunction(text)
    if (noFunction !== null) {
      this.#hasIndirect ||= noFunction === '<indirect child>'
      return this.#goOn()
    }
    const other = parseOther(text)
    if (other !== null) return this.#takeOther(other)
    if (/^\s+called\/total\s+(?:parents|children)$/.test(text)) return
    const isBetween = this.#afterRule || this.#entries.length + this.#lines.length === 0
    if (isBetween) this.#aside.add(at, text)
    else this.#unread.add(at, text)
  }

  /** The part ends. Whether explanations stood behind its last entry. */
  leave(): boolean {
    if (this.isInsideEntry) this.#endEntry()
    const isExplained = !this.#aside.isEmpty && !this.#aside.some((text) => LIKE_ROW.test(text))
    if (isExplained) this.#aside.clear()
    else this.#aside.giveUp()
    return isExplained
  }

  result(): RawGraph {
    return { granularity: this.#granularity, entries: this.#entries, names: this.#names }
  }

  #takePrimary(primary: PrimaryLine): void {
    if (this.#primary) this.#endEntry()
    if (primary.wholeCycle === 0) this.#learn(primary.label)
    this.#primary = primary
    this.#goOn()
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

  #endEntry(): void {
    this.#afterRule = true
    if (this.#primary) {
      const { label, wholeCycle, percent, self, child, calls, selfCalls } = this.#primary
      const lines = this.#lines
      this.#entries.push({ number: label.number, wholeCycle, percent, self, child, calls, selfCalls, lines })
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
