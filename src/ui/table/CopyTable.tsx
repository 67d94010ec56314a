// Copies a row or a whole table to the clipboard, and shows that it was copied.
import { type KeyboardEvent, useEffect, useState } from 'react'
import tip from '../tooltip.module.css'
import controls from '../controls.module.css'
import styles from './copied.module.css'

/** Milliseconds for which a short message is shown. */
const TOLD_MS = 2500

/** Copying to the clipboard, with a message about it. */
export interface Copying {
  /** The message about the last copy, for a while; else "". */
  readonly told: string
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
  const [told, setTold] = useState('')
  useEffect(() => {
    if (told === '') return undefined
    const timer = setTimeout(() => setTold(''), TOLD_MS)
    return () => clearTimeout(timer)
  }, [told])
  const copy = async (text: string | Promise<string>, done: string): Promise<void> => {
    try {
      // There is no clipboard on a page served without TLS from another machine.
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text)
      setTold(done)
    } catch {
      setTold('The browser let nothing be copied')
    }
  }
  const onCopyKey = (event: KeyboardEvent, text: () => string): void => {
    const isCopy = event.key === 'c' && (event.ctrlKey || event.metaKey)
    if (!isCopy || window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    void copy(text(), 'Row copied')
  }
  return { told, onCopyKey, copy }
}

export function Copied({ told }: { readonly told: string }) {
  return (
    <p role="status" className={`${tip.panel} ${styles.copied}`}>
      {told}
    </p>
  )
}

// Copies all rows of a table, for a spreadsheet.

export function CopyTable({ onCopy }: { readonly onCopy: () => void }) {
  return (
    <button
      type="button"
      className={`${controls.quiet} ${styles.table}`}
      title="All rows as they stand here, for a spreadsheet"
      onClick={onCopy}
    >
      Copy table
    </button>
  )
}
