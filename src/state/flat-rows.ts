// Rows of the flat profile, as its view shows them, a search steps through them and a table of them is saved.
import type { ProfileView, SearchResult } from '../../workers/api/contract.ts'
import { rowsAmong } from '../../workers/core/reports/search/matches.ts'
import { memoiseLast } from './memoise-last.ts'

/** Sorted, and only the matches while there is a valid search. Items are FunctionIndex. */
export const flatRowsOf = memoiseLast(
  (
    { analyzed, listing }: ProfileView,
    found: SearchResult | null,
    sorted: Uint32Array<ArrayBuffer> | null,
  ) => {
    const rows = sorted ?? listing.flat.printed
    return found?.ok ? rowsAmong(rows, found.matches, analyzed.profile.functions.length) : rows
  },
)
