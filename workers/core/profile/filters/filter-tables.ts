/**
 * gprof's filters: what options like `-e`, `-k` or `-pmain` name → for each kind of filter the symbols it lets through.
 *
 * Each kind has two tables, "only these" and "without these". A table that names nothing filters nothing. Specs count
 * from the last option to the first, and gprof's own exclusions before all: of two that name the same start the first so
 * counted stands, on which e.g. the outcome of `-k a/b -k a/c` depends.
 *
 * Source: behaviour of GNU gprof 2.40, its quirks included; see docs/differences.md.
 */
import { isNamed } from '../../symbols/demangle/name-prefix.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import { buildArcFilter, type ArcTest } from './arc-filter.ts'
import { RangeFinder } from './find-ranges.ts'
import { finalizeRanges, membersOf, type SymbolRange } from './symbol-ranges.ts'
import { parseSymspec, type SymbolPattern } from './symspec.ts'
import type { SourceTable } from '../tables.ts'

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
  if (options.length === 0) return ownLeftOut(symbols)
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
export function ownLeftOut(symbols: SymbolTable): FilterTables {
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
export function leftOutBy(pair: FilterPair, length: number): Uint8Array<ArrayBuffer> {
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
