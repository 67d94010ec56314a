// The word that a row was copied: nothing else on screen shows it.
import { useEffect, useState, type KeyboardEvent } from 'react'
import tip from '../overlays/tip.module.css'
import styles from './copied.module.css'

/** As long as a short word takes to be read. */
const TOLD_MS = 2500

/**
 * What is told of the last row that was copied, for a while, "" of none; and for keys on a row: Ctrl C copies its text. A stretch
 * of text that was selected is copied as it is.
 */
export function useCopied(): readonly [
  told: string,
  onCopyKey: (event: KeyboardEvent, text: () => string) => void,
] {
  const [told, setTold] = useState('')
  useEffect(() => {
    if (told === '') return undefined
    const timer = setTimeout(() => setTold(''), TOLD_MS)
    return () => clearTimeout(timer)
  }, [told])
  const onCopyKey = (event: KeyboardEvent, text: () => string): void => {
    const isCopy = event.key === 'c' && (event.ctrlKey || event.metaKey)
    if (!isCopy || window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    void navigator.clipboard.writeText(text()).then(
      () => setTold('Row copied'),
      () => setTold('The browser let nothing be copied'),
    )
  }
  return [told, onCopyKey]
}

export function Copied({ told }: { readonly told: string }) {
  return (
    <p role="status" className={`${tip.panel} ${styles.copied}`}>
      {told}
    </p>
  )
}
