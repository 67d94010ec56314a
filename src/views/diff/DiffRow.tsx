// One function's row in the diff table: before, after, the change as a number with a bar.
import { type CSSProperties, memo, type MouseEvent } from 'react'
import { openEntry } from '../../state/actions.ts'
import { changeHeadings, changeRow } from '../../../workers/core/reports/diff/diff-text.ts'
import type { BeforeAfter, Measure, Unit } from '../../../workers/core/reports/diff/measures.ts'
import type { PairIndex } from '../../../workers/core/reports/diff/pairs.ts'
import { cellAt, headed, nameCellAt, spokenRow } from '../../ui/grid-cells.ts'
import { GridRow, type RowPlace } from '../../ui/GridRow.tsx'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import type { MarkRange } from '../../../workers/core/reports/search/match-marks.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { LongName } from '../../ui/LongName.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import table from '../../ui/table.module.css'
import { CHANGED_ID } from './column-tips.ts'
import styles from './diff.module.css'

const TAGS = {
  new: ['new', 'Not in the earlier program by this name'],
  gone: ['gone', 'Not in the later program by this name'],
  likened: ['clone', 'Compilers made a clone of it in one of the programs'],
} as const

const ARROWS = { more: '▲', less: '▼', same: '' } as const

/** One function's row in the diff table. */
export const DiffRow = memo(function DiffRow({
  compared,
  pair,
  f,
  measure,
  unit,
  greatest,
  isChanged,
  href,
  mark,
  onPick,
  ...place
}: RowPlace & {
  readonly compared: BeforeAfter
  readonly pair: PairIndex
  /** The function in the profile on screen; null if it only exists in the other one. */
  readonly f: FunctionIndex | null
  readonly measure: Measure
  readonly unit: Unit
  /** The difference that the longest bar shows. */
  readonly greatest: number
  readonly isChanged: boolean
  /** The link of the name; null for a function that is gone. */
  readonly href: string | null
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onPick: (row: number) => void
}) {
  const { text, direction, status, difference } = changeRow(compared, pair, measure, unit)
  const columns = changeHeadings(compared, measure, unit)
  const pick = (event: MouseEvent) => {
    event.preventDefault()
    onPick(place.row)
  }
  return (
    <GridRow
      {...place}
      aria-label={spokenRow(
        text.name,
        status ? TAGS[status][0] : '',
        ...columns
          .slice(0, 3)
          .map(({ column, label, unit: of }) => headed(label.toLowerCase(), text[column], of)),
      )}
      className={`${table.tableRow} ${styles.row}`}
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
            {f !== null && <GroupMark group={groupsOf(compared.after.profile).groupOf(f)} />}
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

function ChangeBar({
  part,
  isChance,
}: {
  /** Fraction of the longest bar, −1–1. */
  readonly part: number
  readonly isChance: boolean
}) {
  const length = `${Math.round(Math.min(1, Math.abs(part)) * 500) / 10}%`
  return (
    <span
      className={styles.bar}
      aria-hidden="true"
      data-direction={part < 0 ? 'less' : 'more'}
      data-chance={isChance}
      style={{ '--length': length } as CSSProperties}
    />
  )
}
