// Where the time went, at a glance: the first few functions by self time and by total time.
import { NONE } from '../../base/brand.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { EntryIndex } from '../listing/entries.ts'
import type { Listing } from '../listing/listing.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatFixed, formatSeconds, fractionOf, percentOf, secondsOf } from '../quantities.ts'

export interface Highlight {
  readonly f: FunctionIndex
  readonly name: string
  readonly time: string
  readonly percent: string
  readonly selfFraction: number
  readonly totalFraction: number
}

/** The head of the flat profile; nothing if no function took time. */
export function hottest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  const { selfTicks } = analyzed.profile.functions
  const found: Highlight[] = []
  for (const row of listing.flat.printed.subarray(0, limit)) {
    const f = row as FunctionIndex
    if (!(selfTicks[f] > 0)) continue
    const one = highlight(analyzed, f, selfTicks[f], selfTicks[f], analyzed.profile.totals.ticks)
    found.push(withPrinted(one, analyzed.asPrinted?.flatPercent[f]))
  }
  return found
}

/** The head of the flat profile of a profile without samples: most calls first. */
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
      // Counted exactly: no part of the bar is assumed.
      selfFraction: fractionOf(calls[f], most),
      totalFraction: fractionOf(calls[f], most),
    }))
}

/**
 * The head of the call graph, whole cycles left out: functions that spent most together with what they called. Nothing
 * where no calls are known: that would be the hottest once more.
 */
export function longest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  if (!analyzed.profile.hasArcs) return []
  const { entries } = listing
  const found: Highlight[] = []
  for (let at = 0; at < entries.printed.length && found.length < limit; at++) {
    const f = entries.functionOf[entries.printed[at] as EntryIndex]
    if (f === NONE) continue
    const one = totalHighlight(analyzed, f)
    if (one.totalFraction > 0) found.push(one)
  }
  return found
}

/** A function by its total time, of the call graph's time: the share that its entry says. */
export function totalHighlight(analyzed: AnalyzedProfile, f: FunctionIndex): Highlight {
  const self = analyzed.profile.functions.selfTicks[f]
  const one = highlight(analyzed, f, self, self + analyzed.times.childTicks[f], analyzed.printedTicks)
  return withPrinted(one, analyzed.asPrinted?.entryPercent[f])
}

/** The share that a listing printed: worked out again from its rounded times it would be another. */
function withPrinted(one: Highlight, percent: number | undefined): Highlight {
  if (percent === undefined || Number.isNaN(percent)) return one
  const totalFraction = fractionOf(percent, 100)
  return {
    ...one,
    percent: `${formatFixed(percent, 1)} %`,
    selfFraction: Math.min(one.selfFraction, totalFraction),
    totalFraction,
  }
}

function highlight(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  selfTicks: number,
  totalTicks: number,
  whole: number,
): Highlight {
  const { functions, rate, abbreviation } = analyzed.profile
  return {
    f,
    name: displayName(functions, f),
    time: formatSeconds(secondsOf(totalTicks, rate), abbreviation),
    percent: `${formatFixed(percentOf(totalTicks, whole), 1)} %`,
    selfFraction: fractionOf(selfTicks, whole),
    totalFraction: fractionOf(totalTicks, whole),
  }
}
