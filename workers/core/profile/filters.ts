// gprof's filters: symspecs, the ranges of symbols they select, and which functions and arcs count by them.
import { lastAtOrBelow } from '../base/sorting.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { baseName } from '../base/file-names.ts'
import { NONE } from '../base/columns.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { isNamed } from '../symbols/demangle/demangle.ts'
import type { FunctionIndex, SourceTable } from './call-graph-profile.ts'

/** One side of a spec; null where it says nothing. All three null: every symbol. Names are binary strings. */
export interface SymbolPattern {
  readonly file: string | null
  readonly line: number | null
  readonly name: string | null
}

/** `right` is null for a spec without a slash. */
export interface Symspec {
  readonly left: SymbolPattern
  readonly right: SymbolPattern | null
}

/** Split at the first slash; each side at its last colon. */
export function parseSymspec(spec: string): Symspec {
  const slash = spec.indexOf('/')
  if (slash < 0) return { left: parsePattern(spec), right: null }
  return { left: parsePattern(spec.slice(0, slash)), right: parsePattern(spec.slice(slash + 1)) }
}

function parsePattern(text: string): SymbolPattern {
  const colon = text.lastIndexOf(':')
  if (colon >= 0) {
    const file = text.slice(0, colon)
    return { ...lineOrName(text.slice(colon + 1)), file: file === '' ? null : file }
  }
  if (text.includes('.')) return { file: text, line: null, name: null }
  return { ...lineOrName(text), file: null }
}

function lineOrName(text: string): { line: number | null; name: string | null } {
  if (text === '') return { line: null, name: null }
  if (!/^\d/.test(text)) return { line: null, name: text }
  const line = Number.parseInt(text, 10)
  // Line 0 means any line.
  return { line: line === 0 ? null : line, name: null }
}

// Tables of address ranges as gprof's filters use them: looked up by the nearest start below an address, and by nothing
// else. Ranges may nest or overlap; only the one that starts nearest is ever examined.

export interface SymbolRange {
  /** First and last byte. */
  readonly address: number
  readonly last: number
}

/**
 * Sorted by start, one range per start (the one listed first), ranges that end before they start left out: gprof
 * finalises its filter tables as it does its symbol table.
 */
function finalizeRanges<R extends SymbolRange>(ranges: readonly R[]): R[] {
  const sorted = [...ranges].sort((left, right) => left.address - right.address)
  const kept: R[] = []
  for (const range of sorted) {
    if (range.address <= range.last && kept.at(-1)?.address !== range.address) kept.push(range)
  }
  return kept
}

/**
 * 1 for each symbol whose start lies in a range; null for an empty table, which filters nothing. The ranges are finalised: few
 * beside the symbols, which are looked up for them.
 */
export function membersOf(
  { address, length }: SymbolTable,
  ranges: readonly SymbolRange[],
): Uint8Array<ArrayBuffer> | null {
  if (ranges.length === 0) return null
  const members = new Uint8Array(length)
  const rowsBefore = (start: number): number => lastAtOrBelow(address, start - 1, length) + 1
  ranges.forEach((range, nth) => {
    const next = ranges[nth + 1]?.address ?? Infinity
    members.fill(1, rowsBefore(range.address), rowsBefore(Math.min(range.last + 1, next)))
  })
  return members
}

// What gprof's symspecs mean → ranges of symbols. There may be thousands, of names in a large program: these are all looked for
// in one walk over it.

class RangeFinder {
  readonly #symbols: SymbolTable
  readonly #sources: SourceTable | null
  readonly #ofNames: ReadonlyMap<string, readonly SymbolRange[]>

  /** @param patterns all that will be asked about */
  constructor(symbols: SymbolTable, sources: SourceTable | null, patterns: readonly SymbolPattern[]) {
    this.#symbols = symbols
    this.#sources = sources
    const names = patterns.flatMap((pattern) => (isNameAlone(pattern) ? [pattern.name] : []))
    this.#ofNames = rangesByName(symbols, new Set(names))
  }

