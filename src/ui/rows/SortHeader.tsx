// A column's heading that sorts: the direction is told by an arrow and to assistive technology.
import styles from './sort-header.module.css'

type SortState = 'none' | 'ascending' | 'descending'

export function SortHeader({
  label,
  unit,
  state,
  isImplied,
  align,
  className,
  columnIndex,
  isTabStop,
  tip,
  onSort,
}: {
  readonly label: string
  /** Shown after the label, not part of the accessible name. */
  readonly unit: string
  readonly state: SortState
  /** The rows came in this order, nobody asked for it. */
  readonly isImplied: boolean
  readonly align: 'start' | 'end'
  readonly className?: string | undefined
  readonly columnIndex: number
  /** Of all headings Tab stops at one; the arrows lead to the others. */
  readonly isTabStop: boolean
  /** What a Tip around it explains it by. */
  readonly tip?: string | undefined
  readonly onSort: () => void
}) {
  return (
    <div
      role="columnheader"
      aria-label={label}
      aria-sort={state}
      aria-colindex={columnIndex}
      className={`${styles.header} ${className ?? ''}`}
      data-align={align}
      data-implied={isImplied}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        className={styles.button}
        data-tip={tip}
        onClick={onSort}
      >
        {label}
        {unit !== '' && <span className={styles.unit}>{unit}</span>}
        <span className={styles.arrow} aria-hidden="true">
          {state === 'ascending' ? '▲' : state === 'descending' ? '▼' : ''}
        </span>
      </button>
    </div>
  )
}
