// One function's row.
import { memo, type MouseEvent } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { barOfTotal } from '../../../workers/core/reports/certain/certain-parts.ts'
import { wholeOfTotal } from '../../../workers/core/reports/whole-time.ts'
import { flatRow, type FlatColumn } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import {
  flatDifferences,
  NO_DIFFERENCES,
  type Differences,
} from '../../../workers/core/reports/what-if/differences.ts'
import type { MarkRange } from '../../../workers/core/reports/search/mark-ranges.ts'
import { shownUnit, type Scaled } from '../../../workers/core/reports/quantities.ts'
import { openEntry, select } from '../../state/actions.ts'
import controls from '../../ui/controls/controls.module.css'
import { NameLink } from '../../ui/text/NameLink.tsx'
import { cellAt, GridRow, headed, nameCellAt, spokenRow } from '../../ui/rows/GridRow.tsx'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import table from '../../ui/rows/table.module.css'
import styles from './flat-profile.module.css'

const NUMBERS: readonly FlatColumn[] = [
  'percent',
  'cumulative',
  'self',
  'calls',
  'selfPerCall',
  'totalPerCall',
  'total',
]

export const FlatRow = memo(function FlatRow({
  opened,
  certain,
  f,
  row,
  top,
  isSelected,
  isActive,
  href,
  mark,
  onPick,
}: {
  readonly opened: ProfileView
  readonly certain: Float64Array | null
  readonly f: FunctionIndex
  /** From 0, below the headings. */
  readonly row: number
  readonly top: number
  readonly isSelected: boolean
  readonly isActive: boolean
  /** Where the name leads. */
  readonly href: string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onPick: (row: number) => void
}) {
  const { text, finer, selfFraction, totalFraction, cycle } = flatRow(opened.analyzed, opened.listing.flat, f)
  const unit = shownUnit(opened.analyzed.profile.abbreviation)
  const was: Differences<FlatColumn> = opened.asMeasured
    ? flatDifferences(opened, opened.asMeasured, f)
    : NO_DIFFERENCES
  const pick = (event: MouseEvent) => {
    event.preventDefault()
    select(f, 'replace')
    onPick(row)
  }
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      aria-label={spokenRow(
        cycle === null ? text.name : `${text.name}, cycle ${cycle}`,
        text.percent === '' ? '' : `${text.percent} % time`,
        headed('self', text.self, unit),
        headed('calls', text.calls),
        headed('total', text.total, unit),
      )}
      className={table.row}
      onPlainClick={pick}
      onDoubleClick={() => openEntry(f)}
    >
      {NUMBERS.map((column, at) => {
        const isBarred = column === 'percent' || column === 'total'
        const small = column === 'selfPerCall' || column === 'totalPerCall' ? finer[column] : null
        const looks = { 'data-zero': /^0\.0*$/.test(text[column]), 'data-was': was[column] }
        return (
          <div
            key={column}
            {...cellAt(at, `${column}:${f}`)}
            className={`${table.number} ${styles[column] ?? ''}`}
            {...(isBarred ? {} : looks)}
          >
            {isBarred ? (
              <>
                <TimeBar
                  self={text[column] === '' ? 0 : selfFraction}
                  {...(column === 'total' &&
                    barOfTotal(opened.analyzed, certain, f, totalFraction, wholeOfTotal(opened.analyzed, f)))}
                />
                <span {...looks}>{text[column]}</span>
              </>
            ) : small ? (
              <Finer printed={text[column]} {...small} />
            ) : (
              text[column]
            )}
          </div>
        )
      })}
      <div
        {...nameCellAt(NUMBERS.length, text.name)}
        aria-describedby={cycle === null ? undefined : `cycle-of-${f}`}
        className={table.name}
      >
        <NameLink name={text.name} href={href} mark={mark} tabIndex={-1} />
        {cycle !== null && (
          <span id={`cycle-of-${f}`} className={controls.tag}>
            cycle {cycle}
          </span>
        )}
      </div>
    </GridRow>
  )
})

/** The cell's text stays what gprof prints, for whoever copies it; its digits in a smaller unit are drawn, and heard, instead. */
function Finer({ printed, digits, unit }: Scaled & { readonly printed: string }) {
  return (
    <span className={styles.finer} data-digits={digits} data-unit={unit}>
      <span aria-hidden="true">{printed}</span>
    </span>
  )
}
