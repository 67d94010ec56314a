// The flat profile's headings, each of which sorts.
import type { FlatColumn, flatHeadings } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { shownUnit } from '../../../workers/core/reports/quantities.ts'
import { sortBy } from '../../state/actions.ts'
import type { SharedState } from '../../state/shared.ts'
import { SortHeader, type SortState } from '../../ui/SortHeader.tsx'
import sheet from '../../ui/sheet.module.css'
import styles from './flat-profile.module.css'

export function FlatHead({
  headings,
  order,
  isTimed,
}: {
  readonly headings: ReturnType<typeof flatHeadings>
  /** Null for gprof's own. */
  readonly order: SharedState['sort']
  readonly isTimed: boolean
}) {
  // gprof's own order: by time and then by calls, which leaves calls where there is no time.
  const own: FlatColumn = isTimed ? 'self' : 'calls'
  const stateOf = (column: FlatColumn): SortState =>
    order ? (order.column === column ? order.direction : 'none') : column === own ? 'descending' : 'none'
  return (
    <div role="rowgroup" className={`${sheet.head} ${styles.head}`}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        {headings.map(({ column, label, unit }, at) => (
          <SortHeader
            key={column}
            label={label}
            unit={shownUnit(unit)}
            state={stateOf(column)}
            isImplied={order === null}
            align={column === 'name' ? 'start' : 'end'}
            className={styles[column]}
            columnIndex={at + 1}
            onSort={() => sortBy(column)}
          />
        ))}
      </div>
    </div>
  )
}
