// Address ranges of symbols, as gprof’s filters use them: a look-up takes the range with the nearest
// start at or below an address, no other. Ranges may nest or overlap; only the nearest is examined.
// Thousands of names may be wanted in a large program, so one walk looks for all of them.
import { lastAtOrBelow } from '../base/binary-search.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { baseName } from '../base/file-names.ts'
import { NONE } from '../base/columns.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { isNamed } from '../symbols/demangle/demangle.ts'
import type { FunctionIndex, SourceTable } from './call-graph-profile.ts'
import type { SymbolPattern } from './symspecs.ts'

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
export function finalizeRanges<R extends SymbolRange>(ranges: readonly R[]): R[] {
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

export class RangeFinder {
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
