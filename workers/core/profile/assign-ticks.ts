// Histogram bins → ticks per function. A bin that straddles functions is split by the units it shares with each.
import { lastAtOrBelow } from '../base/search.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'
import type { SummedHistogram } from './sum/sum-histograms.ts'

/** Where functions begin, and each ends where the next begins. */
type Extents = Pick<SymbolTable, 'length' | 'address' | 'lastIsOpen'>

/** A record's bins, or some of them: those from bin number `first` on. */
export type BinsFrom = Pick<SummedHistogram, 'low' | 'bins'> & { readonly first?: number }

export interface AssignedTicks {
  /** Per function; functions left out stay at 0. */
  readonly selfTicks: Float64Array<ArrayBuffer>
  /** All samples less what was credited to functions left out; gprof's total, rounding residues included. */
  readonly total: number
  /** As recorded, and what was credited to some function (left out or not). */
  readonly recorded: number
  readonly attributed: number
}

/**
 * Credits samples the way gprof does, down to the order of additions.
 *
 * Bin edges are truncated to two-byte units while the credit divides by the exact scale, so a function's parts need
 * not add up to the whole: that is gprof's arithmetic, and its printed percentages depend on it.
 *
 * @param leftOut 1 for functions whose samples do not count (the profiler's own)
 * Unit:  ticks.
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
  // What ends before the histogram begins has no part in it.
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
      // Nor where it is no number, as of a record without range and bins: gprof, too, finds nothing there.
      if (!(overlap > 0)) continue
      const ticks = (overlap * samples) / scale
      sums.attributed += ticks
      if (leftOut[f] === 0) selfTicks[f] = selfTicks[f] + ticks
      else sums.total -= ticks
    }
  }
}
