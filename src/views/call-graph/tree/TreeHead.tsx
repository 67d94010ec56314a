// The call tree's columns and the row that names them.
import sheet from '../../../ui/rows/sheet.module.css'
import lines from '../lines.module.css'
import styles from './tree-rows.module.css'

export const HEADINGS = [
  { column: 'share', label: '% of total', isTime: false },
  { column: 'total', label: 'Total', isTime: true },
  { column: 'self', label: 'Self', isTime: true },
  { column: 'calls', label: 'Calls', isTime: false },
  { column: 'name', label: 'Name', isTime: false },
] as const

export function TreeHead({ unit }: { readonly unit: string }) {
  return (
    <div role="rowgroup" className={sheet.head}>
      <div role="row" aria-rowindex={1} className={`${lines.headings} ${styles.headRow}`}>
        {HEADINGS.map(({ column, label, isTime }) => (
          <div
            key={column}
            role="columnheader"
            aria-label={label}
            data-tip={column === 'name' ? undefined : column}
            className={`${sheet.heading} ${styles.heading} ${styles[column] ?? ''} ${column === 'name' ? lines.onNameLine : ''}`}
          >
            {column === 'share' ? (
              <>
                % <span className={styles.ofTotal}>of total</span>
              </>
            ) : (
              label
            )}
            {isTime && <span className={sheet.unit}>{unit}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
