// Tables of address ranges as gprof's filters use them: looked up by the nearest start below an address, and by nothing
// else. Ranges may nest or overlap; only the one that starts nearest is ever examined.
import { lastAtOrBelow } from '../../base/search.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'

export interface SymbolRange {
  /** First and last byte. */
  readonly address: number
  readonly last: number
}

/**
 * Sorted by start, one range per start (the one listed first), ranges that end before they start left out: gprof
 * finalises its filter tables as it does its symbol table.
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
