// Keyboard shortcuts that work anywhere while a profile is open. Tables handle their own keys.
import { createRef, useCallback } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { biggestRelative } from '../../../workers/core/reports/details/function-details.ts'
import { select, showView } from '../../state/actions.ts'
import { showPanel, useStore } from '../../state/store.ts'
import { redo, undo } from '../../state/scenario.ts'
import { selectedOf } from '../../state/selectors.ts'
import { goBack } from '../../state/url-sync.ts'
import { isPlainKey, isTyping, usePageKeys } from '../../ui/page-keys.ts'
import { hasSheets } from '../../ui/display.ts'
import { views, viewsFor } from '../../views/registry.ts'
import { findStop, STOPS } from '../lost-focus.ts'

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
  if (key === 'Escape') return closeSheet()
  if (key === 'p' || key === 'c') return jump(opened, key === 'p' ? 'parents' : 'children')
  const view = /^[1-9]$/.test(key) ? views[Number(key) - 1] : undefined
  if (!view || !viewsFor(opened).includes(view)) return false
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

function jump(opened: ProfileView, kind: 'parents' | 'children'): boolean {
  const selected = selectedOf(opened, useStore.getState().shared.selected)
  if (selected === null) return false
  const next = biggestRelative(opened.analyzed, opened.listing, selected, kind)
  if (next === null) return true
  const isInView = document.activeElement?.closest(STOPS) != null
  select(next, 'push')
  // Drawn by then. Rows that load first take the focus when they arrive, as in the source view. The
  // next key then acts on the element that visibly has the focus.
  if (isInView) requestAnimationFrame(() => findStop()?.focus({ preventScroll: true }))
  return true
}

/** Closes the details if they cover the view. Beside the view they stay open. */
function closeSheet(): boolean {
  if (useStore.getState().shared.selected === null || !hasSheets()) return false
  select(null, 'replace')
  return true
}

function focusSearch(): boolean {
  searchInput.current?.focus()
  searchInput.current?.select()
  return searchInput.current !== null
}
