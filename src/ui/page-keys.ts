// Keys that are for the page rather than for what has the focus.
import { useEffect } from 'react'

/**
 * Not while a dialog is open, nor where the key has done something already.
 *
 * @param press true if the key was one of its own; the same function as long as it does the same
 */
export function usePageKeys(press: (event: KeyboardEvent) => boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (press(event)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [press])
}

/** Not one that somebody types into a field, or that belongs to the browser. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey
}

export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=range], [type=checkbox], [type=file]), textarea, select')
  )
}
