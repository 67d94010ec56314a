// The keys that work everywhere while a profile is open.
import { createRef, useCallback } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { biggestRelative } from '../../../workers/core/reports/relatives.ts'
import { goBack } from '../../state/url/address.ts'
import { resolveSelection, type Selected } from '../../state/selectors.ts'
import { select, showPanel, showView } from '../../state/actions.ts'
import { setUi, useStore } from '../../state/store.ts'
import { redo, undo } from '../../state/questions/scenario.ts'
import { findStop, STOPS } from '../../ui/focus.ts'
import { hasSheets } from '../../ui/media.ts'
import { isPlainKey, isTyping, usePageKeys } from '../../ui/page-keys.ts'
import { selectCycle } from '../../state/selected-cycle.ts'
import { inSlices } from '../../state/worker/slices.ts'
import { cycleEntry } from '../../../workers/core/reports/cycle-entry.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { viewKey, viewsFor } from '../../views/registry.ts'

/** The search field, which the `/` key focuses. */
export const searchInput = createRef<HTMLInputElement>()

/**
 * Handles the page's keyboard shortcuts while a profile is open.
 *
 * @param opened null while no profile is open: all keys are then ignored
 */
export function useKeyboard(opened: ProfileView | null): void {
  usePageKeys(useCallback((event: KeyboardEvent) => opened !== null && act(event, opened), [opened]))
}

function act(event: KeyboardEvent, opened: ProfileView): boolean {
  const { key } = event
  if ((event.ctrlKey || event.metaKey) && key === 'f') return focusSearch()
  if ((event.ctrlKey || event.metaKey) && key === 'k') {
    showPanel('palette')
    return true
  }
  if (event.altKey && key === 'ArrowLeft') {
    goBack()
    return true
  }
  if (isTyping(event)) return false
  if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'Z' || key === 'y')) {
    if (key === 'z') undo()
    else redo()
    return true
  }
  if (!isPlainKey(event)) return false
  if (key === '/') return focusSearch()
  if (key === '?') {
    showPanel('help')
    return true
  }
  if (key === '=') {
    setUi({ hasEquations: !useStore.getState().ui.hasEquations })
    return true
  }
  if (key === 'Escape') return closeSheet()
  const selected = resolveSelection(opened, useStore.getState().shared.selected)
  if (key === 'y') return jumpToCycle(opened, selected)
  if (key === 'p' || key === 'c') return jump(opened, selected, key === 'p' ? 'parents' : 'children')
  const view = viewsFor(opened).find((one) => viewKey(one) === key)
  if (!view) return false
  showByKey(view.id)
  return true
}

/**
 * Shows a view. The focused element may be removed with the old view; the focus then goes to the
 * new view's tab, or to the selection in the view.
 */
function showByKey(id: string): void {
  const follows = document.activeElement?.closest('#view, [role="tab"]')
  showView(id)
  if (follows) document.getElementById(`tab-${id}`)?.focus()
}

function jump(opened: ProfileView, { f, cycle }: Selected, kind: 'parents' | 'children'): boolean {
  const { analyzed, listing } = opened
  if (cycle !== null) {
    // A cycle may have a hundred thousand callers. Its members are the largest of what it calls.
    if (kind === 'children') return jumpToCycle(opened, { f, cycle })
    inSlices(cycleEntry(analyzed, listing, cycle), ({ callers }) => go(callers.at(-1)?.f ?? null))
    return true
  }
  if (f === null) return false
  go(biggestRelative(analyzed, listing, f, kind))
  return true
}

/** Selects a function, and moves the focus of the view along. */
function go(next: FunctionIndex | null): void {
  if (next === null) return
  const isInView = document.activeElement?.closest(STOPS) != null
  select(next, 'push')
  // Drawn by then. Rows that load first take the focus when they arrive, as in the source view. The
  // next key then acts on the element that visibly has the focus.
  if (isInView) requestAnimationFrame(() => findStop()?.focus({ preventScroll: true }))
}

/** Selects the cycle of the selected function; from a cycle its member with the most time. */
function jumpToCycle({ analyzed, listing }: ProfileView, selected: Selected): boolean {
  const { offsets, items } = listing.lines.cycleMembers
  const cycle = selected.f === null ? NONE : (analyzed.cycles.cycleOf[selected.f] ?? NONE)
  if (selected.cycle !== null) go(items[offsets[selected.cycle] ?? 0] ?? null)
  else if (cycle === NONE) return false
  else selectCycle(cycle, 'push')
  return true
}

/** Closes the details if they cover the view. Beside the view they stay open. */
function closeSheet(): boolean {
  if (useStore.getState().shared.selected === null || !hasSheets()) return false
  select(null, 'replace')
  return true
}

/** Moves the focus to the search field, with its text selected. */
export function focusSearch(): boolean {
  searchInput.current?.focus()
  searchInput.current?.select()
  return searchInput.current !== null
}
