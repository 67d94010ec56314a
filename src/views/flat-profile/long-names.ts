// Whether names are what there is too little room for, as in C++: judged once, by the head of the profile as it was measured,
// so that columns stay where they are whatever is searched, sorted or cut.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'

const ROWS = 24
/** What all columns together leave of a small laptop's window. */
const LETTERS = 28

export function hasLongNames(opened: ProfileView): boolean {
  const { analyzed, listing } = opened.asMeasured ?? opened
  const rows = listing.flat.printed.subarray(0, ROWS)
  const long = rows.filter(
    (f) => displayName(analyzed.profile.functions, f as FunctionIndex).length > LETTERS,
  ).length
  return long * 4 > rows.length
}
