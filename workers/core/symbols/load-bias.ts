// Addresses of the running program → addresses of the linker, for programs that ran elsewhere than they were linked for.
import type { RawProfile } from '../formats/format.ts'

/** The same profile with every address lowered by `shift`; the arrays are shared when there is nothing to do. */
export function withoutLoadBias(profile: RawProfile, shift: number): RawProfile {
  if (shift === 0) return profile
  return {
    ...profile,
    histograms: profile.histograms.map((histogram) => ({
      ...histogram,
      low: histogram.low - shift,
      high: histogram.high - shift,
    })),
    arcs: {
      ...profile.arcs,
      from: profile.arcs.from.map((address) => address - shift),
      self: profile.arcs.self.map((address) => address - shift),
    },
  }
}
