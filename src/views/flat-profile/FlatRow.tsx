// A function's row.
import { memo, type MouseEvent } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { flatCells } from '../../../workers/core/reports/flat-rows.ts'
import type { ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import {
  type Differences,
  flatDifferences,
  NO_DIFFERENCES,
} from '../../../workers/core/reports/differences.ts'
import { openEntry, select } from '../../state/actions.ts'
import { cellAt, headed, nameCellAt, spokenRow } from '../../ui/grid-cells.ts'
import { GridRow, type RowPlace } from '../../ui/GridRow.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { menuOf } from '../menu-subject.ts'
import { barOfSelf, barOfTotal, whiskerOf } from '../../../workers/core/reports/time-bar.ts'
import type { MarkRange } from '../../../workers/core/reports/search/match-marks.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import table from '../../ui/table.module.css'
import { CycleTag } from '../CycleTag.tsx'
import styles from './flat-profile.module.css'

const hasBar = (column: ScreenColumn): boolean => column === 'selfPercent' || column === 'totalPercent'

/** gprof's number of a function's cycle, or null. */
function cycleNumber({ cycles }: AnalyzedProfile, f: FunctionIndex): number | null {
  const cycle = cycles.cycleOf[f] ?? NONE
  return cycle === NONE ? null : cycle + 1
}

/** A function's row in the flat profile. */
export const FlatRow = memo(function FlatRow({
  opened,
  columns,
  bounds,
  f,
  level,
  isHovered = false,
  href,
  mark,
  onHover,
  onPick,
  ...place
}: RowPlace & {
  readonly opened: ProfileView
  /** The name first. */
  readonly columns: readonly ScreenColumn[]
  readonly bounds: Bounds | null
  readonly f: FunctionIndex
  /** 2 below a group. */
  readonly level?: 2
  /** Whether the pointer is on the function or its cycle, here or in another picture, or its cycle is selected. */
  readonly isHovered?: boolean
  /** The link of the name. */
  readonly href: string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onHover: (f: FunctionIndex | null) => void
  readonly onPick: (row: number) => void
}) {
  const { analyzed, listing, asMeasured } = opened
  const cells = flatCells(analyzed, listing.flat, f)
  const cycle = cycleNumber(analyzed, f)
  const was: Differences<ScreenColumn> = asMeasured ? flatDifferences(opened, asMeasured, f) : NO_DIFFERENCES
  const pick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-cycle]')) return
    event.preventDefault()
    select(f, 'replace')
    onPick(place.row)
  }
  return (
    <GridRow
      {...place}
      aria-label={spokenRow(
        cycle === null ? cells.name : `${cells.name}, cycle ${cycle}`,
        cells.selfPercent === '' ? '' : `${cells.selfPercent} time`,
        headed('self', cells.self),
        headed('calls', cells.calls),
        headed('total', cells.total),
      )}
      {...menuOf(f)}
      data-hovered={isHovered || undefined}
      aria-level={level}
      className={`${table.tableRow} ${level ? styles.member : ''}`}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onHover(f)}
      onPointerLeave={() => onHover(null)}
      onPlainClick={pick}
      onDoubleClick={() => openEntry(f)}
    >
      {columns.map((column, at) =>
        column === 'name' ? (
          <div
            key={column}
            {...nameCellAt(at, cells.name)}
            aria-describedby={cycle === null ? undefined : `cycle-of-${f}`}
            className={table.name}
          >
            <GroupMark group={groupsOf(analyzed.profile).groupOf(f)} />
            <NameLink name={cells.name} href={href} mark={mark} tabIndex={-1} />
            {cycle !== null && (
              <CycleTag
                id={`cycle-of-${f}`}
                opened={opened}
                cycle={(cycle - 1) as CycleIndex}
                tabIndex={-1}
              />
            )}
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at, `${column}:${f}`)}
            className={`${table.number} ${styles[column] ?? ''} ${hasBar(column) ? table.barred : ''}`}
            data-zero={cells[column] === '0' || cells[column] === '0%'}
            data-was={was[column]}
          >
            {column === 'selfPercent' && <TimeBar {...barOfSelf(analyzed, f)} />}
            {column === 'totalPercent' && (
              <TimeBar
                {...barOfTotal(analyzed, bounds, f)}
                whisker={place.isSelected ? whiskerOf(analyzed, bounds, f) : null}
              />
            )}
            {hasBar(column) ? <span>{cells[column]}</span> : cells[column]}
          </div>
        ),
      )}
    </GridRow>
  )
})
