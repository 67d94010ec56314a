// Lines of a listing to its parts. Headings begin a part; unreadable lines within one are counted, and
// the rest goes on.
import { unquoted } from './formatted-lines.ts'
import type { ListingPart, ListingStyle, RawConflict, RawGranularity, RawListing, RawName } from './types.ts'
import { isRule, parseFlatRow, parseGranularity, parsePrimary } from './parse-lines.ts'
import { FlatDecoder } from './decode-flat.ts'
import { GraphDecoder } from './decode-graph.ts'
import { IndexDecoder } from './decode-index.ts'
import { PendingLines, UnreadLines } from './unread-lines.ts'
import { isFlatHeading, isGraphHeading, isEnglishHeading } from './headings.ts'

/** No heading begins with a number, as nearly every line does. */
const BEGINS_AS_ROW = /^\s*[\d[-]/
/** Above the heading of a flat profile: what a sample counts as, whether there was no time, and the heading's first line. */
const LINES_ABOVE = 3

/**
 * `paused`: nothing but blank lines since the flat profile's last row, and there may be one behind each. `again`: a part that was
 * read before, as another listing in the same text has it.
 */
type State = 'outside' | 'paused' | 'flat' | 'graph' | 'index' | 'again'

/** Decodes a listing from its lines, taken one after another; `result` ends it. */
export class ListingDecoder {
  #state: State = 'outside'
  #line = 0
  readonly #parts: ListingPart[] = []
  readonly #unread = new UnreadLines()
  /** Where a part begins that was read before; 0 without one. */
  #againAt = 0
  #isExplained = false
  /** The same, before the last line outside: that may have been a title. */
  #wasExplained = false
  /** The flat profile has a heading that could be read. */
  #isHeaded = false
  /** The one that has not been claimed by a part yet. */
  #granularity: RawGranularity | null = null
  /** The last lines outside of all parts. */
  #above: string[] = []
  #conflict: RawConflict | null = null

  readonly #names = new Map<number, RawName>()
  readonly #flat = new FlatDecoder(this.#names)
  readonly #graph = new GraphDecoder(this.#names, this.#unread)
  readonly #index = new IndexDecoder()
  /** Lines since the index's last one that are none: text behind it, unless it goes on. */
  readonly #asideOfIndex = new PendingLines(this.#unread)

  /**
   * Takes a line, as a binary string without its end.
   *
   * @param lines of how many lines of the text it was put together
   */
  take(raw: string, lines = 1): void {
    this.#line += lines
    let text = unquoted(raw)
    if (text.startsWith('\f')) {
      this.#leavePart()
      text = text.slice(1)
    }
    if (text.trim() === '') return this.#takeBlank()
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

  /**
   * Counts a line that is left out, as part of a merge conflict.
   *
   * @param mark the mark with which a conflict begins here, else null
   */
  skip(mark: string | null): void {
    this.#line++
    if (mark !== null) this.#conflict ??= { line: this.#line, mark }
  }

  #takeBlank(): void {
    if (this.#state === 'graph') this.#graph.takeGap()
    if (this.#state === 'flat' && (this.#flat.rows.length > 0 || this.#flat.isTimeless))
      this.#state = 'paused'
    if (this.#state === 'index' && !this.#asideOfIndex.isEmpty) this.#leavePart()
  }

  #leavePart(): void {
    if (this.#state === 'graph' && this.#graph.leave()) this.#isExplained = true
    if (this.#state === 'index') {
      if (!this.#index.isTorn) this.#isExplained ||= this.#asideOfIndex.some((text) => !isPartTitle(text))
      this.#asideOfIndex.clear()
    }
    if (this.#state !== 'again') this.#state = 'outside'
  }

  /** What follows belongs to another listing, whose rows would count twice. */
  #readBefore(): void {
    this.#leavePart()
    this.#state = 'again'
    if (this.#againAt === 0) this.#againAt = this.#line
  }

  #begin(part: ListingPart): void {
    this.#state = part
    if (!this.#parts.includes(part)) this.#parts.push(part)
  }

  /** Whether the line is a heading, or one of the lines around it. */
  #takeHeading(text: string): boolean {
    if (BEGINS_AS_ROW.test(text)) return false
    if (isFlatHeading(text)) this.#beginFlat(text)
    else if (isGraphHeading(text)) this.#beginGraph(text)
    else if (/^\s*Index by function name$/i.test(text)) this.#beginIndex()
    else {
      const granularity = parseGranularity(text)
      if (granularity === null) return this.#state === 'outside' && this.#flat.takePeriod(text)
      this.#leavePart()
      this.#granularity = granularity
    }
    return true
  }

  #beginFlat(heading: string): void {
    if (this.#flat.rows.length > 0) return this.#readBefore()
    this.#leavePart()
    this.#begin('flat')
    this.#isHeaded = true
    if (!isEnglishHeading(heading)) for (const above of this.#above) this.#flat.takeAbove(above)
    this.#flat.begin(heading, this.#claimGranularity())
  }

  #beginGraph(heading: string): void {
    if (this.#state === 'graph') return this.#graph.takeHeading(heading)
    if (this.#graph.entries.length > 0) return this.#readBefore()
    this.#leavePart()
    this.#begin('graph')
    this.#graph.takeHeading(heading)
    this.#graph.begin(this.#claimGranularity())
  }

  #beginIndex(): void {
    if (this.#parts.includes('index')) return this.#readBefore()
    this.#leavePart()
    this.#begin('index')
  }

  #claimGranularity(): RawGranularity | null {
    const claimed = this.#granularity
    this.#granularity = null
    return claimed
  }

  /** Whether the only row so far was the end of a line in the call graph, within which the text begins. */
  #isMistaken(text: string): boolean {
    const isFirst = this.#flat.rows.length === 1 && !this.#isHeaded && !this.#parts.includes('graph')
    return isFirst && isRule(text)
  }

  #forgetFlat(): void {
    this.#flat.forgetRow()
    this.#parts.pop()
    this.#unread.forget()
    this.#state = 'outside'
  }

  /** Between parts: headings in another language begin a part with its first row; anything else is explanation. */
  #takeOutside(text: string): void {
    if (this.#graph.isIndexLine(text)) {
      this.#isExplained = this.#wasExplained
      this.#beginIndex()
      return this.#takeIndex(text)
    }
    this.#wasExplained = this.#isExplained
    // Titles of the first gprofs, which only precede explanations.
    if (/^(?:flat|call graph) profile:$/.test(text)) this.#isExplained = true
    const mayBeRow = this.#flat.rows.length === 0 || this.#state === 'paused'
    if (this.#flat.takeTimeless(text)) {
      // Nothing else is in that line.
    } else if (mayBeRow && parseFlatRow(text) !== null) {
      this.#begin('flat')
      this.#takeFlat(text)
    } else if (this.#graph.entries.length === 0 && parsePrimary(text) !== null) {
      this.#begin('graph')
      this.#graph.take(text, this.#line)
    } else if (this.#parts.length > 0 && !isPartTitle(text)) this.#isExplained = true
    if (this.#state === 'paused') this.#state = 'outside'
    this.#above = [...this.#above.slice(1 - LINES_ABOVE), text]
  }

  #takeGraph(text: string): void {
    if (!this.#graph.isIndexLine(text)) return this.#graph.take(text, this.#line)
    this.#graph.dropTitle()
    this.#beginIndex()
    this.#takeIndex(text)
  }

  #takeFlat(text: string): void {
    if (!this.#flat.take(text)) this.#unread.add(this.#line, text)
  }

  /** What is no line of the index is text behind it, or, if the index goes on, what was torn off one of its items. */
  #takeIndex(text: string): void {
    const wasTorn = this.#index.isTorn
    if (!this.#index.take(text)) return this.#asideOfIndex.add(this.#line, text)
    if (!this.#asideOfIndex.isEmpty) {
      this.#index.tear()
      this.#asideOfIndex.giveUp()
    }
    if (this.#index.isTorn && !wasTorn && this.#unread.first === null) this.#unread.add(this.#line, text)
  }

  /**
   * Ends the text and returns what was read. `isCut` is set if the text ends before the call graph or the
   * index does.
   *
   * @param file name of the file
   */
  result(file: string): RawListing {
    const isCut =
      this.#graph.isInsideEntry || (this.#graph.entries.length > 0 && !this.#parts.includes('index'))
    this.#leavePart()
    const hasFlat = this.#parts.includes('flat')
    const hasGraph = this.#parts.includes('graph')
    const style = this.#style(hasFlat)
    const { lines, first } = this.#unread
    return {
      file,
      description: describe(hasFlat, hasGraph, style.traditional),
      style,
      flat: hasFlat ? this.#flat.result() : null,
      graph: hasGraph ? this.#graph.result() : null,
      index: this.#index.result(this.#names),
      unread: { lines, first },
      againAt: this.#againAt,
      conflict: this.#conflict,
      isCut,
    }
  }

  #style(hasFlat: boolean): ListingStyle {
    const { rows, isOld } = this.#flat
    return {
      traditional: (hasFlat && isOld) || this.#graph.isOld,
      explained: this.#isExplained,
      byLine: this.#anyName((name) => / \([^()]*:\d+ @ [\da-f]+\)$/.test(name)),
      staticCalls: this.#graph.hasStaticCalls,
      showUnused: rows.some(({ calls, self }) => calls < 0 && self === 0),
      parts: this.#parts,
    }
  }

  #anyName(test: (name: string) => boolean): boolean {
    if (this.#flat.rows.some(({ name }) => test(name))) return true
    for (const { name } of this.#names.values()) if (test(name)) return true
    return false
  }
}

/** Whether a line is a title above a part, without further meaning. */
function isPartTitle(text: string): boolean {
  return (
    /^\t\t+\S/.test(text) ||
    /^\s*(?:flat profile:|call graph(?: profile:| \(explanation follows\))?)$/i.test(text) ||
    /^\s*(?:%\s+cumulative|called\/total\s+parents|no time (?:accumulated|propagated))/.test(text) ||
    text.startsWith('Each sample counts as')
  )
}

function describe(hasFlat: boolean, hasGraph: boolean, traditional: boolean): string {
  const parts = hasFlat && hasGraph ? 'flat profile and call graph' : hasGraph ? 'call graph' : 'flat profile'
  return `gprof listing${traditional ? ' in the old manner' : ''} · ${parts}`
}
