// Ranges of self times where bins hold several functions.
import type { Ticks } from '../base/units.ts'
import type { CallGraphProfile, FunctionIndex, SharedBins } from '../profile/call-graph-profile.ts'

/** Range of a function's self time, in ticks; both ends are equal if all of its samples are its own. */
export interface SelfRange {
  readonly least: Ticks
  readonly most: Ticks
}

/** Returns the range of a function's self time as measured, in ticks; null if its bins are its own. */
export function selfRangeOf(
  { sharedBins }: Pick<CallGraphProfile, 'sharedBins'>,
  f: FunctionIndex,
): SelfRange | null {
  if (!sharedBins) return null
  const [least, most] = [sharedBins.least[f], sharedBins.most[f]]
  return least === most ? null : { least, most }
}

/** A function that may own samples of shared bins. */
interface Candidate {
  readonly f: FunctionIndex
  /** Samples that may or may not be its own. */
  readonly ticks: Ticks
}

/**
 * Returns the functions to which the samples of shared bins may belong, most uncertain ticks first, ties by
 * index.
 */
export function candidatesOf({ least, most }: SharedBins): readonly Candidate[] {
  const found: Candidate[] = []
  for (let row = 0; row < least.length; row++) {
    const f = row as FunctionIndex
    const ticks = most[f] - least[f]
    if (ticks > 0) found.push({ f, ticks })
  }
  return found.sort((a, b) => b.ticks - a.ticks || a.f - b.f)
}
