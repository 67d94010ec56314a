// The cuts that the summary names: those that keep the way down. Apart from the summary, which the page shows
// before it has the search for cuts.
import { DEFAULT_REQUEST, suggestCuts, type SuggestedCuts } from '../../analysis/cuts/suggest-cuts.ts'
import { cycleToCut } from './what-takes-time.ts'
import type { Analysis } from '../listing/listing.ts'

/**
 * Returns suggested cuts of the cycle that the summary names; null if it names none.
 *
 * @param limit bounds the search, in its steps; see `CutRequest`
 */
export function cutsOfSummary(analysis: Analysis, limit: number): SuggestedCuts | null {
  const top = cycleToCut(analysis)
  return top && suggestCuts(analysis.analyzed, top.cycle, { ...DEFAULT_REQUEST, limit })
}
