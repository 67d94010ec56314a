// Lines of a listing → its parts. Headings tell where a part begins; what cannot be read in the middle of one is counted,
// and the rest goes on.
import { IndexDecoder } from './decode-index.ts'
import {
  isRule,
  parseFlatRow,
  parseGranularity,
  parseLabel,
  parseNoFunction,
  parseOther,
  parsePrimary,
  type Label,
  type PrimaryLine,
} from './parse-lines.ts'
import { isFlatHeading, isGraphHeading } from './recognize.ts'
import { unquoted } from './quotation.ts'
import type {
  ListingPart,
  RawEntry,
  RawEntryLine,
  RawFlatRow,
  RawGranularity,
  RawListing,
  RawName,
  UnreadLine,
} from './types.ts'

/** Of a line that could not be read, so much is kept. */
const QUOTED_CHARACTERS = 120
/** Of lines that may be explanations, so many are kept. */
const MOST_ASIDE = 1000

/** No heading begins with a number, as nearly every line does. */
const BEGINS_AS_ROW = /^\s*[\d[-]/

/** What no explanation has: an entry's number, its share and its time. */
const LIKE_ROW = /^\s*\[\d{1,9}\]\s*\d{1,3}[.,]\d\s+\d+[.,]\d/

/**
 * `paused`: nothing but blank lines since the flat profile's last row, and there may be one behind each. `again`: a part that was
 * read before, as another listing in the same text has it.
 */
type State = 'outside' | 'paused' | 'flat' | 'graph' | 'index' | 'again'

/** Takes one line after another; `result` may be asked for at any time. */
export class ListingDecoder {
  #state: State = 'outside'
  #line = 0
  readonly #parts: ListingPart[] = []
  #unread = 0
  #firstUnread: UnreadLine | null = null
  /** Where the first part stands that was read before; 0 if there is none. */
  #againAt = 0
  #isExplained = false
  /** The one that has not been claimed by a part yet. */
  #granularity: RawGranularity | null = null

  #period = ''
  #dimension = 'seconds'
  #abbreviation = 's'
  #prefix = ' '
  #flatGranularity: RawGranularity | null = null
  #timeless = false
  #percentDigits = 2
  readonly #rows: RawFlatRow[] = []
  #isHeaded = false

  #graphGranularity: RawGranularity | null = null
  #isOldGraph = false
  /** A function calls where a pointer leads: `-c` says so of some machines' code. */
  #hasIndirect = false
  readonly #entries: RawEntry[] = []
  readonly #names = new Map<number, RawName>()
  #primary: PrimaryLine | null = null
  #lines: RawEntryLine[] = []
  /** No line of an entry since the last rule. */
  #afterRule = false
  /** Lines since then that are none: explanations, unless another entry follows. */
  #aside: UnreadLine[] = []

  readonly #index = new IndexDecoder()

  /** @param lines of how many it was put together */
  take(raw: string, lines = 1): void {
    this.#line += lines
    let text = unquoted(raw)
    if (text.startsWith('\f')) {
      this.#leavePart()
      text = text.slice(1)
    }
    if (text.trim() === '') {
      if (this.#state === 'flat' && this.#rows.length > 0) this.#state = 'paused'
      if (this.#state === 'index' && this.#aside.length > 0) this.#leavePart()
      return
    }
    if (this.#takeHeading(text)) return
    if (this.#isMistaken(text)) this.#forgetFlat()
    switch (this.#state) {
      case 'outside':
      case 'paused':
        return this.#takeOutside(text)
      case 'flat':
        return this.#takeFlat(text)
      case 'graph':
        return this.#takeGraph(text)
      case 'index':
        return this.#takeIndex(text)
      case 'again':
        return
    }
  }

  #leavePart(): void {
    if (this.#state === 'graph') {
      if (this.#primary || this.#lines.length > 0) this.#endEntry()
      if (this.#aside.some(({ text }) => LIKE_ROW.test(text))) this.#giveUpAside()
      else if (this.#aside.length > 0) this.#isExplained = true
      this.#aside = []
    }
    if (this.#state === 'index') {
      if (this.#aside.length > 0 && !this.#index.isTorn)
        this.#isExplained ||= this.#aside.some(({ text }) => !isPartTitle(text))
      this.#aside = []
    }
    if (this.#state !== 'again') this.#state = 'outside'
  }

  /** What follows belongs to another listing, whose rows would count twice. */
  #readBefore(): void {
    this.#leavePart()
    this.#state = 'again'
    if (this.#againAt === 0) this.#againAt = this.#line
  }

  /** Whether the line is a heading, or one of the lines around it. */
  #takeHeading(text: string): boolean {
    if (BEGINS_AS_ROW.test(text)) return false
    if (isFlatHeading(text)) {
      this.#beginFlat(text)
      return true
    }
    if (isGraphHeading(text)) {
      this.#isOldGraph = !text.includes('children')
      this.#beginGraph()
      return true
    }
    if (/^\s*Index by function name$/i.test(text)) {
      if (this.#parts.includes('index')) this.#readBefore()
      else {
        this.#leavePart()
        this.#begin('index')
      }
      return true
    }
    const granularity = parseGranularity(text)
    if (granularity !== null) {
      this.#leavePart()
      this.#granularity = granularity
      return true
    }
    if (this.#state !== 'outside') return false
    const period = /^.{0,60}?counts as (\S{1,24}) (.{0,40})\.$/.exec(text)
    if (period !== null) {
      this.#period = period[1] ?? ''
      this.#dimension = period[2] ?? ''
      return true
    }
    return false
  }

  /** Whether the only row so far was the end of a line in the call graph, within which the text begins. */
  #isMistaken(text: string): boolean {
    const isFirst = this.#rows.length === 1 && !this.#isHeaded && !this.#parts.includes('graph')
    return isFirst && isRule(text)
  }

  #forgetFlat(): void {
    this.#rows.pop()
    this.#parts.pop()
    this.#unread = 0
    this.#firstUnread = null
    this.#state = 'outside'
  }

  #begin(part: ListingPart): void {
    this.#state = part
    if (!this.#parts.includes(part)) this.#parts.push(part)
  }

  #beginFlat(heading: string): void {
    if (this.#rows.length > 0) return this.#readBefore()
    this.#leavePart()
    this.#begin('flat')
    this.#isHeaded = true
    const unit = /calls\s+(\S*?)(\S)\s*\/call/.exec(heading)
    if (unit) {
      this.#prefix = unit[1] === '' ? ' ' : (unit[1] ?? ' ')
      this.#abbreviation = unit[2] ?? 's'
    }
    this.#flatGranularity = this.#granularity
    if (this.#granularity && this.#granularity.seconds > 0) this.#dimension = this.#granularity.dimension
    else if (this.#period === '') this.#dimension = dimensionOf(heading) || this.#dimension
    this.#granularity = null
  }

  #beginGraph(): void {
    if (this.#state === 'graph') return
    if (this.#entries.length > 0) return this.#readBefore()
    this.#leavePart()
    this.#begin('graph')
    this.#graphGranularity = this.#granularity
    this.#granularity = null
    this.#afterRule = false
  }

  /** Between parts: headings in another language begin a part with its first row; anything else is explanation. */
  #takeOutside(text: string): void {
    // Titles of the first gprofs, which stand above explanations only.
    if (/^(?:flat|call graph) profile:$/.test(text)) this.#isExplained = true
    if (text === ' no time accumulated') this.#timeless = true
    else if ((this.#rows.length === 0 || this.#state === 'paused') && parseFlatRow(text) !== null) {
      this.#begin('flat')
      this.#takeFlat(text)
    } else if (this.#entries.length === 0 && parsePrimary(text) !== null) {
      this.#begin('graph')
      this.#takeGraph(text)
    } else if (this.#parts.length > 0 && !isPartTitle(text)) this.#isExplained = true
    if (this.#state === 'paused') this.#state = 'outside'
  }

  #takeFlat(text: string): void {
    const row = parseFlatRow(text)
    if (row === null) {
      if (this.#rows.length === 0 && /^\s*%\s+cumulative/.test(text)) return
      return this.#leaveUnread(text)
    }
    // Field by field: what is spread has no fixed shape, and is slow to read from then on.
    const { percent, cumulative, self, calls, selfPerCall, totalPerCall, label, percentDigits } = row
    this.#percentDigits = percentDigits
    const numbered = percentDigits === 1 ? parseLabel(label) : null
    const name = numbered?.name ?? label
    const number = numbered?.number ?? 0
    this.#rows.push({ percent, cumulative, self, calls, selfPerCall, totalPerCall, name, number })
    if (numbered) this.#learn(numbered)
  }

  #takeGraph(text: string): void {
    if (isRule(text)) {
      this.#endEntry()
      return
    }
    const primary = parsePrimary(text)
    if (primary !== null) {
      if (this.#primary) this.#endEntry()
      if (primary.wholeCycle === 0) this.#learn(primary.label)
      this.#primary = primary
      this.#goOn()
      return
    }
    const noFunction = parseNoFunction(text)
    if (noFunction !== null) {
      this.#hasIndirect ||= noFunction === '<indirect child>'
      this.#goOn()
      return
    }
    const other = parseOther(text)
    if (other !== null) {
      const { label, self, child, count, selfCalls, of } = other
      this.#learn(label)
      const isWhole = this.#primary !== null && this.#primary.wholeCycle > 0
      const kind = this.#primary === null ? 'parent' : other.isMember && isWhole ? 'member' : 'child'
      this.#lines.push({ kind, number: label.number, self, child, count, selfCalls, of })
      this.#goOn()
      return
    }
    if (/^\s+called\/total\s+(?:parents|children)$/.test(text)) return
    if (this.#afterRule || this.#entries.length + this.#lines.length === 0) {
      this.#aside.push({ line: this.#line, text: text.slice(0, QUOTED_CHARACTERS) })
      if (this.#aside.length > MOST_ASIDE) this.#aside.pop()
      return
    }
    this.#leaveUnread(text)
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

  /** The first thing said of a number counts. */
  #learn({ number, name, cycle, isPrinted }: Label): void {
    if (!this.#names.has(number)) this.#names.set(number, { name, cycle, isPrinted })
  }

  /** What is no line of the index is text behind it, or, if the index goes on, what was torn off one of its items. */
  #takeIndex(text: string): void {
    const wasTorn = this.#index.isTorn
    if (!this.#index.take(text)) {
      this.#aside.push({ line: this.#line, text: text.slice(0, QUOTED_CHARACTERS) })
      if (this.#aside.length > MOST_ASIDE) this.#aside.pop()
      return
    }
    if (this.#aside.length > 0) {
      this.#index.tear()
      this.#giveUpAside()
    }
    if (this.#index.isTorn && !wasTorn && this.#firstUnread === null) this.#leaveUnread(text)
  }

  /** The graph goes on: what stood between was part of it. */
  #goOn(): void {
    this.#afterRule = false
    if (this.#aside.length === 0) return
    if (this.#entries.length > 0) this.#giveUpAside()
    this.#aside = []
  }

  /** What was laid aside was part of a table. */
  #giveUpAside(): void {
    this.#unread += this.#aside.length
    this.#firstUnread ??= this.#aside[0] ?? null
    this.#aside = []
  }

  #leaveUnread(text: string): void {
    this.#unread++
    this.#firstUnread ??= { line: this.#line, text: text.slice(0, QUOTED_CHARACTERS) }
  }

  /** What was read. A part is cut if the text ends before the part does. */
  result(file: string): RawListing {
    const isInsideEntry = this.#primary !== null || this.#lines.length > 0
    const isCut = isInsideEntry || (this.#entries.length > 0 && !this.#parts.includes('index'))
    this.#leavePart()
    const hasFlat = this.#parts.includes('flat')
    const hasGraph = this.#parts.includes('graph')
    const traditional = (hasFlat && this.#percentDigits === 1) || this.#isOldGraph
    return {
      file,
      description: describe(hasFlat, hasGraph, traditional),
      style: {
        traditional,
        explained: this.#isExplained,
        byLine: this.#anyName((name) => / \([^()]*:\d+ @ [\da-f]+\)$/.test(name)),
        staticCalls:
          this.#hasIndirect ||
          this.#entries.some(({ lines }) => lines.some(({ count, of }) => count === 0 && of >= 0)),
        showUnused: this.#rows.some(({ calls, self }) => calls < 0 && self === 0),
        parts: this.#parts,
      },
      flat: hasFlat
        ? {
            period: this.#period,
            dimension: this.#dimension,
            abbreviation: this.#abbreviation,
            prefix: this.#prefix,
            granularity: this.#flatGranularity,
            rows: this.#rows,
            timeless: this.#timeless,
          }
        : null,
      graph: hasGraph
        ? { granularity: this.#graphGranularity, entries: this.#entries, names: this.#names }
        : null,
      index: this.#index.result(this.#names),
      unread: { lines: this.#unread, first: this.#firstUnread },
      againAt: this.#againAt,
      isCut,
    }
  }

  #anyName(test: (name: string) => boolean): boolean {
    if (this.#rows.some(({ name }) => test(name))) return true
    for (const { name } of this.#names.values()) if (test(name)) return true
    return false
  }
}

/** By a flat profile's heading, in which it has nine places; "" if that was laid out anew. */
function dimensionOf(heading: string): string {
  return heading.startsWith(' time ') ? heading.slice(6, 15).trim() : ''
}

/** What stands above a part, and says nothing about it. */
function isPartTitle(text: string): boolean {
  return (
    /^\s*(?:flat profile:|call graph(?: profile:| \(explanation follows\))?)$/i.test(text) ||
    /^\s*(?:%\s+cumulative|called\/total\s+parents|no time (?:accumulated|propagated))/.test(text) ||
    text.startsWith('Each sample counts as')
  )
}

function describe(hasFlat: boolean, hasGraph: boolean, traditional: boolean): string {
  const parts = hasFlat && hasGraph ? 'flat profile and call graph' : hasGraph ? 'call graph' : 'flat profile'
  return `gprof listing${traditional ? ' in the old manner' : ''} · ${parts}`
}
