// Copies rows of a table to the clipboard.
import { type KeyboardEvent, useEffect, useState } from 'react'

/** Milliseconds for which a short message is shown. */
const SHOWN_MS = 2500

/** Copying to the clipboard, with a message about it. */
export interface Copying {
  /** The message about the last copy, for a while; else "". */
  readonly outcome: string
  /** Copies a row's text on Ctrl C. If text is selected, the browser copies that instead. */
  readonly onCopyKey: (event: KeyboardEvent, text: () => string) => void
  /**
   * Copies a text.
   * @param text a promise if it takes a while to write
   * @param done the message to show after that
   */
  readonly copy: (text: string | Promise<string>, done: string) => Promise<void>
}

/** Returns functions that copy text, and the message about the last copy. */
export function useCopy(): Copying {
  const [outcome, setOutcome] = useState('')
  useEffect(() => {
    if (outcome === '') return undefined
    const timer = setTimeout(() => setOutcome(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (text: string | Promise<string>, done: string): Promise<void> => {
    try {
      // There is no clipboard on a page served without TLS from another machine.
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text)
      setOutcome(done)
    } catch {
      setOutcome('The browser did not allow copying')
    }
  }
  const onCopyKey = (event: KeyboardEvent, text: () => string): void => {
    const isCopy = event.key === 'c' && (event.ctrlKey || event.metaKey)
    if (!isCopy || window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    void copy(text(), 'Row copied')
  }
  return { outcome, onCopyKey, copy }
}
