// What has been worked out of a profile's certain time, for explanations: they are asked for one by one, and must not wait for it.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'

/** By function; nothing while nobody has asked for it, or it is under way. */
export const certainAtHand = new WeakMap<AnalyzedProfile, Float64Array>()
