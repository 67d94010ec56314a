// One run's row.
import { memo } from 'react'
import {
  runFraction,
  runHeadings,
  runText,
  type RunTable,
} from '../../../workers/core/reports/runs/run-table.ts'
import { prepareConnection } from '../../state/worker/service.ts'
import controls from '../../ui/controls/controls.module.css'
import { cellAt, GridRow, headed, nameCellAt, spokenRow } from '../../ui/rows/GridRow.tsx'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import cells from '../../ui/rows/table.module.css'
import names from '../../ui/text/long-name.module.css'
import styles from './runs.module.css'

export const RunRow = memo(function RunRow({
  table,
  run,
  row,
  top,
  isActive,
  isPicked,
  isShown,
  detail,
  oddity,
  href,
  onPick,
  onOpen,
}: {
  readonly table: RunTable
  readonly run: number
  /** From 0, below the headings. */
  readonly row: number
  readonly top: number
  /** Tab stops there. */
  readonly isActive: boolean
  readonly isPicked: boolean
  /** It is shown alone. */
  readonly isShown: boolean
  readonly detail: string
  /** A word on what is odd of it, or "". */
  readonly oddity: string
  /** Leads to it alone; null where it cannot be opened. */
  readonly href: string | null
  readonly onPick: (row: number) => void
  readonly onOpen: (run: number) => void
}) {
  const text = runText(table, run)
  const headings = runHeadings(table)
  return (
    <GridRow
      {...{ row, top, isActive }}
      isSelected={isPicked}
      aria-label={spokenRow(
        text.name,
        oddity,
        ...headings.map(({ column, label, unit }) =>
          column === 'name' || column === 'number' ? '' : headed(label, text[column], unit),
        ),
      )}
      aria-current={isShown}
      className={`${cells.row} ${styles.row}`}
      onPlainClick={() => onPick(row)}
      onDoubleClick={() => onOpen(run)}
    >
      {headings.map(({ column }, at) =>
        column === 'name' ? (
          <div
            key={column}
            {...nameCellAt(at, text.name)}
            aria-describedby={oddity === '' ? undefined : `oddity-${run}`}
            className={`${cells.name} ${styles.name}`}
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
                // A worker takes longer to start than to open one run.
                onPointerEnter={() => prepareConnection()}
                onFocus={() => prepareConnection()}
              >
                {text.name}
              </a>
            )}
            {oddity !== '' && (
              <span id={`oddity-${run}`} className={`${controls.tag} ${styles.odd}`} title="See the notices">
                {oddity}
              </span>
            )}
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at, `${column}:${run}`)}
            className={`${cells.number} ${styles[column] ?? ''}`}
          >
            {(column === 'time' || column === 'self') && <TimeBar self={runFraction(table, run, column)} />}
            <span>{text[column]}</span>
          </div>
        ),
      )}
    </GridRow>
  )
})
