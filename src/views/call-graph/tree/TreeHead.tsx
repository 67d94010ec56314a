// The call tree's columns and the row that names them.
import type { Direction } from '../../../../workers/core/reports/call-tree/call-tree.ts'
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

/** Of callers these are times of the function in the first row, by way of each: no caller's own. */
const OF_FIRST: Partial<Record<string, string>> = { total: 'Of total', self: 'Of self' }

export function TreeHead({ unit, direction }: { readonly unit: string; readonly direction: Direction }) {
  return (
    <div role="rowgroup" className={sheet.head}>
      <div role="row" aria-rowindex={1} className={`${lines.headings} ${styles.headRow}`}>
        {HEADINGS.map(({ column, label: plain, isTime }) => {
          const label = (direction === 'callers' ? OF_FIRST[column] : undefined) ?? plain
          return (
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
          )
        })}
      </div>
    </div>
  )
}
