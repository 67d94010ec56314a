// The first few functions by self time, total time or calls.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Listing } from './listing/listing.ts'
import type { EntryIndex } from './listing/entries.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatSeconds, formatShareOf, fractionOf, secondsOf } from '../quantities.ts'
import { selfTicksOf, totalTicksOf } from './share-ticks.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'

/** One function of a highlight list. */
export interface Highlight {
  readonly f: FunctionIndex
  readonly name: string
  /** Time with two decimals and a unit, or "1,234 ×" for calls. */
  readonly time: string
  /** "12.3%"; "" for calls. */
  readonly percent: string
  /** What its bar is as long as: the share of self or total time; calls as a part of the most calls. */
  readonly bar: { readonly of: 'self' | 'total' } | { readonly of: 'calls'; readonly part: number }
}

/**
 * Returns the functions that took time among the first `limit` of the flat profile, with their self time as
 * a share of all samples. Empty if no function took time.
 */
export function hottest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  const { selfTicks } = analyzed.profile.functions
  const found: Highlight[] = []
  for (const row of listing.flat.printed.subarray(0, limit)) {
    const f = row as FunctionIndex
    if (!(selfTicks[f] > 0)) continue
    found.push(highlight(analyzed, f, 'self', selfTicks[f], selfTicksOf(analyzed, f)))
  }
  return found
}

/**
 * Returns the first functions of the flat profile that were called, at most `limit`, with their calls; bars
 * are shares of the most. Only for a profile without samples, whose flat profile is sorted by calls; see
 * `hottest` for others.
 */
export function mostCalled(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  const { calls } = analyzed.profile.functions
  const rows = Array.from(listing.flat.printed.subarray(0, limit), (row) => row as FunctionIndex)
  const most = rows.reduce((so, f) => Math.max(so, calls[f]), 0)
  return rows
    .filter((f) => calls[f] > 0)
    .map((f) => ({
      f,
      name: displayName(analyzed.profile.functions, f),
      time: `${formatCount(calls[f])} ×`,
      percent: '',
      bar: { of: 'calls', part: fractionOf(calls[f], most) },
    }))
}

/**
 * Returns the first `limit` functions of the call graph, whole cycles and functions without time excluded:
 * those with the most total time. Empty if no calls are known, because the list would repeat `hottest`.
 */
export function longest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  if (!analyzed.profile.hasArcs) return []
  const { entries } = listing
  const found: Highlight[] = []
  for (let at = 0; at < entries.printed.length && found.length < limit; at++) {
    const f = entries.functionOf[entries.printed[at] as EntryIndex]
    if (f === NONE) continue
    if (totalTicksOf(analyzed, f) > 0) found.push(totalHighlight(analyzed, f))
  }
  return found
}

/** Returns a function with its total time (self and child time) and its share of all recorded samples. */
export function totalHighlight(analyzed: AnalyzedProfile, f: FunctionIndex): Highlight {
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  return highlight(analyzed, f, 'total', total, totalTicksOf(analyzed, f))
}

/** @param shareTicks the time whose share is shown: that of a listing may differ */
function highlight(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  of: 'self' | 'total',
  ticks: Ticks,
  shareTicks: Ticks,
): Highlight {
  const { functions, rate, abbreviation } = analyzed.profile
  return {
    f,
    name: displayName(functions, f),
    time: formatSeconds(secondsOf(ticks, rate), abbreviation),
    percent: formatShareOf(analyzed.profile, shareTicks),
    bar: { of },
  }
}
