// The default root of a call tree.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { type None, NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { Listing } from '../listing/listing.ts'
import type { EntryIndex } from '../listing/entries.ts'
import type { Direction } from './tree-node.ts'

/**
 * Returns the default root, or NONE for an empty profile. For callees: the entry with the most total time;
 * of equal ones, the one nearest to the top. A whole cycle is given by its first member. For callers: the
 * function with the most self time, because the top entry has none.
 */
export function initialRoot(
  analyzed: AnalyzedProfile,
  listing: Listing,
  direction: Direction,
): FunctionIndex | None {
  if (direction === 'callers') return (listing.flat.printed[0] ?? NONE) as FunctionIndex | None
  const { times } = analyzed
  const { printed } = listing.entries
  let best: FunctionIndex | None = NONE
  let most = 0
  for (const entry of printed as Iterable<number> as Iterable<EntryIndex>) {
    const f = functionOfEntry(analyzed, listing, entry)
    if (f === NONE) continue
    const cycle = listing.entries.cycleOf[entry]
    const ticks =
      cycle === NONE
        ? times.propagatedSelf[f] + times.propagatedChild[f]
        : times.cyclePropagatedSelf[cycle] + times.cyclePropagatedChild[cycle]
    if (best === NONE) most = ticks
    else if (ticks < most * (1 - 1e-9)) break
    if (best === NONE || times.order[f] > times.order[best]) best = f
  }
  return best
}

/** Returns the entry's function; for a whole cycle, its first member. */
function functionOfEntry({ cycles }: AnalyzedProfile, { entries }: Listing, entry: EntryIndex) {
  const cycle = entries.cycleOf[entry]
  if (cycle === NONE) return entries.functionOf[entry]
  return cycles.members.items[cycles.members.offsets[cycle]]
}
