// gprof's filters: parses symspecs, finds the ranges of symbols they select, and decides which
// functions and arcs they let through.
import { lastAtOrBelow } from '../base/sorting.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { baseName } from '../base/file-names.ts'
import { NONE } from '../base/columns.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { isNamed } from '../symbols/demangle/demangle.ts'
import type { FunctionIndex, SourceTable } from './call-graph-profile.ts'

/**
 * One side of a symspec; null where it does not restrict. All three null: every symbol. Names are
 * binary strings.
 */
export interface SymbolPattern {
  readonly file: string | null
  readonly line: number | null
  readonly name: string | null
}

/** A parsed symspec, `left` or `left/right`. `right` is null for a spec without a slash. */
export interface Symspec {
  readonly left: SymbolPattern
  readonly right: SymbolPattern | null
}

/**
 * Parses a symspec: splits it at the first slash, then each side at its last colon. Without a colon, text
 * with a dot is a file, text that begins with a digit is a line (0: any line), anything else is a name. Does
 * not fail; an empty side does not restrict.
 *
 * @param spec binary string
 */
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

// Address ranges as gprof's filters use them: a look-up takes the range with the nearest start at
// or below an address, and no other. Ranges may nest or overlap; only the nearest is examined.

/** A range of code that a filter selects. */
export interface SymbolRange {
  /** First byte, a link-time address; `last` is the last byte, inclusive. */
  readonly address: number
  readonly last: number
}

/**
 * Sorts ranges by start and keeps one per start (the first listed). Drops ranges that end before
 * they start. gprof finalises its filter tables in the same way as its symbol table.
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
 * Returns a column, indexed like the symbols, with 1 for each symbol whose start lies in a range; null for no
 * ranges, which filter nothing.
 *
 * @param ranges finalised by `finalizeRanges`: ascending, one per start; there are few of them, so symbols
 *   are looked up for ranges
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

// Ranges of symbols that symspecs select. Thousands of names may be wanted in a large program, so
// one walk looks for all of them.

class RangeFinder {
  readonly #symbols: SymbolTable
  readonly #sources: SourceTable | null
  readonly #ofNames: ReadonlyMap<string, readonly SymbolRange[]>

  /** @param patterns all patterns that `rangesOf` will be called with */
  constructor(symbols: SymbolTable, sources: SourceTable | null, patterns: readonly SymbolPattern[]) {
    this.#symbols = symbols
    this.#sources = sources
    const names = patterns.flatMap((pattern) => (isNameAlone(pattern) ? [pattern.name] : []))
    this.#ofNames = rangesByName(symbols, new Set(names))
  }

  /**
   * Returns the runs of symbols that match the pattern, by address. Each run is one range, from
   * its first symbol's start to its last symbol's end. A file matches by its base name; of
   * several files with one base name only the last listed is used.
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
    // In a program with a name prefix, some names lack it.
    for (const raw of name.startsWith(prefix) ? [prefix + name] : [prefix + name, name]) {
      runs.set(raw, ofName)
      lengths.add(raw.length)
    }
  }
  if (lengths.size === 0) return new Map()
  for (let row = 0; row < symbols.length; row++) {
    // The length rules out most names without decoding them.
    if (lengths.has(names.end[row] - names.start[row]))
      runs.get(stringAt(names, row as StringIndex))?.add(row)
  }
  return new Map([...byName].map(([name, { ranges }]) => [name, ranges]))
}

/** Joins adjacent symbols into ranges, by address. */
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

// Arc filters: gprof's symspecs for arcs.

/** Whether an arc counts, by the rows of its caller and callee in the symbol table. */
export type ArcTest = (parent: number, child: number) => boolean

/** Parents of listed arcs, each with the ranges of its children. */
interface ArcRange extends SymbolRange {
  readonly children: readonly SymbolRange[]
}

/** Returns null if every arc counts. Specs are ordered from the last option to the first. */
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

