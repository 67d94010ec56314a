// The flat profile's order from that under another scenario.
import { asArray } from '../../base/as-column.ts'
import { reorder } from '../../base/sorting/reorder.ts'
import { compareStrings } from '../../base/string-table.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { listFlatProfile, type FlatProfile } from './flat-profile.ts'

/**
 * The same as `listFlatProfile`, beginning with the order under another scenario: self time never differs from there, calls may.
 *
 * @param isChanged 1 for a function whose calls may be others
 */
export function relistFlatProfile(
  analyzed: AnalyzedProfile,
  before: Uint32Array,
  isChanged: Uint8Array,
): FlatProfile {
  return listFlatProfile(analyzed, reorder(before, isChanged, [], flatOrder(analyzed)))
}

/** The same order, of two functions. */
function flatOrder({ profile }: AnalyzedProfile): (left: number, right: number) => number {
  const { functions } = profile
  const self = asArray(functions.selfTicks)
  const calls = asArray(functions.calls)
  const { names } = functions
  return (left, right) => {
    const byTime = self[right] - self[left]
    if (byTime !== 0) return byTime
    const byCalls = calls[right] - calls[left]
    if (byCalls !== 0) return byCalls
    return compareStrings(names, left, right) || left - right
  }
}
