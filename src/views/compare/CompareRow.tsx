// One function's row: before, after, and what is between them.
import { memo, type MouseEvent } from 'react'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { changeHeadings, changeRow } from '../../../workers/core/reports/change/change-row.ts'
import type { BeforeAfter, Measure, Unit } from '../../../workers/core/reports/change/measures.ts'
import type { PairIndex } from '../../../workers/core/reports/change/pairs.ts'
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import type { MarkRange } from '../../../workers/core/reports/search/mark-ranges.ts'
import { openEntry } from '../../state/actions.ts'
import { LongName } from '../../ui/text/LongName.tsx'
import { NameLink } from '../../ui/text/NameLink.tsx'
import { cellAt, GridRow, headed, nameCellAt, spokenRow } from '../../ui/rows/GridRow.tsx'
import table from '../../ui/rows/table.module.css'
import { ChangeBar } from './ChangeBar.tsx'
import styles from './compare.module.css'

const TAGS = {
  new: ['new', 'Not in the earlier program by this name'],
  gone: ['gone', 'Not in the later program by this name'],
  likened: ['clone', 'Compilers made a clone of it in one of the programs'],
} as const

/** Of the words that tell what bold letters do. */
export const CHANGED_ID = 'changed-words'

const ARROWS = { more: '▲', less: '▼', same: '' } as const

export const CompareRow = memo(function CompareRow({
  compared,
  pair,
  f,
  measure,
  unit,
  greatest,
  isChanged,
  row,
  top,
  isSelected,
  isActive,
  href,
  mark,
  onPick,
}: {
  readonly compared: BeforeAfter
  readonly pair: PairIndex
  /** In the profile on screen; null if that has no such function. */
  readonly f: FunctionIndex | null
  readonly measure: Measure
  readonly unit: Unit
  /** The longest bar's difference. */
  readonly greatest: number
  readonly isChanged: boolean
  /** From 0, below the headings. */
  readonly row: number
  readonly top: number
  readonly isSelected: boolean
  readonly isActive: boolean
  /** Where the name leads; null for a function that is gone. */
  readonly href: string | null
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onPick: (row: number) => void
}) {
  const { text, direction, status, difference } = changeRow(compared, pair, measure, unit)
  const columns = changeHeadings(compared, measure, unit)
  const pick = (event: MouseEvent) => {
    event.preventDefault()
    onPick(row)
  }
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      aria-label={spokenRow(
        text.name,
        status ? TAGS[status][0] : '',
        ...columns
          .slice(0, 3)
          .map(({ column, label, unit: of }) => headed(label.toLowerCase(), text[column], of)),
      )}
      className={`${table.row} ${styles.row}`}
      onPlainClick={pick}
      onDoubleClick={() => f !== null && openEntry(f)}
    >
      {columns.map(({ column }, at) =>
        column === 'name' ? (
          <div
            key={column}
            {...nameCellAt(at, text.name)}
            aria-describedby={status ? `status-${pair}` : undefined}
            className={table.name}
          >
            {href === null ? (
              <span className={styles.gone} title={text.name}>
                <LongName {...nameParts(text.name)} ranges={mark(text.name)} />
              </span>
            ) : (
              <NameLink name={text.name} href={href} mark={mark} tabIndex={-1} />
            )}
            {status && (
              <span id={`status-${pair}`} className={styles.tag} data-status={status} title={TAGS[status][1]}>
                {TAGS[status][0]}
              </span>
            )}
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at, `${column}:${pair}`)}
            aria-describedby={
              column === 'change' && isChanged && measure !== 'calls' ? CHANGED_ID : undefined
            }
            className={`${table.number} ${styles[column] ?? ''}`}
            data-direction={column === 'change' ? direction : undefined}
            data-chance={column === 'change' ? !isChanged : undefined}
          >
            {column === 'change' ? (
              <>
                <ChangeBar part={greatest > 0 ? difference / greatest : 0} isChance={!isChanged} />
                <span className={styles.amount}>{isChanged ? <b>{text.change}</b> : text.change}</span>
                <span className={styles.arrow} aria-hidden="true">
                  {ARROWS[direction]}
                </span>
              </>
            ) : (
              text[column]
            )}
          </div>
        ),
      )}
    </GridRow>
  )
})
