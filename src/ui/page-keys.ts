// Keyboard shortcuts of the page, independent of the focused element.
import { useEffect } from 'react'

/**
 * Handles keys, except while a dialog is open or if the key has been handled already.
 * @param press returns true if it handled the key; pass the same function while its behaviour is
 * the same
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

/** Whether the key is neither typed into a field nor a shortcut of the browser. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** Whether the key is typed into a text field or a selection list. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=range], [type=checkbox], [type=file]), textarea, select')
  )
}
