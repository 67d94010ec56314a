// A line with samples, below the headings of such lines.
import { memo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { HotRow } from '../../../workers/core/reports/lines/hot-rows.ts'
import { cellAt, headed, spokenRow } from '../../ui/grid-cells.ts'
import { GridRow, type RowPlace } from '../../ui/GridRow.tsx'
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
import { groupsOf } from '../../state/names-and-groups.ts'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import { HeadRow } from './HeadRow.tsx'
import styles from './source.module.css'

export function HotHead({ opened }: { readonly opened: ProfileView }) {
  return (
    <HeadRow
      headings={[
        { label: 'Self %', tip: 'percent', className: styles.percent },
        { label: 'Self', tip: 'self', unit: opened.analyzed.profile.abbreviation },
        { label: 'Line', className: `${styles.place} ${styles.start}` },
        { label: 'Function', className: `${styles.name} ${styles.start}` },
        { label: 'Code', className: `${styles.code} ${styles.start}` },
      ]}
    />
  )
}

export const HotLineRow = memo(function HotLineRow({
  opened,
  line: { f, ticks, path, line },
  text,
  href,
  mark,
  onPick,
  onOpen,
  ...place
}: RowPlace & {
  readonly opened: ProfileView
  readonly line: HotRow
  /** Text of the line; "" if it is unavailable. */
  readonly text: string
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
      {...place}
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
      onPlainClick={() => onPick(place.row)}
      onDoubleClick={() => onOpen(place.row)}
    >
      <div {...cellAt(0, `percent:${place.row}`)} className={`${styles.number} ${styles.percent}`}>
        <TimeBar total={shareOf(profile, ticks)} />
        <span>{formatShareOf(profile, ticks)}</span>
      </div>
      <div {...cellAt(1, `self:${place.row}`)} className={styles.number}>
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