/** Looks in every range that holds the parent, not only in the nearest as for functions. */
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

/**
 * Index of ranges that may overlap, sorted by start. Most do not overlap, so a look-up examines
 * one range or none.
 */
class RangeIndex<R extends SymbolRange> {
  readonly #ranges: readonly R[]
  readonly #starts: Float64Array
  /** Largest end of the ranges up to this one. */
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
 * Filter tables: which symbols options like `-e`, `-k` or `-pmain` let through, for each kind of
 * filter.
 *
 * Each kind has two tables, "only these" and "without these". An empty table filters nothing.
 * Specs count from the last option to the first, with gprof's own exclusions before all. Of two
 * specs with the same start the first in that order wins; the outcome of `-k a/b -k a/c`, for
 * example, depends on that.
 *
 * Source: behaviour of GNU gprof 2.40, its quirks included; see docs/differences.md.
 */

/**
 * What a filter applies to: call graph, arcs, flat profile, propagated time, annotated source, or
 * execution counts.
 */
export type FilterKind = 'graph' | 'arc' | 'flat' | 'time' | 'annotate' | 'exec'

/** One filter option of the command line. */
export interface FilterOption {
  readonly kind: FilterKind
  /** True for "only these", false for "without these". */
  readonly only: boolean
  /** A symspec, as a binary string. */
  readonly spec: string
}

/** Column with 1 for each symbol in a filter table; null for an empty table. */
export type Members = Uint8Array<ArrayBuffer> | null

/** The two tables of one kind of filter; read them with `isSelected`. */
export interface FilterPair {
  readonly only: Members
  readonly without: Members
}

/** Filter tables of all kinds, as built by `buildFilterTables`. */
export interface FilterTables {
  readonly graph: FilterPair
  readonly flat: FilterPair
  readonly time: FilterPair
  readonly annotate: FilterPair
  readonly exec: FilterPair
  /** Whether the arc between two rows counts; null if all arcs do. */
  readonly countsArc: ArcTest | null
}

/**
 * The profilers' own functions by length of name (no two are equally long). gprof never counts
 * time or calls for them.
 */
const PROFILERS_OWN = new Map(
  ['_gprof_mcount', 'mcount', '_mcount', '__mcount', '__mcount_internal', '__mcleanup'].map((name) => [
    name.length,
    name,
  ]),
)

/**
 * First letters of these names, with or without a prefix. No name begins with "_Z" as C++ names
 * do, so few other names need a closer look.
 */
const UNDERSCORE = 0x5f
const SMALL_M = 0x6d
const CAPITAL_Z = 0x5a

/**
 * Builds the filter tables of a program, the profiler's own functions excluded. A spec that matches nothing
 * adds nothing to its table.
 *
 * @param options in command-line order
 * @param sources needed by specs that name a file or a line; without it these match nothing
 */
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

/** Returns filter tables that exclude only the profiler's own functions, as the page uses them. */
export function excludeProfilersOwn(symbols: SymbolTable): FilterTables {
  const own = { only: null, without: membersOf(symbols, finalizeRanges(rangesOfProfiler(symbols))) }
  const none = { only: null, without: null }
  return { graph: own, flat: own, time: own, annotate: none, exec: none, countsArc: null }
}

/**
 * Whether the symbol in `row` passes a pair of tables. `only` wins: `without` matters where `only` is null.
 */
export function isSelected(pair: FilterPair, row: number): boolean {
  if (pair.only !== null) return pair.only[row] === 1
  return pair.without === null || pair.without[row] === 0
}

/** Returns a new column of `length` with 1 for every symbol that does not pass. */
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
    // Most programs have no prefix. In one that has, some names lack it.
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

/** Returns the profiler's name of that length if the symbol has it, else "". */
function ownNamed({ names, prefix }: SymbolTable, row: number, length: number): string {
  const name = PROFILERS_OWN.get(length) ?? ''
  return name !== '' && isNamed(names, row, name, prefix) ? name : ''
}
