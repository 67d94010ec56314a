// A run's row.
import { memo } from 'react'
import {
  runFraction,
  runHeadings,
  type RunTable,
  runText,
} from '../../../workers/core/reports/runs/run-table.ts'
import { cellAt, headed, nameCellAt, spokenRow } from '../../ui/grid-cells.ts'
import { GridRow, type RowPlace } from '../../ui/GridRow.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import sheet from '../../ui/table.module.css'
import controls from '../../ui/controls.module.css'
import names from '../../ui/text.module.css'
import styles from './runs.module.css'

export const RunRow = memo(function RunRow({
  table,
  run,
  isShown,
  isSlow,
  detail,
  oddity,
  href,
  onPick,
  onOpen,
  ...place
}: RowPlace & {
  readonly table: RunTable
  readonly run: number
  /** Whether the run is shown alone. */
  readonly isShown: boolean
  /** Whether it is the run of the headline. */
  readonly isSlow: boolean
  readonly detail: string
  /** A short warning, or "". */
  readonly oddity: string
  /** Link to the run alone; null if it cannot be opened. */
  readonly href: string | null
  readonly onPick: (row: number) => void
  readonly onOpen: (run: number) => void
}) {
  const text = runText(table, run)
  const headings = runHeadings(table)
  return (
    <GridRow
      {...place}
      aria-label={spokenRow(
        text.name,
        oddity,
        ...headings.map(({ column, label, unit }) =>
          column === 'name' || column === 'number' ? '' : headed(label, text[column], unit),
        ),
      )}
      aria-current={isShown}
      data-slow={isSlow || undefined}
      className={`${sheet.tableRow} ${styles.row}`}
      onPlainClick={() => onPick(place.row)}
      onDoubleClick={() => onOpen(run)}
    >
      {headings.map(({ column }, at) =>
        column === 'name' ? (
          <div
            key={column}
            {...nameCellAt(at, text.name)}
            aria-describedby={oddity === '' ? undefined : `oddity-${run}`}
            className={`${sheet.name} ${styles.name}`}
          >
            {href === null ? (
              <span className={names.plain} title={detail}>
                {text.name}
              </span>
            ) : (
              <a
                href={href}
                className={names.link}
                title={`Only this run: ${detail}`}
                tabIndex={-1}
                draggable={false}
              >
                {text.name}
              </a>
            )}
            {oddity !== '' && (
              <span id={`oddity-${run}`} className={`${controls.tag} ${styles.odd}`} title="Show notices">
                {oddity}
              </span>
            )}
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at, `${column}:${run}`)}
            className={`${sheet.number} ${styles[column] ?? ''}`}
          >
            {(column === 'time' || column === 'self') && <TimeBar total={runFraction(table, run, column)} />}
            <span>{text[column]}</span>
          </div>
        ),
      )}
    </GridRow>
  )
})
