// Arc filters: which arcs symspecs of two sides let through.
import { lastAtOrBelow } from '../base/binary-search.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { type SymbolRange, RangeFinder, finalizeRanges } from './symbol-ranges.ts'
import type { Symspec } from './symspecs.ts'

/** Whether an arc counts, by the rows of its caller and callee in the symbol table. */
export type ArcTest = (parent: number, child: number) => boolean

/** Parents of listed arcs, each with the ranges of its children. */
interface ArcRange extends SymbolRange {
  readonly children: readonly SymbolRange[]
}

/** Returns null if every arc counts. Specs are ordered from the last option to the first. */
export function buildArcFilter(
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
