// Corresponding entries under two scenarios, or in two runs, which number them differently.
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Analysis } from './listing/listing.ts'
import type { EntryIndex } from './listing/entries.ts'
import { NONE, type None } from '../base/columns.ts'

/**
 * Returns the entries in `after` that correspond to entries of `before`. Those without a counterpart are
 * omitted, and all if the analyses do not have the same functions (by address).
 */
export function mapEntries(
  before: Analysis,
  after: Analysis,
  entries: ReadonlySet<EntryIndex>,
): ReadonlySet<EntryIndex> {
  const carried = new Set<EntryIndex>()
  if (entries.size === 0 || !hasSameFunctions(before, after)) return carried
  for (const entry of entries) {
    const there = mapEntry(before, after, entry)
    if (there !== NONE) carried.add(there)
  }
  return carried
}

/**
 * Returns the entry in `after` for an entry of `before`, which must have the same functions. A whole cycle
 * corresponds to the cycle of its first member. NONE if there is no such entry.
 */
export function mapEntry(before: Analysis, after: Analysis, entry: EntryIndex): EntryIndex | None {
  const f = before.listing.entries.functionOf[entry]
  if (f !== NONE) return after.listing.entries.entryOfFunction[f]
  const cycle = before.listing.entries.cycleOf[entry]
  if (cycle === NONE) return NONE
  const { members } = before.analyzed.cycles
  const first = members.items[members.offsets[cycle]]
  const now = after.analyzed.cycles.cycleOf[first]
  return now === NONE ? NONE : after.listing.entries.entryOfCycle[now]
}

function hasSameFunctions(before: Analysis, after: Analysis): boolean {
  const [were, are] = [before.analyzed.profile.functions, after.analyzed.profile.functions]
  if (were.address === are.address) return true
  if (were.length !== are.length) return false
  for (let at = 0; at < were.length; at++) {
    const f = at as FunctionIndex
    if (were.address[f] !== are.address[f]) return false
  }
  return true
}
