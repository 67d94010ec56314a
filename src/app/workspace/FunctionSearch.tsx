// The search for function names, kept in the link: its field, its matches in the view's order, and
// the step to the next match.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { search, select } from '../../state/actions.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { flatRowsOf, memoiseLast, selectedOf, useSelected } from '../../state/selectors.ts'
import { type State, useStore } from '../../state/store.ts'
import { SearchBox } from '../../ui/controls.tsx'
import { searchInput } from './keyboard.ts'
import { focusView } from '../lost-focus.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { entriesAmong } from '../../../workers/core/reports/search-matches.ts'
import { openedIn } from '../../state/session.ts'
import { flatProfile, viewById } from '../../views/registry.ts'

export function FunctionSearch({ opened }: { readonly opened: ProfileView }) {
  const query = useStore((state) => state.shared.query)
  const found = valueOf(useStore((state) => state.ui.found))
  const matches = useStore(matchesOf)
  const selected = useSelected(opened)
  const position = useMemo(() => positionAmong(matches, selected), [matches, selected])
  const status =
    query.trim() === '' || found?.ok === false
      ? ''
      : !found
        ? 'Searching…'
        : `${placeOf(position, matches.length)}${found.left > 0 ? ' so far…' : ''}`
  return (
    <SearchBox
      label="Search functions"
      value={query}
      status={status}
      spokenFirst={
        position > 0 && selected !== null
          ? `${displayName(opened.analyzed.profile.functions, selected)},`
          : ''
      }
      error={query.trim() !== '' && found?.ok === false ? reasonOf(found.message) : null}
      canStep={matches.length > 0}
      inputRef={searchInput}
      onChange={search}
      onStep={stepSearch}
      onClose={close}
    />
  )
}

function close(): void {
  search('')
  requestAnimationFrame(focusView)
}

/** Returns "3 of 12"; only the number of matches before the first step. */
function placeOf(position: number, matches: number): string {
  if (position > 0) return `${formatCount(position)} of ${formatCount(matches)}`
  return matches === 1 ? '1 match' : `${formatCount(matches)} matches`
}

/**
 * Removes the expression from the start of the browser's message: the user sees it in the field.
 */
function reasonOf(message: string): string {
  return message.replace(/^Invalid regular expression: .*: /, '')
}

// The matches that a search steps through, in the order of the current view.

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
 * Returns the position, from 1, of the selected function among the matches; 0 if it is no match.
 */
function positionAmong(rows: Uint32Array, f: FunctionIndex | null): number {
  return f === null ? 0 : rows.indexOf(f) + 1
}

function stepSearch(direction: 1 | -1): void {
  const state = useStore.getState()
  const rows = matchesOf(state)
  if (rows.length === 0) return
  const at = positionAmong(rows, selectedOf(openedIn(state.session), state.shared.selected)) - 1
  const next = at < 0 ? (direction === 1 ? 0 : rows.length - 1) : (at + direction + rows.length) % rows.length
  const f = rows[next]
  if (f !== undefined) select(f as FunctionIndex, 'replace')
}
