// The bins of histograms that may have counted samples in a stretch of code.
import type { CodeStretch } from '../../formats/source-lines.ts'
import type { BinsFrom } from '../assign-ticks.ts'
import type { SummedHistogram } from '../sum/sum-histograms.ts'

/** @param scale two-byte units per bin */
export function binsWithin(
  histograms: readonly Pick<SummedHistogram, 'low' | 'bins'>[],
  scale: number,
  stretch: CodeStretch,
): readonly BinsFrom[] {
  return histograms.flatMap(({ low, bins }) => {
    const { first, behind } = placesWithin(low, bins.length, scale, stretch)
    return behind > first ? [{ low, first, bins: bins.subarray(first, behind) }] : []
  })
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
