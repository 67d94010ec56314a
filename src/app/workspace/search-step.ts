// Steps to the next match of the search, in the order of the view.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { flatRowsOf, memoiseLast, selectedOf } from '../../state/selectors.ts'
import { openedIn } from '../../state/session.ts'
import { select } from '../../state/actions.ts'
import { type State, useStore } from '../../state/store.ts'
import { selectCycle, selectedCycleOf } from '../../state/selected-cycle.ts'
import { flatProfile, viewById } from '../../views/registry.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { cycleInQuery } from '../../../workers/core/reports/cycle-query.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { entriesAmong } from '../../../workers/core/reports/search/filter-rows.ts'

/** Returns the matches in the order of the current view; empty without a search. */
export function matchesOf({ session, ui, shared }: State): Uint32Array<ArrayBuffer> {
  const opened = openedIn(session)
  const found = valueOf(ui.found)
  if (!opened || !found?.ok) return NO_ROWS
  // A link may name an unknown view; the flat profile is shown instead.
  return viewById(shared.view, opened) === flatProfile
    ? flatRowsOf(opened, found, valueOf(ui.sorted))
    : entriesOf(opened, found.matches)
}

const NO_ROWS = new Uint32Array(0)

const entriesOf = memoiseLast(({ analyzed, listing }: ProfileView, matches: Uint32Array<ArrayBuffer>) =>
  entriesAmong(listing.entries, matches, analyzed.profile.functions.length),
)

/**
 * Returns the position, from 1, of what is selected among the matches; 0 if it is no match.
 *
 * @param cycle the cycle that the query names, which is then the first match
 */
export function positionAmong(
  rows: Uint32Array,
  cycle: CycleIndex | null,
  f: FunctionIndex | null,
  selectedCycle: CycleIndex | null,
): number {
  if (cycle !== null && cycle === selectedCycle) return 1
  const at = f === null ? -1 : rows.indexOf(f)
  return at < 0 ? 0 : at + (cycle === null ? 1 : 2)
}

export function stepSearch(direction: 1 | -1): void {
  const state = useStore.getState()
  const opened = openedIn(state.session)
  if (!opened) return
  const { selected, query } = state.shared
  const rows = matchesOf(state)
  const cycle = cycleInQuery(opened.analyzed, query)
  const before = cycle === null ? 0 : 1
  const length = rows.length + before
  if (length === 0) return
  const at = positionAmong(rows, cycle, selectedOf(opened, selected), selectedCycleOf(opened, selected)) - 1
  const next = at < 0 ? (direction === 1 ? 0 : length - 1) : (at + direction + length) % length
  const f = rows[next - before]
  if (next < before && cycle !== null) selectCycle(cycle, 'replace')
  else if (f !== undefined) select(f as FunctionIndex, 'replace')
}
