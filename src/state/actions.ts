// Actions on the selection, the sort order, the theme, the panels: module functions, not hooks.
import type { SortColumn, SortOrder } from '../../workers/api/contract.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import type { EntryIndex } from '../../workers/core/reports/listing/entries.ts'
import { type Theme, rememberTheme, type Panel } from './ui-state.ts'
import { setUi, useStore } from './store.ts'
import { navigate } from './url/address.ts'
import { openedIn } from './session.ts'
import { functionName, entryPatch } from './selectors.ts'

/** Sets the theme, and remembers it in this browser. */
export function setTheme(theme: Theme): void {
  rememberTheme(theme)
  setUi({ theme })
}

/** Returns the theme that follows in the order system, light, dark. */
export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

/** Opens a panel, and closes the one that was open. */
export function showPanel(panel: Panel): void {
  setUi({ panel })
}

/** Opens a panel, or closes it if it is open. */
export function togglePanel(panel: Panel): void {
  setUi({ panel: useStore.getState().ui.panel === panel ? 'none' : panel })
}

/** Shows a view, as a new history entry. */
export function showView(view: string): void {
  if (useStore.getState().shared.view !== view) navigate({ view }, 'push')
}

/** Selects a function. `how`: `replace` while moving along a list, `push` for a jump. */
export function select(f: FunctionIndex | null, how: 'push' | 'replace'): void {
  const opened = openedIn(useStore.getState().session)
  if (opened) navigate({ selected: f === null ? null : functionName(opened, f) }, how)
}

/** Selects the function and shows its entry in the call graph. */
export function openEntry(f: FunctionIndex): void {
  const { session, shared } = useStore.getState()
  const opened = openedIn(session)
  if (opened) navigate(entryPatch(shared, opened, f), 'push')
}

/**
 * Returns the order after a click on a column: names start ascending, numbers descending; a second
 * click reverses.
 */
function nextOrder(current: SortOrder | null, column: SortColumn): SortOrder {
  if (current?.column === column) {
    return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
  }
  return { column, direction: column === 'name' ? 'ascending' : 'descending' }
}

/** Sorts by a column; sorting by the current one reverses the order. */
export function sortBy(column: SortColumn): void {
  navigate({ sort: nextOrder(useStore.getState().shared.sort, column) }, 'push')
}

/** Searches for function names, and keeps the query in the link. */
export function search(query: string): void {
  navigate({ query }, 'replace')
}

/** Unfolds an entry of the call graph. */
export function unfold(entry: EntryIndex): void {
  const { unfolded } = useStore.getState().ui
  if (!unfolded?.has(entry)) setUi({ unfolded: new Set(unfolded).add(entry) })
}

/** Sets which entries of the call graph are unfolded. */
export function setUnfolded(unfolded: ReadonlySet<EntryIndex>): void {
  setUi({ unfolded })
}

/** Folds all entries of the call graph. */
export function foldAll(): void {
  setUi({ unfolded: new Set() })
}

/** Unfolds these entries. Items are EntryIndex. */
export function unfoldAll(entries: Uint32Array): void {
  setUi({ unfolded: new Set(entries as Iterable<EntryIndex>) })
}

/** Sets the function under the pointer, which all views highlight. */
export function hover(hovered: FunctionIndex | null): void {
  if (useStore.getState().ui.hovered !== hovered) setUi({ hovered })
}
