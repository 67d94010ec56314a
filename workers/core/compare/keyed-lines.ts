// A listing's lines, each with a key that says what it is about: the same line of another listing has the same key, wherever
// it stands. Blank lines, rules, titles and explanations are left out.
import { StringTableBuilder, type StringTable } from '../base/string-table.ts'
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
import { isFlatHeading, isGraphHeading } from '../formats/gprof-listing/recognize.ts'
import { unquoted } from '../formats/gprof-listing/quotation.ts'

/** What a line is about; the functions it names come besides. */
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

/** Lines between two words of how far a comparison has come. */
export const TOLD_EVERY = 4096

const KINDS = 8
/** Names that are told apart: no map of an engine has room for more. */
const MOST_NAMES = 2 ** 24

/** What a line is about, as a number; a text for the second and later lines that are about the same. */
type Key = number | string

/** 64-bit PowerPC's own gprof (ELFv1) prints `.main`: the symbol of main's code, as `main` itself is that of a descriptor. */
export const withoutDots = (line: string): string => line.replaceAll(/(^|\s)\.(?=[A-Za-z_$])/g, '$1')

/** A number for each name, the same for two listings that are compared, with a dot before it or without. */
export class NameNumbers {
  readonly #numbers = new Map<string, number>()

  of(label: string): number {
    const name = label.includes('.') ? withoutDots(label) : label
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(name, number)
    return number
  }
}

/** An item of the index, whatever its heading: no other line begins so and ends in no number. */
const isIndexItem = (text: string): boolean =>
  /^[ \t]*[[(]\d{1,9}[\])]? [^ \d]/.test(text) && parsePrimary(text) === null

/** The file behind a static function's name. */
const SOURCE = / \([^()\s]{1,300}\.\w{1,6}\)$/

type Part = 'outside' | 'flat' | 'graph' | 'index'

/** Takes lines one by one; lines of an entry get their keys when its primary line has told whose it is. */
export class KeyedLines {
  /** By line, in the order of their texts. */
  readonly kinds: Kind[] = []
  /** In the listing, counted from 1. */
  readonly places: number[] = []
  /** Where each key stands among the lines, in their order. */
  readonly at = new Map<Key, number>()
  /** Places of those that were put together: how many blanks stood where they were torn is not known. */
  readonly joined = new Set<number>()
  unread = 0
  readonly #texts = new StringTableBuilder()
  readonly #names: NameNumbers
  readonly #hasIndex: boolean
  #part: Part = 'outside'
  #line = 1
  /** Of the one that was taken last. */
  #lines = 0
  /** The name of the entry whose children are read, or null above a primary line. */
  #entry: number | null = null
  #above: { readonly name: number; readonly text: string; readonly line: number }[] = []
  /** How many lines but the first have this key. */
  readonly #again = new Map<number, number>()

  /** @param hasIndex false to leave out the lines of the index */
  constructor(names: NameNumbers, hasIndex = true) {
    this.#names = names
    this.#hasIndex = hasIndex
  }

  /** Texts of the lines, once all are taken. */
  texts(): StringTable {
    return this.#texts.take()
  }

  /** @param lines of how many it was put together */
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

  /** @param entry the number of its name, or 0 where no primary line told it */
  #flush(entry: number): void {
    for (const { name, text, line } of this.#above) this.#add(LineKind.parent, text, entry, name, line)
    this.#above = []
  }

  #takeIndex(text: string): void {
    const items = parseIndexLine(text)
    if (items.length > 0) {
      if (!this.#hasIndex) return
      const names = items.map(({ text: name }) => name.replace(SOURCE, '')).join('  ')
      this.#add(LineKind.index, text, 0, this.#names.of(names))
    } else this.#part = 'outside'
  }
}
