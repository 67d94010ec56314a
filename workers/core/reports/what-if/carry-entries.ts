// Entries under one scenario, or of one run → the same entries under another, which numbers them anew.
import { NONE, type None } from '../../base/brand.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { EntryIndex } from '../listing/entries.ts'
import type { Analysis } from '../listing/listing.ts'

/** None, where both do not have the same functions. */
export function carryEntries(
  before: Analysis,
  after: Analysis,
  entries: ReadonlySet<EntryIndex>,
): ReadonlySet<EntryIndex> {
  const carried = new Set<EntryIndex>()
  if (entries.size === 0 || !hasSameFunctions(before, after)) return carried
  for (const entry of entries) {
    const there = carryEntry(before, after, entry)
    if (there !== NONE) carried.add(there)
  }
  return carried
}

/** A cycle as a whole is where its first member is; NONE if that is in no cycle any more. */
export function carryEntry(before: Analysis, after: Analysis, entry: EntryIndex): EntryIndex | None {
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
