// A sample of recorded arcs, by which programs are compared with a profile.
import type { RawProfile } from '../formats/format.ts'

/** Arcs that are looked at, at most. */
export const MOST_EVIDENCE = 2048

/** A sample of the recorded arcs: columns like those of RawArcs. */
export interface ArcEvidence {
  readonly length: number
  readonly from: Float64Array<ArrayBuffer>
  readonly self: Float64Array<ArrayBuffer>
}

/**
 * Returns at most `most` arcs of a profile, evenly spaced and in file order, as evidence about its program.
 * Addresses are as recorded. Arcs into code where the program's profiler takes no samples are left out: they
 * lead into shared libraries that were compiled with -pg.
 */
export function sampleArcs(
  { arcs, histograms }: Pick<RawProfile, 'arcs' | 'histograms'>,
  most = MOST_EVIDENCE,
): ArcEvidence {
  const step = Math.max(1, Math.ceil(arcs.length / Math.max(1, most)))
  const ranges = histograms.filter(({ low, high }) => low < high)
  const from: number[] = []
  const self: number[] = []
  for (let arc = 0; arc < arcs.length && self.length < most; arc += step) {
    const child = arcs.self[arc]
    if (ranges.length > 0 && !ranges.some(({ low, high }) => low <= child && child < high)) continue
    from.push(arcs.from[arc])
    self.push(child)
  }
  return {
    length: self.length,
    from: Float64Array.from(from),
    self: Float64Array.from(self),
  }
}
