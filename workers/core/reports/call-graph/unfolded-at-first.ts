// Which entries stand open before anybody has opened or folded one: all of a small program, as gprof prints them; of others the
// first, which shows what an entry is.
import type { EntryIndex } from '../listing/entries.ts'
import type { Listing } from '../listing/listing.ts'
import { linesOf } from './entry-rows.ts'

/** Entries that are all open. */
const FEW = 30
/** Of the first entry: with more lines it would hide all others. */
const MOST_LINES = 100

export function unfoldedAtFirst(listing: Listing): ReadonlySet<EntryIndex> {
  const printed = [...listing.entries.printed.subarray(0, FEW + 1)] as EntryIndex[]
  return new Set(
    printed.length <= FEW
      ? printed
      : printed.slice(0, 1).filter((entry) => linesOf(listing, entry) <= MOST_LINES),
  )
}
