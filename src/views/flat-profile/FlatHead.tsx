// The flat profile's headings.
import type { FlatColumn, flatHeadings } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { shownUnit } from '../../../workers/core/reports/quantities.ts'
import { sortBy } from '../../state/actions.ts'
import type { SharedState } from '../../state/shared.ts'
import { SortHeadRow } from '../../ui/rows/SortHeadRow.tsx'
import styles from './flat-profile.module.css'

/** Shown however little room there is: a Tab stop that is not in the page would be none. */
const ALWAYS_SHOWN: readonly string[] = ['percent', 'self', 'calls', 'total', 'name']

export function FlatHead({
  headings,
  order,
  isTimed,
  onDown,
}: {
  readonly headings: ReturnType<typeof flatHeadings>
  /** Null for gprof's own. */
  readonly order: SharedState['sort']
  readonly isTimed: boolean
  /** From the headings to the rows. */
  readonly onDown: () => void
}) {
  // gprof's own order: by time and then by calls, which leaves calls where there is no time.
  const own: FlatColumn = isTimed ? 'self' : 'calls'
  const sorted = headings.find(({ column }) => column === (order?.column ?? own))?.column
  return (
    <SortHeadRow
      headings={headings.map((heading) => ({ ...heading, unit: shownUnit(heading.unit) }))}
      order={order}
      ownOrder={{ column: own, direction: 'descending' }}
      tabStop={sorted !== undefined && ALWAYS_SHOWN.includes(sorted) ? sorted : 'name'}
      className={styles.head}
      classOf={(column) => styles[column]}
      onSort={sortBy}
      onDown={onDown}
    />
  )
}
