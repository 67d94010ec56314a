// All rows of a table, for a spreadsheet.
import controls from '../controls/controls.module.css'
import styles from './copied.module.css'

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
