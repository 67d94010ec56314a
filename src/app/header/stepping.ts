// Which functions a search walks through, in the order of the view on screen, and the step to the next one.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { entriesAmong } from '../../../workers/core/reports/search-matches.ts'
import { select } from '../../state/actions.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { flatRowsOf, memoiseLast, selectedOf } from '../../state/selectors.ts'
import { openedIn } from '../../state/session.ts'
import { type State, useStore } from '../../state/store.ts'
import { flatProfile, viewById } from '../../views/registry.ts'

/** The matches in the order of the current view; empty without a search. */
export function matchesOf({ session, ui, shared }: State): Uint32Array<ArrayBuffer> {
  const opened = openedIn(session)
  const found = valueOf(ui.found)
  if (!opened || !found?.ok) return NO_ROWS
  // A link may name a view that is not there: the flat profile stands in.
  return viewById(shared.view, opened) === flatProfile
    ? flatRowsOf(opened, found, valueOf(ui.sorted))
    : entriesOf(opened, found.matches)
}

const NO_ROWS = new Uint32Array(0)

const entriesOf = memoiseLast(({ analyzed, listing }: ProfileView, matches: Uint32Array<ArrayBuffer>) =>
  entriesAmong(listing.entries, matches, analyzed.profile.functions.length),
)

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
