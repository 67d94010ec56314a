// The call graph's columns, as gprof heads them.
import type { EntryColumn } from '../../../workers/core/reports/details/explain-entry.ts'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './call-graph.module.css'
import lines from './lines.module.css'

export const HEADINGS: readonly {
  readonly column: EntryColumn
  readonly label: string
  /** Shows the unit of time. */
  readonly isTime: boolean
  readonly isOnNameLine?: true
}[] = [
  { column: 'index', label: 'Index', isTime: false, isOnNameLine: true },
  { column: 'percent', label: '% time', isTime: false },
  { column: 'self', label: 'Self', isTime: true },
  { column: 'children', label: 'Children', isTime: true },
  { column: 'called', label: 'Called', isTime: false },
  { column: 'name', label: 'Name', isTime: false, isOnNameLine: true },
]

export function HeadingRow({ unit }: { readonly unit: string }) {
  return (
    <div role="row" aria-rowindex={1} className={`${lines.headings} ${sheet.head}`}>
      {HEADINGS.map(({ column, label, isTime, isOnNameLine }, at) => (
        <div
          key={column}
          role="columnheader"
          aria-label={label}
          aria-colindex={at + 1}
          data-tip={column === 'name' ? undefined : column}
          className={`${sheet.heading} ${styles.heading} ${styles[column] ?? ''} ${isOnNameLine ? lines.onNameLine : ''}`}
        >
          {label}
          {isTime && <span className={sheet.unit}>{unit}</span>}
        </div>
      ))}
    </div>
  )
}
