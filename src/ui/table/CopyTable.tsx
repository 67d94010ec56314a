// Copies a row or a whole table to the clipboard, and says that it was copied.
import { type KeyboardEvent, useEffect, useState } from 'react'
import tip from '../tooltip.module.css'
import controls from '../controls.module.css'
import styles from './copied.module.css'

/** As long as a short word takes to be read. */
const TOLD_MS = 2500

export interface Copying {
  /** What is told of the last one, for a while; "" of none. */
  readonly told: string
  /** Ctrl C on a row copies its text. A stretch of text that was selected is copied as it is. */
  readonly onCopyKey: (event: KeyboardEvent, text: () => string) => void
  /**
   * @param text to be waited for where it takes a while to write
   * @param done what is told once it is there
   */
  readonly copy: (text: string | Promise<string>, done: string) => Promise<void>
}

export function useCopy(): Copying {
  const [told, setTold] = useState('')
  useEffect(() => {
    if (told === '') return undefined
    const timer = setTimeout(() => setTold(''), TOLD_MS)
    return () => clearTimeout(timer)
  }, [told])
  const copy = async (text: string | Promise<string>, done: string): Promise<void> => {
    try {
      // Of a page that came unencrypted from another machine there is no clipboard at all.
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

// All rows of a table, for a spreadsheet.

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
