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

/** If it is nobody's: the row or node that Tab leads to, or the view's tab where it has neither. */
export function focusView(): void {
  if (!isNobodys()) return
  const find = (selector: string) => document.querySelector<HTMLElement | SVGElement>(selector)
  const row = find('#view :is([data-row], [data-node], [data-box])[tabindex="0"]')
  ;(row ?? find('[role=tab][tabindex="0"]'))?.focus({ preventScroll: true })
}

/** If it is nobody's: what stands on a screen without views, for Tab to go on from there and to be read out. */
export function focusScreen(): void {
  // A page that another one embeds takes no focus away from that.
  if (!isNobodys() || !document.hasFocus()) return
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
}
