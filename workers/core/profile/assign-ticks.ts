// Samples per function. A bin that straddles functions is split by the two-byte units it shares with
// each.
import { lastAtOrBelow } from '../base/binary-search.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import type { SummedHistogram } from './sum-histograms.ts'

/** Function extents: each function ends where the next begins. */
type Extents = Pick<SymbolTable, 'length' | 'address' | 'lastIsOpen'>

/**
 * A histogram record, or the part of its bins that begins at bin number `first` (0 unless given). `low` is
 * the record's own.
 */
export type BinsFrom = Pick<SummedHistogram, 'low' | 'bins'> & { readonly first?: number }

/** Result of `assignTicks`. */
export interface AssignedTicks {
  /** Ticks per function; 0 for excluded functions. */
  readonly selfTicks: Float64Array<ArrayBuffer>
  /**
   * All samples minus those credited to excluded functions, in ticks. This is gprof's total,
   * rounding residues included.
   */
  readonly total: number
  /** Samples as recorded, and the ticks credited to any function, excluded or not. */
  readonly recorded: number
  readonly attributed: number
}

/**
 * Credits the samples of histograms to functions, as gprof does, down to the order of additions.
 *
 * Bin edges are truncated to two-byte units while the credit divides by the exact scale. So a function's
 * parts need not add up to the whole: that is gprof's arithmetic, and its printed percentages depend on it.
 *
 * @param scale two-byte units per bin
 * @param symbols ascending by link-time address
 * @param leftOut 1 for excluded functions, whose samples do not count (the profiler's own)
 * @returns ticks
 */
export function assignTicks(
  histograms: readonly BinsFrom[],
  scale: number,
  symbols: Extents,
  leftOut: Uint8Array,
): AssignedTicks {
  const sums = { selfTicks: new Float64Array(symbols.length), total: 0, recorded: 0, attributed: 0 }
  for (const histogram of histograms) credit(histogram, scale, symbols, leftOut, sums)
  return sums
}

function credit(
  { low, bins, first: firstBin = 0 }: BinsFrom,
  scale: number,
  { length, address, lastIsOpen }: Extents,
  leftOut: Uint8Array,
  sums: { -readonly [K in keyof AssignedTicks]: AssignedTicks[K] },
): void {
  const { selfTicks } = sums
  const end = lastIsOpen ? Infinity : 0
  const lowest = Math.floor(low / 2)
  // Symbols that end before the histogram begins get no samples.
  let first = Math.max(0, lastAtOrBelow(address, 2 * lowest, length))
  for (let bin = 0; bin < bins.length; bin++) {
    const samples = bins[bin]
    if (samples === 0) continue
    const from = lowest + Math.trunc(scale * (firstBin + bin))
    const to = lowest + Math.trunc(scale * (firstBin + bin + 1))
    sums.total += samples
    sums.recorded += samples
    for (let f = first; f < length; f++) {
      const functionFrom = Math.floor(address[f] / 2)
      const functionTo = f + 1 < length ? Math.floor(address[f + 1] / 2) : end
      if (to < functionFrom) break
      first = f
      if (from >= functionTo) continue
      const overlap = Math.min(to, functionTo) - Math.max(from, functionFrom)
      // NaN for a record without range and bins. gprof, too, credits nothing then.
      if (!(overlap > 0)) continue
      const ticks = (overlap * samples) / scale
      sums.attributed += ticks
      if (leftOut[f] === 0) selfTicks[f] = selfTicks[f] + ticks
      else sums.total -= ticks
    }
  }
}
