// What has been worked out of a profile's certain time, for explanations: they are asked for one by one, and must not wait for it.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'

const known = new WeakMap<AnalyzedProfile, Float64Array>()

/** By function; null while nobody has asked for it, or it is under way. */
export function certainAtHand(analyzed: AnalyzedProfile): Float64Array | null {
  return known.get(analyzed) ?? null
}

export function keepAtHand(analyzed: AnalyzedProfile, ticks: Float64Array): void {
  known.set(analyzed, ticks)
}
