// The bins that may have counted samples in a stretch of code, of histograms with all of their bins or with those alone that counted.
import { lastAtOrBelow } from '../../base/search.ts'
import type { CodeStretch } from '../../formats/source-lines.ts'
import type { BinsFrom } from '../assign-ticks.ts'
import type { SummedHistogram } from '../sum/sum-histograms.ts'

/** Bins that counted, numbered through all records, ascending. */
export interface SparseBins {
  readonly records: readonly { readonly low: number; readonly bins: number }[]
  readonly places: Float64Array
  readonly counts: Float64Array
}

/** All bins of the histograms, or those alone that counted. */
export type Bins =
  { readonly all: readonly Pick<SummedHistogram, 'low' | 'bins'>[] } | { readonly counted: SparseBins }

/** @param scale two-byte units per bin */
export function binsWithin(bins: Bins, scale: number, stretch: CodeStretch): readonly BinsFrom[] {
  return 'all' in bins ? allWithin(bins.all, scale, stretch) : countedWithin(bins.counted, scale, stretch)
}

function allWithin(
  histograms: readonly Pick<SummedHistogram, 'low' | 'bins'>[],
  scale: number,
  stretch: CodeStretch,
): readonly BinsFrom[] {
  return histograms.flatMap(({ low, bins }) => {
    const { first, behind } = placesWithin(low, bins.length, scale, stretch)
    return behind > first ? [{ low, first, bins: bins.subarray(first, behind) }] : []
  })
}

function countedWithin(
  { records, places, counts }: SparseBins,
  scale: number,
  stretch: CodeStretch,
): readonly BinsFrom[] {
  const found: BinsFrom[] = []
  let before = 0
  for (const { low, bins: length } of records) {
    const { first, behind } = placesWithin(low, length, scale, stretch)
    if (behind > first) {
      const bins = new Float64Array(behind - first)
      for (let row = lastAtOrBelow(places, before + first - 1) + 1; row < places.length; row++) {
        const bin = places[row] - before
        if (bin >= behind) break
        bins[bin - first] = counts[row]
      }
      found.push({ low, first, bins })
    }
    before += length
  }
  return found
}

/** One more at each end, for edges of bins are truncated. */
function placesWithin(
  low: number,
  length: number,
  scale: number,
  { from, to }: CodeStretch,
): { readonly first: number; readonly behind: number } {
  const lowest = Math.floor(low / 2)
  const place = (address: number): number => (Math.floor(address / 2) - lowest) / scale
  return {
    first: Math.max(0, Math.floor(place(from)) - 1),
    behind: Math.min(length, Math.ceil(place(to)) + 2),
  }
}
