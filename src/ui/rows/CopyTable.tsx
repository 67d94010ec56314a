// All rows for a spreadsheet.
import { useState } from 'react'
import controls from '../controls/controls.module.css'
import styles from './copy-table.module.css'

export function CopyTable({ text }: { readonly text: () => string }) {
  const [words, setWords] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setWords('Copied.'),
      () => setWords('The browser does not allow it.'),
    )
  return (
    <span className={styles.copy}>
      <span role="status" className={styles.quiet}>
        {words}
      </span>
      <button
        type="button"
        className={controls.quiet}
        title="All rows as they stand here, for a spreadsheet"
        onClick={() => void copy()}
      >
        Copy table
      </button>
    </span>
  )
}
