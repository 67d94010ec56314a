// A line with samples, below the headings of such lines.
import { memo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { HotRow } from '../../../workers/core/reports/lines/hot-rows.ts'
import { cellAt, headed, spokenRow } from '../../ui/grid-cells.ts'
import { GridRow } from '../../ui/GridRow.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { fileOfPath } from '../../../workers/core/reports/find-source.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import {
  formatFixed,
  formatShareOf,
  shareOf,
  secondsOf,
  shownUnit,
} from '../../../workers/core/quantities.ts'
import type { MarkRange } from '../../../workers/core/reports/search/match-marks.ts'
import { groupsOf } from '../../state/program.ts'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'

export function HotHead({ opened }: { readonly opened: ProfileView }) {
  const { abbreviation } = opened.analyzed.profile
  const headings = [
    ['percent', 'Self %', ''],
    ['self', 'Self', abbreviation],
    ['place', 'Line', ''],
    ['name', 'Function', ''],
    ['code', 'Code', ''],
  ] as const
  return (
    <div role="rowgroup" className={sheet.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {headings.map(([column, label, unit], at) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={at + 1}
            data-tip={column === 'percent' || column === 'self' ? column : undefined}
            className={`${sheet.heading} ${styles[column] ?? ''} ${at > 1 ? styles.start : ''}`}
          >
            <span>
              {label}
              {unit !== '' && <span className={sheet.unit}> {unit}</span>}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

export const HotLineRow = memo(function HotLineRow({
  opened,
  line: { f, ticks, path, line },
  row,
  top,
  text,
  isActive,
  isSelected,
  href,
  mark,
  onPick,
  onOpen,
}: {
  readonly opened: ProfileView
  readonly line: HotRow
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  /** Text of the line; "" if it is unavailable. */
  readonly text: string
  readonly isActive: boolean
  readonly isSelected: boolean
  /** The link of the function's name. */
  readonly href: string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onPick: (row: number) => void
  readonly onOpen: (row: number) => void
}) {
  const { profile } = opened.analyzed
  const { functions, rate } = profile
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      aria-label={spokenRow(
        `${fileOfPath(path)}:${line} ${displayName(functions, f)}`,
        `${formatShareOf(profile, ticks)} time`,
        headed(
          'self',
          formatFixed(secondsOf(ticks, rate), 2),
          shownUnit(opened.analyzed.profile.abbreviation),
        ),
        text.trim(),
      )}
      className={styles.row}
      onPlainClick={() => onPick(row)}
      onDoubleClick={() => onOpen(row)}
    >
      <div {...cellAt(0, `percent:${row}`)} className={`${styles.number} ${styles.percent}`}>
        <TimeBar total={shareOf(profile, ticks)} />
        <span>{formatShareOf(profile, ticks)}</span>
      </div>
      <div {...cellAt(1, `self:${row}`)} className={styles.number}>
        {formatFixed(secondsOf(ticks, rate), 2)}
      </div>
      <div
        role="rowheader"
        aria-colindex={3}
        tabIndex={-1}
        className={styles.place}
        title={`${path}:${line}`}
      >
        <span className={styles.placeFile}>{fileOfPath(path)}</span>:{line}
      </div>
      <div {...cellAt(3)} className={styles.name}>
        <GroupMark group={groupsOf(opened.analyzed.profile).groupOf(f)} />
        <NameLink name={displayName(functions, f)} href={href} mark={mark} tabIndex={-1} />
      </div>
      <div role="gridcell" aria-colindex={5} className={styles.code}>
        <code className={styles.text} title={text}>
          {text}
        </code>
      </div>
    </GridRow>
  )
})
