// The button that copies a whole table, with the outcome of the last copy.
import styles from './table.module.css'
import { Button } from './Button.tsx'
import controls from './controls.module.css'

export function Copied({ outcome }: { readonly outcome: string }) {
  return (
    <p role="status" className={`${controls.panel} ${styles.copied}`}>
      {outcome}
    </p>
  )
}

export function CopyTable({ onCopy }: { readonly onCopy: () => void }) {
  return (
    <Button
      look="quiet"
      className={styles.table}
      title="All rows as shown, for a spreadsheet"
      onClick={onCopy}
    >
      Copy table
    </Button>
  )
}
