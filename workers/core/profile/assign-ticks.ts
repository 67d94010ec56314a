// Self time S_i: credits the samples of a histogram's bins to the routines whose code lies in them.
import { lastAtOrBelow } from '../base/binary-search.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'

/** A histogram record, or the part of its bins that begins at bin number `first` (0 unless given). */
export interface Bins {
  /** First link-time address of the record, whichever bin `bins` begins at. */
  readonly low: number
  /** Samples by bin. */
  readonly bins: Uint16Array | Float64Array
  readonly first?: number
}

/** Result of `assignTicks`. */
export interface AssignedTicks {
  /** S_i in ticks; 0 for excluded functions. */
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
 * Credits the samples of histograms to functions, as gprof does, down to the order of additions. A function
 * begins at its address and ends where the next one begins. A bin that holds code of several is divided by
 * the two-byte units that it shares with each:
 *
 *     S_i = Σ_b samples(b) × units(b ∩ i) ÷ scale
 *
 * Bin edges are truncated to two-byte units while the credit divides by the exact scale. So a function's
 * parts need not add up to the whole: that is gprof's arithmetic, and its printed percentages depend on it.
 *
 * @param scale two-byte units per bin
 * @param symbols ascending by link-time address
 * @param leftOut 1 for excluded functions, whose samples do not count (the profiler's own)
 */
export function assignTicks(
  histograms: readonly Bins[],
  scale: number,
  symbols: Pick<SymbolTable, 'length' | 'address' | 'lastIsOpen'>,
  leftOut: Uint8Array,
): AssignedTicks {
  const { length, address } = symbols
  const end = symbols.lastIsOpen ? Infinity : 0
  const selfTicks = new Float64Array(length)
  let total = 0
  let recorded = 0
  let attributed = 0
  for (const { low, bins, first: firstBin = 0 } of histograms) {
    const lowest = Math.floor(low / 2)
    // Symbols that end before the histogram begins get no samples.
    let first = Math.max(0, lastAtOrBelow(address, 2 * lowest, length))
    for (let bin = 0; bin < bins.length; bin++) {
      const samples = bins[bin]
      if (samples === 0) continue
      const from = lowest + Math.trunc(scale * (firstBin + bin))
      const to = lowest + Math.trunc(scale * (firstBin + bin + 1))
      total += samples
      recorded += samples
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
        attributed += ticks
        if (leftOut[f] === 0) selfTicks[f] += ticks
        else total -= ticks
      }
    }
  }
  return { selfTicks, total, recorded, attributed }
}
