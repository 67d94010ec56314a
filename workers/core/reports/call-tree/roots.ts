// Which function a call tree begins with when nobody has chosen one.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/brand.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { EntryIndex } from '../listing/entries.ts'
import type { Listing } from '../listing/listing.ts'
import type { Direction } from './call-tree.ts'

/**
 * Callees: the entry with the most total time, of equals the one nearest to the top. Callers: the function with the most
 * self time, for nothing calls the one at the top. NONE in an empty profile.
 */
export function rootAtFirst(
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
    const f = functionOf(analyzed, listing, entry)
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

/** The entry's function; of a whole cycle its first member. */
function functionOf({ cycles }: AnalyzedProfile, { entries }: Listing, entry: EntryIndex) {
  const cycle = entries.cycleOf[entry]
  if (cycle === NONE) return entries.functionOf[entry]
  return cycles.members.items[cycles.members.offsets[cycle]]
}
