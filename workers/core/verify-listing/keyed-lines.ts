// Lines of a listing, each with a key for its subject: the line about the same subject in another listing
// has the same key, wherever it is. Blank lines, rules, titles and explanations are skipped.
import { StringTableBuilder } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import {
  isRule,
  parseFlatRow,
  parseGranularity,
  parseIndexLine,
  parseLabel,
  parseNoFunction,
  parseOther,
  parsePrimary,
} from '../formats/gprof-listing/parse-lines.ts'
import { isFlatHeading, isGraphHeading } from '../formats/gprof-listing/headings.ts'
import { unquoted } from '../formats/gprof-listing/formatted-lines.ts'

/** The subject of a line: what it is about. Its key also has the functions it names. */
export const LineKind = {
  unit: 0,
  granularity: 1,
  period: 2,
  flat: 3,
  entry: 4,
  parent: 5,
  child: 6,
  index: 7,
} as const
type Kind = (typeof LineKind)[keyof typeof LineKind]

/** Lines between two progress reports. */
export const REPORT_EVERY = 4096

const KINDS = 8
/** Most names that are distinguished; an engine's map holds no more entries. */
const MOST_NAMES = 2 ** 24

/** A line's key as a number; a text for the second and later lines of the same subject. */
type Key = number | string

/**
 * Returns a line without the dots before names. gprof of 64-bit PowerPC (ELFv1) prints `.main` for the code
 * of main, since the symbol `main` is a descriptor.
 */
export const withoutDots = (line: string): string => line.replaceAll(/(^|\s)\.(?=[A-Za-z_$])/g, '$1')

/** Numbers names, the same for both listings of a comparison; a leading dot is ignored. */
export class NameNumbers {
  readonly #numbers = new Map<string, number>()

  /** Returns the number of a name, from 1; a new name gets the next one. */
  of(label: string): number {
    const name = label.includes('.') ? withoutDots(label) : label
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(name, number)
    return number
  }
}

/**
 * Whether a line is an item of the index: no other line begins like this and does not end in a
 * number.
 */
const isIndexItem = (text: string): boolean =>
  /^[ \t]*[[(]\d{1,9}[\])]? [^ \d]/.test(text) && parsePrimary(text) === null

/** Source file after a static function's name. */
const SOURCE_AT_END = / \([^()\s]{1,300}\.\w{1,6}\)$/

type Part = 'outside' | 'flat' | 'graph' | 'index'

/**
 * Collects the lines of a listing with their keys. The lines above an entry's primary line get
 * their keys once that line names the function.
 */
export class KeyedLines {
  /** By line, in the order of their texts. */
  readonly kinds: Kind[] = []
  /** Line numbers in the listing, from 1. */
  readonly places: number[] = []
  /** The line with each key, in their order. */
  readonly at = new Map<Key, number>()
  /** Line numbers of joined lines; the number of blanks at the joint is unknown. */
  readonly joined = new Set<number>()
  /** Number of lines within entries that could not be read. */
  unread = 0
  readonly #texts = new StringTableBuilder()
  readonly #names: NameNumbers
  readonly #hasIndex: boolean
  #part: Part = 'outside'
  #line = 1
  /** Number of physical lines of the line taken last. */
  #lines = 0
  /** Name of the entry whose callees are read; null before a primary line. */
  #entry: number | null = null
  #above: { readonly name: number; readonly text: string; readonly line: number }[] = []
  /** How many lines beyond the first have a key. */
  readonly #again = new Map<number, number>()

  /**
   * @param names the same for both listings of a comparison
   * @param hasIndex false to skip the lines of the index
   */
  constructor(names: NameNumbers, hasIndex = true) {
    this.#names = names
    this.#hasIndex = hasIndex
  }

  /** Returns the texts of the lines, once all are taken; a second call returns none. */
  texts(): StringTable {
    return this.#texts.take()
  }

  /**
   * Takes a line of the listing without its end, as a binary string. Blank lines, rules and explanations get
   * no key.
   *
   * @param lines number of physical lines that it was joined from
   */
  take(raw: string, lines = 1): void {
    this.#line += this.#lines
    this.#lines = lines
    if (lines > 1) this.joined.add(this.#line)
    let text = unquoted(raw)
    if (text.startsWith('\f')) {
      this.#part = 'outside'
      text = text.slice(1)
    }
    if (text === '' || text.trim() === '' || this.#takeHeading(text)) return
    if (this.#entry === null && this.#part !== 'flat' && isIndexItem(text)) this.#part = 'index'
    if (this.#part === 'flat') this.#takeFlat(text)
    else if (this.#part === 'graph') this.#takeGraph(text)
    else if (this.#part === 'index') this.#takeIndex(text)
  }

  #add(kind: Kind, text: string, entry = 0, name = 0, line = this.#line): void {
    const at = this.kinds.length
    this.kinds.push(kind)
    this.places.push(line)
    this.#texts.add(text)
    const key = (entry * MOST_NAMES + name) * KINDS + kind
    if (!this.at.has(key)) {
      this.at.set(key, at)
      return
    }
    const nth = (this.#again.get(key) ?? 0) + 1
    this.#again.set(key, nth)
    this.at.set(`${key} #${nth}`, at)
  }

  #takeHeading(text: string): boolean {
    if (isFlatHeading(text)) {
      this.#part = 'flat'
      this.#add(LineKind.unit, text)
      return true
    }
    if (isGraphHeading(text)) {
      this.#part = 'graph'
      return true
    }
    if (/^\s*Index by function name$/i.test(text)) {
      this.#part = 'index'
      return true
    }
    if (parseGranularity(text) !== null) {
      this.#add(LineKind.granularity, text)
      return true
    }
    if (/^.{0,60}?counts as \S{1,24} .{0,40}\.$/.test(text)) {
      this.#add(LineKind.period, text)
      return true
    }
    return false
  }

  #takeFlat(text: string): void {
    const row = parseFlatRow(text)
    if (row === null) {
      this.#part = 'outside'
      return
    }
    const numbered = row.percentDigits === 1 ? parseLabel(row.label) : null
    this.#add(LineKind.flat, text, 0, this.#names.of(numbered?.name ?? row.label))
  }

  #takeGraph(text: string): void {
    if (isRule(text)) {
      this.#flush(0)
      this.#entry = null
      return
    }
    const primary = parsePrimary(text)
    if (primary !== null) {
      this.#entry = this.#names.of(primary.label.name)
      this.#flush(this.#entry)
      this.#add(LineKind.entry, text, this.#entry)
      return
    }
    const name = parseNoFunction(text) ?? parseOther(text)?.label.name
    if (name === undefined) {
      if (this.#entry !== null) this.unread++
      return
    }
    const number = this.#names.of(name)
    if (this.#entry === null) this.#above.push({ name: number, text, line: this.#line })
    else this.#add(LineKind.child, text, this.#entry, number)
  }

  /** @param entry number of its name, or 0 without a primary line */
  #flush(entry: number): void {
    for (const { name, text, line } of this.#above) this.#add(LineKind.parent, text, entry, name, line)
    this.#above = []
  }

  #takeIndex(text: string): void {
    const items = parseIndexLine(text)
    if (items.length > 0) {
      if (!this.#hasIndex) return
      const names = items.map(({ text: name }) => name.replace(SOURCE_AT_END, '')).join('  ')
      this.#add(LineKind.index, text, 0, this.#names.of(names))
    } else this.#part = 'outside'
  }
}
