// The flat profile by source file, namespace or module: a row for each group with its sums, which unfolds
// into the rows of its functions.
import { type KeyboardEvent, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import {
  groupedLines,
  keyOfGroup,
  type RowGroup,
  RowGrouping,
} from '../../../workers/core/reports/group-rows.ts'
import type { ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import {
  areSharesKnown,
  formatCount,
  formatCounted,
  formatFixed,
  formatShareOf,
  formatTime,
  percentOf,
  secondsOf,
  shareOf,
} from '../../../workers/core/quantities.ts'
import { flatRowsOf, useSelected } from '../../state/selectors.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import { openEntry, select } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { inSlices } from '../../state/worker/slices.ts'
import { useLittleRoom } from '../../ui/media.ts'
import { RightIcon } from '../../ui/icons.tsx'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { cellAt, headed, nameCellAt, spokenRow, tableRowHeight } from '../../ui/grid-cells.ts'
import { GridRow, type RowPlace } from '../../ui/GridRow.tsx'
import { isPlainKeyOnRow, useGridRows } from '../../ui/use-grid-focus.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import type { VisibleRow } from '../../ui/use-virtual-rows.ts'
import table from '../../ui/table.module.css'
import { FlatGrid, type RowContext } from './FlatGrid.tsx'
import { FlatRow } from './FlatRow.tsx'
import styles from './flat-profile.module.css'
import type { Choice } from './group-params.ts'

/** The flat profile by group. */
export function GroupedProfile({ opened, by }: { readonly opened: ProfileView; readonly by: Choice }) {
  const found = valueOf(useStore((state) => state.ui.found))
  const sorted = valueOf(useStore((state) => state.ui.sorted))
  const rows = flatRowsOf(opened, found, sorted)
  const groups = useGroups(opened, rows, by)
  const [opens, setOpens] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => groupedLines(groups, opens), [groups, opens])
  const [last, setActive] = useState(0)
  const active = Math.min(last, Math.max(0, lines.length - 1))
  const selected = useSelected(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const move = (row: number) => {
    setActive(row)
    const line = lines[row]
    if (line?.kind === 'function') select(line.f, 'replace')
  }
  const rowHeight = tableRowHeight(isStacked)
  const grid = useGridRows({ scroller, count: lines.length, rowHeight, active, onMove: move })
  const pick = (row: number) => {
    move(row)
    grid.focusRow(row)
  }
  const toggle = (row: number) => {
    const group = groups[lines[row]?.at ?? -1]
    if (!group) return
    const next = new Set(opens)
    const key = keyOfGroup(group.group)
    if (!next.delete(key)) next.add(key)
    setOpens(next)
    pick(row)
  }
  const press = (event: KeyboardEvent<HTMLElement>): boolean => {
    const line = lines[active]
    if (!line || !isPlainKeyOnRow(event)) return false
    const { key } = event
    if (line.kind === 'function') {
      if (key === 'Enter') openEntry(line.f)
      else if (key === 'ArrowLeft') pick(lines.findIndex((one) => one.at === line.at))
      else return false
      return true
    }
    const group = groups[line.at]
    const isOpen = group !== undefined && opens.has(keyOfGroup(group.group))
    const isToggle =
      key === 'Enter' || key === ' ' || (key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen)
    if (isToggle) toggle(active)
    return isToggle
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (press(event)) event.preventDefault()
    else grid.onKeyDown(event)
  }
  const drawRow = ({ index, top, key }: VisibleRow, { hrefOf, ...context }: RowContext) => {
    const line = lines[index]
    const group = line && groups[line.at]
    if (!group) return null
    const place = { opened, top, row: index, isActive: index === active }
    return line.kind === 'function' ? (
      <FlatRow
        key={`f ${key}`}
        {...{ ...place, ...context }}
        f={line.f}
        level={2}
        isSelected={line.f === selected}
        href={hrefOf(line.f)}
        onPick={pick}
      />
    ) : (
      <GroupRow
        key={`g ${key}`}
        {...{ ...place, group }}
        isSelected={false}
        columns={context.columns}
        isOpen={opens.has(keyOfGroup(group.group))}
        onToggle={toggle}
      />
    )
  }
  return (
    <FlatGrid
      role="treegrid"
      aria-label="Flat profile by group"
      isRanked={found?.ok === true}
      {...{ opened, by, grid, active, isStacked, onKeyDown, drawRow }}
      empty={<p className={table.empty}>No function to group.</p>}
    />
  )
}

/** Rows that are grouped in one go; more would delay a frame. */
const SLICE = 4000

/** Groups the rows in slices. Returns the groups of other rows until all are done. */
function useGroups(opened: ProfileView, rows: Uint32Array, by: Choice): readonly RowGroup[] {
  const [groups, setGroups] = useState<readonly RowGroup[]>([])
  const { profile } = opened.analyzed
  useEffect(
    () =>
      inSlices(
        groupRows(groupsOf(profile), profile.functions, rows, by),
        (grouped) => startTransition(() => setGroups(grouped)),
        1,
      ),
    [profile, rows, by],
  )
  return groups
}

function* groupRows(
  ...grouped: ConstructorParameters<typeof RowGrouping>
): Generator<void, readonly RowGroup[]> {
  const grouping = new RowGrouping(...grouped)
  while (grouping.add(SLICE)) yield
  return grouping.groups()
}

function GroupRow({
  opened,
  columns,
  group,
  isOpen,
  onToggle,
  ...place
}: RowPlace & {
  readonly opened: ProfileView
  readonly columns: readonly ScreenColumn[]
  readonly group: RowGroup
  readonly isOpen: boolean
  readonly onToggle: (row: number) => void
}) {
  const { profile } = opened.analyzed
  const { totals, rate, abbreviation } = profile
  const { label, key: whole } = group.group
  const isTimed = areSharesKnown(profile)
  const texts: Partial<Record<ScreenColumn, string>> = {
    selfPercent: formatShareOf(profile, group.selfTicks),
    percent: isTimed ? formatFixed(percentOf(group.selfTicks, totals.ticks), 2) : '',
    self: isTimed ? formatTime(secondsOf(group.selfTicks, rate), abbreviation) : '',
    calls: group.calls > 0 ? formatCount(group.calls) : '',
  }
  const count = formatCounted(group.functions.length, 'function')
  return (
    <GridRow
      {...place}
      aria-level={1}
      aria-expanded={isOpen}
      aria-label={spokenRow(`${label}, ${count}`, texts.selfPercent ?? '', headed('self', texts.self ?? ''))}
      className={`${table.tableRow} ${styles.group}`}
      onPlainClick={() => onToggle(place.row)}
    >
      {columns.map((column, at) =>
        column === 'name' ? (
          <div key={column} {...nameCellAt(at, label)} className={table.name}>
            <span className={styles.fold} data-open={isOpen}>
              <RightIcon />
            </span>
            <GroupMark group={group.group} />
            <span className={styles.groupName} title={whole}>
              {label}
            </span>
            <span className={styles.groupCount}>{count}</span>
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at)}
            className={`${table.number} ${styles[column] ?? ''} ${column === 'selfPercent' ? table.barred : ''}`}
          >
            {column === 'selfPercent' ? (
              <>
                <TimeBar total={shareOf(profile, group.selfTicks)} />
                <span>{texts.selfPercent}</span>
              </>
            ) : (
              (texts[column] ?? '')
            )}
          </div>
        ),
      )}
    </GridRow>
  )
}
