// What a person does to the selection, the order and the panels: module functions, not hooks. Opening is in open.ts.
import type { SortColumn, SortOrder } from '../../workers/api/contract.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import type { EntryIndex } from '../../workers/core/reports/listing/entries.ts'
import { entryPatch, functionName } from './selectors.ts'
import { openedIn } from './session.ts'
import { setUi, useStore } from './store.ts'
import { navigate } from './url-sync.ts'

export function showView(view: string): void {
  if (useStore.getState().shared.view !== view) navigate({ view }, 'push')
}

/** `replace` while moving along a list, `push` for a jump. */
export function select(f: FunctionIndex | null, how: 'push' | 'replace'): void {
  const opened = openedIn(useStore.getState().session)
  if (opened) navigate({ selected: f === null ? null : functionName(opened, f) }, how)
}

/** Goes to the function's entry in the call graph. */
export function openEntry(f: FunctionIndex): void {
  const { session, shared } = useStore.getState()
  const opened = openedIn(session)
  if (opened) navigate(entryPatch(shared, opened, f), 'push')
}

/** Names ascend at first, numbers descend; the second click turns the order. */
function nextOrder(current: SortOrder | null, column: SortColumn): SortOrder {
  if (current?.column === column) {
    return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
  }
  return { column, direction: column === 'name' ? 'ascending' : 'descending' }
}

export function sortBy(column: SortColumn): void {
  navigate({ sort: nextOrder(useStore.getState().shared.sort, column) }, 'push')
}

export function search(query: string): void {
  navigate({ query }, 'replace')
}

export function unfold(entry: EntryIndex): void {
  const { unfolded } = useStore.getState().ui
  if (!unfolded?.has(entry)) setUi({ unfolded: new Set(unfolded).add(entry) })
}

export function setUnfolded(unfolded: ReadonlySet<EntryIndex>): void {
  setUi({ unfolded })
}

export function foldAll(): void {
  setUi({ unfolded: new Set() })
}

/** Items are EntryIndex. */
export function unfoldAll(entries: Uint32Array): void {
  setUi({ unfolded: new Set(entries as Iterable<EntryIndex>) })
}

export function hover(hovered: FunctionIndex | null): void {
  if (useStore.getState().ui.hovered !== hovered) setUi({ hovered })
}
