// What gprof's symspecs mean → ranges of symbols. There may be thousands, of names in a large program: these are all looked for
// in one walk over it.
import { baseName } from '../../base/base-name.ts'
import { NONE } from '../../base/brand.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { isNamed } from '../../symbols/demangle/name-prefix.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import type { FunctionIndex, SourceTable } from '../tables.ts'
import type { SymbolRange } from './symbol-ranges.ts'
import type { SymbolPattern } from './symspec.ts'

export class RangeFinder {
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
