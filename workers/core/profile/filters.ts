// Filter tables: which symbols options like `-e`, `-k` or `-pmain` let through, for each kind of
// filter.
//
// Each kind has two tables, "only these" and "without these". An empty table filters nothing.
// Specs count from the last option to the first, with gprof's own exclusions before all. Of two
// specs with the same start the first in that order wins; the outcome of `-k a/b -k a/c`, for
// example, depends on that.
//
// Source: behaviour of GNU gprof 2.40, its quirks included; see docs/differences.md.
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { isNamed } from '../symbols/demangle/demangle.ts'
import type { SourceTable } from './call-graph-profile.ts'
import { type ArcTest, buildArcFilter } from './arc-filter.ts'
import { parseSymspec, type SymbolPattern } from './symspecs.ts'
import { RangeFinder, type SymbolRange, membersOf, finalizeRanges } from './symbol-ranges.ts'

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