  /**
   * Runs of symbols that the pattern means, by address, each one range from its first symbol's start to its last symbol's end. A
   * file is known by the last part of its path; of several of one name only the one listed last is meant.
   */
  rangesOf(pattern: SymbolPattern): readonly SymbolRange[] {
    if (isNameAlone(pattern)) return this.#ofNames.get(pattern.name) ?? []
    const { names, prefix, length } = this.#symbols
    const { line, name } = pattern
    const file = pattern.file === null ? null : this.#findFile(baseName(pattern.file))
    if (file === NONE) return []
    const runs = new Runs(this.#symbols)
    for (let row = 0; row < length; row++) {
      const f = row as FunctionIndex
      if (name !== null && !isNamed(names, row, name, prefix)) continue
      if (file !== null && this.#sources?.fileOf[f] !== file) continue
      if (line !== null && (this.#sources?.lineOf[f] ?? NONE) !== line) continue
      runs.add(row)
    }
    return runs.ranges
  }

  #findFile(wanted: string): number {
    const files = this.#sources?.files
    if (!files) return NONE
    for (let file = files.length - 1; file >= 0; file--) {
      if (baseName(stringAt(files, file as StringIndex)) === wanted) return file
    }
    return NONE
  }
}

const isNameAlone = (pattern: SymbolPattern): pattern is SymbolPattern & { readonly name: string } =>
  pattern.name !== null && pattern.file === null && pattern.line === null

function rangesByName(
  symbols: SymbolTable,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly SymbolRange[]> {
  const { names, prefix = '' } = symbols
  const runs = new Map<string, Runs>()
  const byName = new Map<string, Runs>()
  const lengths = new Set<number>()
  for (const name of wanted) {
    const ofName = new Runs(symbols)
    byName.set(name, ofName)
    // Under a prefix a name may still stand without it.
    for (const raw of name.startsWith(prefix) ? [prefix + name] : [prefix + name, name]) {
      runs.set(raw, ofName)
      lengths.add(raw.length)
    }
  }
  if (lengths.size === 0) return new Map()
  for (let row = 0; row < symbols.length; row++) {
    // Most names are told apart by their length, without being decoded.
    if (lengths.has(names.end[row] - names.start[row]))
      runs.get(stringAt(names, row as StringIndex))?.add(row)
  }
  return new Map([...byName].map(([name, { ranges }]) => [name, ranges]))
}

/** Symbols one after another, by address, as ranges. */
class Runs {
  readonly ranges: SymbolRange[] = []
  readonly #symbols: SymbolTable
  #lastRow = NONE as number

  constructor(symbols: SymbolTable) {
    this.#symbols = symbols
  }

  add(row: number): void {
    const last = this.#symbols.last[row]
    const open = this.#lastRow === row - 1 ? this.ranges.at(-1) : undefined
    if (open) this.ranges[this.ranges.length - 1] = { ...open, last }
    else this.ranges.push({ address: this.#symbols.address[row], last })
    this.#lastRow = row
  }
}

// Which arcs count, by gprof's specs for arcs.

/** By the rows of both. */
export type ArcTest = (parent: number, child: number) => boolean

/** Parents of listed arcs, each with the ranges its children may lie in. */
interface ArcRange extends SymbolRange {
  readonly children: readonly SymbolRange[]
}

/** Null if all count. Specs come from the last option to the first. */
function buildArcFilter(
  symbols: SymbolTable,
  finder: RangeFinder,
  only: readonly Symspec[],
  without: readonly Symspec[],
): ArcTest | null {
  const counted = arcRanges(finder, only)
  if (counted.length > 0) return arcTest(symbols, counted)
  const left = arcRanges(finder, without)
  if (left.length === 0) return null
  const isListed = arcTest(symbols, left)
  return (parent, child) => !isListed(parent, child)
}

function arcRanges(finder: RangeFinder, specs: readonly Symspec[]): readonly ArcRange[] {
  return finalizeRanges(
    specs.flatMap(({ left, right }) => {
      const children = right === null ? [] : finder.rangesOf(right)
      return finder.rangesOf(left).map((range) => ({ ...range, children }))
    }),
  )
}

/** Unlike a function, an arc is looked for in every range that holds its parent, not only in the nearest. */
function arcTest({ address, last }: SymbolTable, parents: readonly ArcRange[]): ArcTest {
  const ranges = new RangeIndex(parents)
  const indexes = new Map<readonly SymbolRange[], RangeIndex<SymbolRange>>()
  for (const { children } of parents)
    if (!indexes.has(children)) indexes.set(children, new RangeIndex(children))
  return (parent, child) => {
    const caller = address[parent]
    const from = address[child]
    const to = last[child]
    return ranges.some(
      caller,
      caller,
      ({ children }) => indexes.get(children)?.some(from, to, () => true) ?? false,
    )
  }
}

/** Of ranges by their start, which may overlap, those around some place: most stand apart, and one or none is looked at. */
class RangeIndex<R extends SymbolRange> {
  readonly #ranges: readonly R[]
  readonly #starts: Float64Array
  /** Where the ranges up to this one have all ended. */
  readonly #ends: Float64Array

  constructor(ranges: readonly R[]) {
    this.#ranges = ranges
    this.#starts = Float64Array.from(ranges, ({ address }) => address)
    let end = -Infinity
    this.#ends = Float64Array.from(ranges, ({ last }) => (end = Math.max(end, last)))
  }

  some(from: number, to: number, test: (range: R) => boolean): boolean {
    for (let at = lastAtOrBelow(this.#starts, from); at >= 0 && this.#ends[at] >= to; at--) {
      const range = this.#ranges[at]
      if (to <= range.last && test(range)) return true
    }
    return false
  }
}

/**
 * gprof's filters: what options like `-e`, `-k` or `-pmain` name → for each kind of filter the symbols it lets through.
 *
 * Each kind has two tables, "only these" and "without these". A table that names nothing filters nothing. Specs count
 * from the last option to the first, and gprof's own exclusions before all: of two that name the same start the first so
 * counted stands, on which e.g. the outcome of `-k a/b -k a/c` depends.
 *
 * Source: behaviour of GNU gprof 2.40, its quirks included; see docs/differences.md.
 */

export type FilterKind = 'graph' | 'arc' | 'flat' | 'time' | 'annotate' | 'exec'

export interface FilterOption {
  readonly kind: FilterKind
  /** True for "only these", false for "without these". */
  readonly only: boolean
  /** A symspec, as a binary string. */
  readonly spec: string
}

/** A column of 1 for each symbol in the table; null for an empty table. */
export type Members = Uint8Array<ArrayBuffer> | null

export interface FilterPair {
  readonly only: Members
  readonly without: Members
}

export interface FilterTables {
  readonly graph: FilterPair
  readonly flat: FilterPair
  readonly time: FilterPair
  readonly annotate: FilterPair
  readonly exec: FilterPair
  /** Whether an arc between two rows counts; null if all do. */
  readonly countsArc: ArcTest | null
}

/** What profilers put into the program; gprof never counts time or calls against them. No two are equally long. */
const PROFILERS_OWN = new Map(
  ['_gprof_mcount', 'mcount', '_mcount', '__mcount', '__mcount_internal', '__mcleanup'].map((name) => [
    name.length,
    name,
  ]),
)

/** They begin with one of these, under a prefix as well, and none as C++ names do ("_Z"): few others need a closer look. */
const UNDERSCORE = 0x5f
const SMALL_M = 0x6d
const CAPITAL_Z = 0x5a

/** @param options in the order of the command line */
export function buildFilterTables(
  symbols: SymbolTable,
  options: readonly FilterOption[],
  sources: SourceTable | null = null,
): FilterTables {
  if (options.length === 0) return excludeProfilersOwn(symbols)
  const specs = options.map(({ kind, only, spec }) => ({ kind, only, ...parseSymspec(spec) })).reverse()
  const patterns = specs.flatMap(({ left, right }): SymbolPattern[] => (right ? [left, right] : [left]))
  const finder = new RangeFinder(symbols, sources, patterns)
  const own = rangesOfProfiler(symbols)
  const listed = (kind: FilterKind, only: boolean): typeof specs =>
    specs.filter((spec) => spec.kind === kind && spec.only === only)
  const pair = (kind: FilterKind, defaults: readonly SymbolRange[]): FilterPair => {
    const members = (only: boolean, more: readonly SymbolRange[]): Members => {
      const ranges = listed(kind, only).flatMap(({ left }) => finder.rangesOf(left))
      return membersOf(symbols, finalizeRanges([...more, ...ranges]))
    }
    return { only: members(true, []), without: members(false, defaults) }
  }
  return {
    graph: pair('graph', own),
    flat: pair('flat', own),
    time: pair('time', own),
    annotate: pair('annotate', []),
    exec: pair('exec', []),
    countsArc: buildArcFilter(symbols, finder, listed('arc', true), listed('arc', false)),
  }
}

/** Where nothing else is asked for, as in the page. */
export function excludeProfilersOwn(symbols: SymbolTable): FilterTables {
  const own = { only: null, without: membersOf(symbols, finalizeRanges(rangesOfProfiler(symbols))) }
  const none = { only: null, without: null }
  return { graph: own, flat: own, time: own, annotate: none, exec: none, countsArc: null }
}

/** Whether a symbol passes a pair of tables. */
export function isSelected(pair: FilterPair, row: number): boolean {
  if (pair.only !== null) return pair.only[row] === 1
  return pair.without === null || pair.without[row] === 0
}

/** 1 for every symbol that does not pass. */
export function excludedBy(pair: FilterPair, length: number): Uint8Array<ArrayBuffer> {
  if (pair.only !== null) return pair.only.map((member) => 1 - member)
  return pair.without?.slice() ?? new Uint8Array(length)
}

function rangesOfProfiler(symbols: SymbolTable): SymbolRange[] {
  const { names, prefix } = symbols
  const { bytes, start, end } = names
  const ranges: SymbolRange[] = []
  let before = ''
  for (let row = 0; row < symbols.length; row++) {
    const first = bytes[start[row]]
    const isLikely = first === UNDERSCORE ? bytes[start[row] + 1] !== CAPITAL_Z : first === SMALL_M
    if (!isLikely) {
      before = ''
      continue
    }
    const length = end[row] - start[row]
    // Most programs have no prefix; under one a name may still stand without it.
    const name = ownNamed(symbols, row, length - (prefix?.length ?? 0)) || ownNamed(symbols, row, length)
    const isOwn = name !== ''
    const last = symbols.last[row]
    const previous = ranges.at(-1)
    if (isOwn && name === before && previous) ranges[ranges.length - 1] = { ...previous, last }
    else if (isOwn) ranges.push({ address: symbols.address[row], last })
    before = isOwn ? name : ''
  }
  return ranges
}

/** The profiler's name of that length, if the row is so called; else "". */
function ownNamed({ names, prefix }: SymbolTable, row: number, length: number): string {
  const name = PROFILERS_OWN.get(length) ?? ''
  return name !== '' && isNamed(names, row, name, prefix) ? name : ''
}
