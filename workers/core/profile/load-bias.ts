// Addresses of the running program as addresses of the linker, for programs that were moved when they
// were loaded.
import type { RawProfile } from '../formats/format.ts'

/**
 * Returns the profile with every address of histograms and arcs lowered by `shift` bytes; the profile itself
 * for 0. Bins and counts are shared.
 */
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
