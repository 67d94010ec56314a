// Which arcs count, by gprof's specs for arcs.
import { lastAtOrBelow } from '../../base/search.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import type { RangeFinder } from './find-ranges.ts'
import { finalizeRanges, type SymbolRange } from './symbol-ranges.ts'
import type { Symspec } from './symspec.ts'

/** By the rows of both. */
export type ArcTest = (parent: number, child: number) => boolean

/** Parents of listed arcs, each with the ranges its children may lie in. */
interface ArcRange extends SymbolRange {
  readonly children: readonly SymbolRange[]
}

/** Null if all count. Specs come from the last option to the first. */
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
