// How long a function was on the stack: its bounds as they are shown.
import { factorOfFunction } from '../../analysis/apply-scenario.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { spanText } from '../span-text.ts'
import { selfRangeOf } from '../../trust/self-range.ts'
import { type TimeRange, foldedSelfRange } from '../../trust/bounds/folded-self.ts'
import { rangeOfTotal, rangeOfArc } from '../../trust/bounds/certain-parts.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'

/**
 * Returns a range that holds whichever functions own the samples of shared bins. A range of all time
 * stays, and so does one under folding, whose ends consider those samples already.
 *
 * @param own the least self time of the function
 */
function widened(
  { profile: { sharedBins, totals }, folding }: AnalyzedProfile,
  { least, most }: TimeRange,
  own: Ticks,
): TimeRange {
  if (!sharedBins || folding || least >= totals.ticks * (1 - 1e-9)) return { least, most }
  return {
    least: Math.max(own, least - sharedBins.ticks),
    most: Math.min(Math.max(least, totals.ticks), most + sharedBins.ticks),
  }
}

/**
 * Returns the bounds of a function's time on the stack as they are shown, in ticks: whichever functions own the
 * samples of shared bins.
 */
export function stackRangeOf(analyzed: AnalyzedProfile, bounds: Bounds, f: FunctionIndex): TimeRange {
  return widened(analyzed, rangeOfTotal(analyzed, bounds, f), leastSelf(analyzed, f))
}

/**
 * Returns the self time that is printed beside the time on the stack, in ticks: the lower end of its range,
 * where it has one.
 */
export function leastSelf(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  const folded = foldedSelfRange(analyzed, f)
  if (folded) return folded.least
  const self = analyzed.profile.functions.selfTicks[f]
  const shared = selfRangeOf(analyzed.profile, f)
  return shared ? Math.min(self, shared.least / factorOfFunction(analyzed, f)) : self
}

/**
 * Returns how long a function was on the stack: "0.25 to 0.31 s", or "0.31 s" if both bounds agree,
 * rounded outwards, but not below the self time beside it (`spanText`). A loose upper bound reads "0.25 to 0.31 s,
 * loosely". Returns "" without bounds or a rate, and for a listing,
 * whose times are rounded.
 */
export function rangeText(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): string {
  return bounds
    ? formatRange(analyzed, bounds, f, stackRangeOf(analyzed, bounds, f), leastSelf(analyzed, f))
    : ''
}

/** Returns how long calls along an arc were on the stack, as `rangeText` does for a function. */
export function rangeTextOfArc(analyzed: AnalyzedProfile, bounds: Bounds | null, arc: ArcIndex): string {
  if (!bounds) return ''
  const range = widened(analyzed, rangeOfArc(analyzed, bounds, arc), 0)
  return formatRange(analyzed, bounds, analyzed.profile.arcs.child[arc], range, 0)
}

/**
 * Formats bounds of a time on the stack, as `rangeText` does; "" without a rate, and for a listing.
 *
 * @param f function whose upper bound the range has
 * @param own the self time beside it
 */
export function formatRange(
  analyzed: AnalyzedProfile,
  bounds: Bounds,
  f: FunctionIndex,
  range: TimeRange,
  own: Ticks,
): string {
  const { rate, listed } = analyzed.profile
  if (listed || !(rate > 0)) return ''
  const { least, most } = range
  const loosely = least < most * (1 - 1e-9) && bounds.isLoose[f] === 1 ? ', loosely' : ''
  return `${spanText(analyzed.profile, { least, most }, own)}${loosely}`
}
