// What goes from the page with the focus on it leaves that with nobody. It goes to the next of the same list, to where Tab
// enters the view, or to the screen before there is one, so that the keys work on.
import { useEffect } from 'react'

/** By then whoever knows better has taken it. */
const NOBODY_MS = 100

const isNobodys = (): boolean => document.activeElement === document.body

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
      // A page that another one embeds takes no focus away from that.
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

/** What in a view takes the focus in turn. */
export const STOPS = '#view :is([data-row], [data-node], [data-box])'

/** Where the selection is, and Tab leads to. In the graph that is the node that had the focus last. */
export function findStop(): HTMLElement | SVGElement | null {
  return (
    document.querySelector<SVGElement>('#view [data-node][aria-pressed="true"]') ??
    document.querySelector<HTMLElement | SVGElement>(`${STOPS}[tabindex="0"]`)
  )
}

/** If it is nobody's: the row or node that Tab leads to, or the view's tab where it has neither. */
export function focusView(): void {
  if (!isNobodys()) return
  const tab = () => document.querySelector<HTMLElement>('[role=tab][tabindex="0"]')
  ;(findStop() ?? tab())?.focus({ preventScroll: true })
}

/** If it is nobody's: what stands on a screen without views, for Tab to go on from there and to be read out. */
export function focusScreen(): void {
  // A page that another one embeds takes no focus away from that.
  if (!isNobodys() || !document.hasFocus()) return
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
}
