// Restores a lost focus. If the focused element is removed, the focus moves to the next item of the same
// list, to the view's tab stop, or to the screen, so that the keys still work.
import { useEffect } from 'react'

/** Milliseconds after which no other code has taken the focus. */
const NOBODY_MS = 100

const isNobodys = (): boolean => document.activeElement === document.body

/** Moves the focus to a useful element whenever the focused one is removed. */
export function useLostFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let list: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocus = ({ target }: FocusEvent) => {
      last = target as Element
      list = last.closest('ul')
    }
    const isLost = () => isNobodys() && last?.isConnected === false
    const find = () => {
      timer = undefined
      // An embedded page must not take the focus from the page around it.
      if (!isLost() || !document.hasFocus()) return
      if (list?.isConnected) list.querySelector('button')?.focus()
      focusView()
      focusScreen()
    }
    const observer = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(find, NOBODY_MS)
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [])
}

/** Selector of the elements in a view that can hold the tab stop. */
export const STOPS = '#view :is([data-row], [data-node], [data-box])'

/** Returns the view's tab stop: the selection, or in the graph the node that had the focus last. */
export function findStop(): HTMLElement | SVGElement | null {
  return (
    document.querySelector<SVGElement>('#view [data-node][aria-pressed="true"]') ??
    document.querySelector<HTMLElement | SVGElement>(`${STOPS}[tabindex="0"]`)
  )
}

/**
 * Focuses the view's tab stop, or the view's tab if it has none. Does nothing if another element
 * has the focus.
 */
export function focusView(): void {
  if (!isNobodys()) return
  const tab = () => document.querySelector<HTMLElement>('[role=tab][tabindex="0"]')
  ;(findStop() ?? tab())?.focus({ preventScroll: true })
}

/**
 * Focuses the main element of a screen without views, so that Tab starts there and screen readers
 * announce it. Does nothing if another element has the focus.
 */
export function focusScreen(): void {
  // An embedded page must not take the focus from the page around it.
  if (!isNobodys() || !document.hasFocus()) return
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
}
