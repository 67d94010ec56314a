// Pairs the lines of two listings: a key for each line, lines of equal keys paired, and the reason
// where they differ.
import { binaryString, isSameString, type StringTable, StringTableBuilder } from '../base/string-table.ts'
import { type Comparison, type LineLength, Reason, RowKind } from '../reports/verify-listing.ts'
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
import { isFlatHeading, isGraphHeading } from '../formats/gprof-listing/read.ts'
import { unquoted } from '../formats/gprof-listing/listing-lines.ts'

/** The rows of a comparison, before it is summed up. */
export interface Paired {
  readonly result: Pick<Comparison, 'same' | 'differing' | 'onlyTheirs' | 'onlyOurs' | 'rows'>
  /** Calls of functions in both listings: theirs, ours. */
  readonly calls: readonly (readonly [number, number])[]
}

/** The side has no such line. */
const NO_LINE = -1

/**
 * Pairs the lines of two listings by their keys, in the order of theirs; lines only in ours follow the line
 * that precedes them in ours. Takes the texts of both, which are then empty.
 *
 * @param binTime seconds that 65,536 samples take; 0 if unknown
 * @param onProgress receives the fraction done, 0–1
 */
export function pairLines(
  theirs: KeyedLines,
  ours: KeyedLines,
  binTime: number,
  onProgress: (part: number) => void,
): Paired {
  const [theirTexts, ourTexts] = [theirs.texts(), ours.texts()]
  const isPaired = new Uint8Array(ourTexts.length)
  for (const key of theirs.at.keys()) {
    const at = ours.at.get(key)
    if (at !== undefined) isPaired[at] = 1
  }
  const rows = new Rows(theirTexts, ourTexts)
  const calls: (readonly [number, number])[] = []
  let next = 0
  /** Lines only in ours go below the line that precedes them in ours. */
  const addOwn = (to: number): void => {
    for (; next < to; next++)
      if (isPaired[next] === 0) rows.add(RowKind.ours, Reason.missing, NO_LINE, next, 0)
  }
  addOwn(nextPaired(isPaired, 0))
  for (const [key, their] of theirs.at) {
    if (their % REPORT_EVERY === 0) onProgress(their / theirTexts.length)
    const our = ours.at.get(key)
    const place = theirs.places[their]
    if (our === undefined) {
      rows.add(RowKind.theirs, reasonOfLone(textAt(theirTexts, their)), their, NO_LINE, place)
      continue
    }
    const kind = theirs.kinds[their]
    if (kind === LineKind.flat) {
      const [theirCalls, ourCalls] = [callsIn(textAt(theirTexts, their)), callsIn(textAt(ourTexts, our))]
      if (theirCalls !== null && ourCalls !== null) calls.push([theirCalls, ourCalls])
    }
    const isSame =
      isSameString(theirTexts, their, ourTexts, our) ||
      (theirs.joined.has(place) && oneBlank(textAt(theirTexts, their)) === oneBlank(textAt(ourTexts, our)))
    if (isSame) rows.add(RowKind.same, Reason.unknown, their, our, place)
    else {
      const reason =
        kind === LineKind.period
          ? Reason.period
          : findReason(textAt(theirTexts, their), textAt(ourTexts, our), binTime)
      rows.add(RowKind.differs, reason, their, our, place)
    }
    // After the last paired line of ours, this adds all that remain.
    addOwn(nextPaired(isPaired, our + 1))
  }
  return { result: rows.result(), calls }
}

const oneBlank = (line: string): string => line.replaceAll(/ +/g, ' ')

/** Collects the rows of a comparison. */
class Rows {
  readonly #theirs: StringTable
  readonly #ours: StringTable
  readonly #kind: number[] = []
  readonly #reason: number[] = []
  readonly #line: number[] = []
  readonly #left = new StringTableBuilder()
  readonly #right = new StringTableBuilder()
  readonly #counts = [0, 0, 0, 0]
  readonly #lengths = new LineLengths()
  readonly #lengthsDiffering = new LineLengths()

  constructor(theirs: StringTable, ours: StringTable) {
    this.#theirs = theirs
    this.#ours = ours
  }

  /** @param place line number in the listing, 0 if only ours has the line */
  add(kind: number, reason: number, their: number, our: number, place: number): void {
    this.#kind.push(kind)
    this.#reason.push(reason)
    this.#line.push(place)
    this.#counts[kind]++
    this.#addText(this.#left, this.#theirs, their, kind)
    this.#addText(this.#right, this.#ours, kind === RowKind.same ? NO_LINE : our, kind)
  }

