// A listing's lines, each with a key that says what it is about: the same line of another listing has the same key, wherever
// it stands. Blank lines, rules, titles and explanations are left out.
import {
  isRule,
  isSpontaneous,
  parseFlatRow,
  parseGranularity,
  parseIndexLine,
  parseLabel,
  parseOther,
  parsePrimary,
} from '../formats/gprof-listing/parse-lines.ts'
import { isFlatHeading, isGraphHeading } from '../formats/gprof-listing/recognize.ts'
import { unquoted } from '../formats/gprof-listing/quotation.ts'

export interface KeyedLine {
  readonly key: string
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/** The file behind a static function's name. */
const SOURCE = / \([^()\s]{1,300}\.\w{1,6}\)$/

type Part = 'outside' | 'flat' | 'graph' | 'index'

/** Takes lines one by one; lines of an entry get their keys when its primary line has told whose it is. */
export class KeyedLines {
  readonly lines: KeyedLine[] = []
  unread = 0
  #part: Part = 'outside'
  #line = 0
  /** The entry whose children are read, or null above a primary line. */
  #entry: string | null = null
  #above: { readonly key: string; readonly text: string; readonly line: number }[] = []
  readonly #seen = new Map<string, number>()

  take(raw: string): void {
    this.#line++
    let text = unquoted(raw)
    if (text.startsWith('\f')) {
      this.#part = 'outside'
      text = text.slice(1)
    }
    if (text === '' || text.trim() === '' || this.#takeHeading(text)) return
    if (this.#part === 'flat') this.#takeFlat(text)
    else if (this.#part === 'graph') this.#takeGraph(text)
    else if (this.#part === 'index') this.#takeIndex(text)
  }

  #add(key: string, text: string, line = this.#line): void {
    const nth = this.#seen.get(key) ?? 0
    this.#seen.set(key, nth + 1)
    this.lines.push({ key: nth === 0 ? key : `${key} #${nth}`, text, line })
  }

  #takeHeading(text: string): boolean {
    if (isFlatHeading(text)) {
      this.#part = 'flat'
      this.#add('unit', text)
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
      this.#add('granularity', text)
      return true
    }
    if (/^.{0,60}?counts as \S{1,24} .{0,40}\.$/.test(text)) {
      this.#add('period', text)
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
    this.#add(`flat ${numbered?.name ?? row.label}`, text)
  }

  #takeGraph(text: string): void {
    if (isRule(text)) {
      this.#flush('?')
      this.#entry = null
      return
    }
    const primary = parsePrimary(text)
    if (primary !== null) {
      this.#entry = primary.label.name
      this.#flush(this.#entry)
      this.#add(`entry ${this.#entry}`, text)
      return
    }
    const name = isSpontaneous(text) ? '<spontaneous>' : parseOther(text)?.label.name
    if (name === undefined) {
      if (this.#entry !== null) this.unread++
    } else if (this.#entry === null) this.#above.push({ key: `parent ${name}`, text, line: this.#line })
    else this.#add(`entry ${this.#entry} child ${name}`, text)
  }

  #flush(entry: string): void {
    for (const { key, text, line } of this.#above) this.#add(`entry ${entry} ${key}`, text, line)
    this.#above = []
  }

  #takeIndex(text: string): void {
    const items = parseIndexLine(text)
    if (items.length > 0)
      this.#add(`index ${items.map(({ text: name }) => name.replace(SOURCE, '')).join('  ')}`, text)
    else this.#part = 'outside'
  }
}
