// What goes from the page with the focus on it leaves that with nobody. It goes to the next of the same list, or to where Tab
// enters the view, so that the keys work on.
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
      last = target instanceof Element ? target : null
      list = last?.closest('ul') ?? null
    }
    const find = () => {
      // A page that another one embeds takes no focus away from that.
      if (!isNobodys() || !last || last.isConnected || !document.hasFocus()) return
      const next = list?.isConnected ? list.querySelector('button') : null
      if (next) next.focus({ preventScroll: true })
      else focusView()
    }
    const observer = new MutationObserver(() => {
      if (!isNobodys() || !last || last.isConnected) return
      clearTimeout(timer)
      timer = setTimeout(find, NOBODY_MS)
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
}

/** If it is nobody's: the row or node that Tab leads to, or the view's tab where it has neither. */
export function focusView(): void {
  if (!isNobodys()) return
  const row = '#view :is([data-row], [data-node], [data-box])[tabindex="0"]'
  const place = document.querySelector<HTMLElement | SVGElement>(row)
  const tab = document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
  ;(place ?? tab)?.focus({ preventScroll: true })
}
