// Which functions a search walks through, in the order of the view on screen, and the step to the next one.
import type { OpenedProfile, SearchResult } from '../../workers/api/contract.ts'
import type { FunctionIndex } from '../../workers/core/profile/tables.ts'
import { entriesAmong, rowsAmong } from '../../workers/core/reports/search/matches.ts'
import { select } from './actions.ts'
import { selectedOf } from './selectors.ts'
import { openedIn } from './session.ts'
import { useStore, type State } from './store.ts'

let last:
  | {
      readonly opened: OpenedProfile
      readonly found: SearchResult | null
      readonly sorted: Uint32Array<ArrayBuffer> | null
      readonly isFlat: boolean
      readonly rows: Uint32Array<ArrayBuffer>
    }
  | undefined

/** Rows of the flat profile: sorted, and only the matches while there is a valid search. Items are FunctionIndex. */
export function flatRowsOf(
  opened: OpenedProfile,
  found: SearchResult | null,
  sorted: Uint32Array<ArrayBuffer> | null,
) {
  return walk(opened, found, sorted, true)
}

/** The matches in the order of the current view; empty without a search. */
export function matchesOf(state: State): Uint32Array<ArrayBuffer> {
  const opened = openedIn(state.session)
  const { found, sorted } = state.local
  if (!opened || !found?.ok) return NO_ROWS
  const isFlat = state.shared.view === '' || state.shared.view === 'flat-profile'
  return walk(opened, found, sorted, isFlat)
}

const NO_ROWS = new Uint32Array(0)

function walk(
  opened: OpenedProfile,
  found: SearchResult | null,
  sorted: Uint32Array<ArrayBuffer> | null,
  isFlat: boolean,
): Uint32Array<ArrayBuffer> {
  if (last?.opened === opened && last.found === found && last.sorted === sorted && last.isFlat === isFlat) {
    return last.rows
  }
  const base = sorted ?? opened.listing.flat.printed
  const rows = !found?.ok
    ? base
    : isFlat
      ? rowsAmong(base, found.matches, opened.analyzed.profile.functions.length)
      : entriesAmong(opened.listing.entries, found.matches, opened.analyzed.profile.functions.length)
  last = { opened, found, sorted, isFlat, rows }
  return rows
}

/** Position from 1 of the selected function among the matches; 0 if it is none of them. */
export function positionAmong(rows: Uint32Array, f: FunctionIndex | null): number {
  return f === null ? 0 : rows.indexOf(f) + 1
}

export function stepSearch(direction: 1 | -1): void {
  const state = useStore.getState()
  const rows = matchesOf(state)
  if (rows.length === 0) return
  const at = positionAmong(rows, selectedOf(openedIn(state.session), state.shared.selected)) - 1
  const next = at < 0 ? (direction === 1 ? 0 : rows.length - 1) : (at + direction + rows.length) % rows.length
  const f = rows[next]
  if (f !== undefined) select(f as FunctionIndex, 'replace')
}