  #addText(side: StringTableBuilder, { bytes, start, end }: StringTable, line: number, kind: number): void {
    if (line === NO_LINE) {
      side.add('')
      return
    }
    side.addBytes(bytes, start[line], end[line])
    const length = lengthOfLine(bytes, start[line], end[line])
    this.#lengths.add(length)
    if (kind !== RowKind.same) this.#lengthsDiffering.add(length)
  }

  result(): Paired['result'] {
    const [same, differing, onlyTheirs, onlyOurs] = this.#counts
    const rows = {
      length: this.#kind.length,
      kind: Uint8Array.from(this.#kind),
      reason: Uint8Array.from(this.#reason),
      line: Uint32Array.from(this.#line),
      theirs: this.#left.take(),
      ours: this.#right.take(),
      usual: this.#lengths.usual(),
      usualDiffering: this.#lengthsDiffering.usual(),
    }
    return { same, differing, onlyTheirs, onlyOurs, rows }
  }
}

function textAt({ bytes, start, end }: StringTable, line: number): string {
  return binaryString(bytes, start[line], end[line])
}

function nextPaired(isPaired: Uint8Array, from: number): number {
  const at = isPaired.indexOf(1, from)
  return at < 0 ? isPaired.length : at
}

function reasonOfLone(text: string): number {
  if (/\s0\/\d+\s/.test(text)) return Reason.static
  return /^\s*0\.00?\s+\d+\.\d\d\s+0\.00\s{9}/.test(text) ? Reason.unused : Reason.missing
}

/** Returns the calls in a row of the flat profile, null without any. */
function callsIn(text: string): number | null {
  const found = /^\s*\S+\s+\S+\s+\S+\s{1,9}(\d+)\s+\S+\s+\S+\s/.exec(text)
  return found ? Number(found[1]) : null
}

// Lines of a listing, each with a key for its subject: the line about the same subject in another
// listing has the same key, wherever it is. Blank lines, rules, titles and explanations are
// skipped.

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

// Why two lines about the same subject differ.

const INDEX = / ?(?:\[\d+\]?|\(\d+\))/g
/** Source file after a static function's name in the index. */
const SOURCE = / \([^()\s]{1,300}\.\w{1,6}\)/g
const TOKENS = /-?(?:nan|inf|\d+\.\d+|\d+)/g

/**
 * Returns the known causes of a difference between two lines, as bits of Reason; `Reason.unknown` if none is
 * known.
 *
 * @param theirs line of their listing, with differing text in `ours`
 * @param binTime seconds that 65,536 samples take; 0 if unknown
 */
export function findReason(theirs: string, ours: string, binTime: number): number {
  if (squeezeSpaces(withoutDots(theirs)) === squeezeSpaces(withoutDots(ours))) return Reason.dots
  const [left, right] = [withoutDots(theirs), withoutDots(ours)].map((line) => line.replaceAll(INDEX, ''))
  if (squeezeSpaces(left) === squeezeSpaces(right)) return Reason.numbers
  if (squeezeSpaces(left.replaceAll(SOURCE, '')) === squeezeSpaces(right.replaceAll(SOURCE, '')))
    return Reason.files
  const theirTokens = left.match(TOKENS) ?? []
  const ourTokens = right.match(TOKENS) ?? []
  if (theirTokens.length !== ourTokens.length) return Reason.unknown
  if (squeezeSpaces(left.replaceAll(TOKENS, '#')) !== squeezeSpaces(right.replaceAll(TOKENS, '#')))
    return Reason.unknown
  const pairs = theirTokens.map((token, at) => [token, ourTokens[at] ?? ''] as const)
  const differing = pairs.filter(([one, other]) => one !== other)
  const isCount = ([one]: readonly [string, string]): boolean => /^-?\d+$/.test(one)
  const counts = differing.filter(isCount)
  const times = differing.filter((pair) => !isCount(pair))
  if (counts.length > 0)
    return counts.every(([one, other]) => isMultiple(Number(one) - Number(other), 2 ** 32))
      ? Reason.wrappedCalls
      : Reason.calls
  if (times.every(([one, other]) => isLastDigit(one, other))) return Reason.rounding
  const isFirst = times.length === 1 && times[0] === pairs[0]
  if (isFirst) return Reason.shares
  const inSeconds = times.filter(([one]) => /\.\d\d$/.test(one))
  if (binTime > 0 && inSeconds.some(([one, other]) => isMultiple(Number(one) - Number(other), binTime)))
    return Reason.wrappedBins
  return Reason.times
}

const squeezeSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ')

const isMultiple = (difference: number, of: number): boolean =>
  Math.abs(difference) > of / 2 && Math.abs(difference / of - Math.round(difference / of)) < 1e-4

function isLastDigit(one: string, other: string): boolean {
  const digits = one.length - one.indexOf('.') - 1
  return Math.abs(Number(one) - Number(other)) < 1.5 * 10 ** -digits
}

// Widths of lines on screen: as they are, and with runs of blanks reduced to one.

const SPACE = 0x20

/**
 * Returns the width of the line in the bytes from `from` up to, not including, `to`: in bytes, and with runs
 * of blanks counted as one.
 */
export function lengthOfLine(bytes: Uint8Array, from: number, to: number): LineLength {
  let spared = 0
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === SPACE) spared++
  return { letters: to - from, squeezed: to - from - spared }
}

/** Longest width counted; no screen is wider. */
const MOST = 1023
/** One in this many lines may be wider than the usual width. */
const FEW = 200

/**
 * Finds the width that nearly all lines keep to, so that one long name does not determine the
 * layout.
 */
export class LineLengths {
  readonly #letters = new Uint32Array(MOST + 1)
  readonly #squeezed = new Uint32Array(MOST + 1)
  #lines = 0

  /** Counts a line. */
  add({ letters, squeezed }: LineLength): void {
    this.#lines++
    this.#letters[Math.min(letters, MOST)]++
    this.#squeezed[Math.min(squeezed, MOST)]++
  }

  /** Returns the width that all lines but one in 200 keep to; of fewer than 200 lines that of the longest. */
  usual(): LineLength {
    // Of few lines all count, since each is a large part of the screen.
    const left = Math.floor(this.#lines / FEW)
    return { letters: exceededBy(left, this.#letters), squeezed: exceededBy(left, this.#squeezed) }
  }
}

/** Returns the least width that at most `lines` lines exceed. */
function exceededBy(lines: number, counts: Uint32Array): number {
  let longer = 0
  for (let length = MOST; length > 0; length--) {
    longer += counts[length]
    if (longer > lines) return length
  }
  return 0
}
