// The flat profile by source file, namespace or module: a row for each group with its sums, which unfolds
// into the rows of its functions.
import {
  type CSSProperties,
  type KeyboardEvent,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import {
  groupedLines,
  keyOfGroup,
  type RowGroup,
  RowGrouping,
} from '../../../workers/core/reports/group-rows.ts'
import type { Grouping } from '../../../workers/core/reports/groups.ts'
import type { FlatColumn, ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import {
  areSharesKnown,
  countWidth,
  formatCount,
  formatCounted,
  formatFixed,
  formatShareOf,
  formatTime,
  percentOf,
  secondsOf,
  shareOf,
} from '../../../workers/core/quantities.ts'
import { flatRowsOf, useCertain, useHrefOf, useSearchMark, useSelected } from '../../state/selectors.ts'
import { openEntry, select } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { inSlices } from '../../state/worker/slices.ts'
import { useLittleRoom } from '../../ui/media.ts'
import { RightIcon } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { cellAt, headed, nameCellAt, spokenRow, tableRowHeight } from '../../ui/grid-cells.ts'
import { GridRow } from '../../ui/GridRow.tsx'
import { isPlainKeyOnRow, useGridRows } from '../../ui/use-grid-focus.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import table from '../../ui/table.module.css'
import { ColumnChooser } from './ColumnChooser.tsx'
import { useColumns } from './columns.ts'
import { explainCell } from './use-flat-rows.ts'
import { FlatHead } from './FlatProfile.tsx'
import { FlatRow } from './FlatRow.tsx'
import { FlatTools } from './FlatTools.tsx'
import styles from './flat-profile.module.css'

type Choice = Exclude<Grouping, 'source'>

/** The flat profile by group. */
export function GroupedProfile({ opened, by }: { readonly opened: ProfileView; readonly by: Choice }) {
  const { analyzed, listing } = opened
  const found = valueOf(useStore((state) => state.ui.found))
  const sorted = valueOf(useStore((state) => state.ui.sorted))
  const order = useStore((state) => state.shared.sort)
  const rows = flatRowsOf(opened, found, sorted)
  const groups = useGroups(opened, rows, by)
  const [opens, setOpens] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => groupedLines(groups, opens), [groups, opens])
  const [last, setActive] = useState(0)
  const active = Math.min(last, Math.max(0, lines.length - 1))
  const selected = useSelected(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const columns = useColumns(order?.column, isStacked)
  const mark = useSearchMark()
  const hrefOf = useHrefOf(opened)
  const certain = useCertain()
  const explain = useCallback((key: string) => explainCell(opened, key), [opened])
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
  const { totals, rate, abbreviation } = analyzed.profile
  const own: FlatColumn = areSharesKnown(analyzed.profile) ? 'self' : 'calls'
  const widths = {
    '--calls': `${countWidth(listing.entries.callDigits)}ch`,
    '--seconds': `${formatTime(secondsOf(totals.ticks, rate), abbreviation).length}ch`,
    '--columns': columns.tracks,
    minWidth: columns.leastWidth,
  } as CSSProperties
  return (
    <Tooltip content={explain} className={table.view}>
      {!isStacked && <FlatTools opened={opened} rows={listing.flat.printed} by={by} />}
      <div className={styles.frame}>
        <VirtualGrid
          role="treegrid"
          aria-label="Flat profile by group"
          aria-rowcount={lines.length + 1}
          aria-colcount={columns.shown.length}
          className={styles.grid}
          data-stacked={isStacked}
          style={widths}
          onKeyDown={onKeyDown}
          scroller={scroller}
          bodyClass={styles.body}
          rows={grid.rows}
          count={lines.length}
          head={
            <FlatHead
              columns={columns.shown}
              order={order}
              own={own}
              isRanked={found?.ok === true}
              onResize={isStacked ? undefined : columns.resize}
              onDown={() => grid.focusRow(active)}
            />
          }
          empty={<p className={table.empty}>No function to group.</p>}
        >
          {grid.rows.visible.map(({ index, top, key }) => {
            const line = lines[index]
            const group = line && groups[line.at]
            if (!group) return null
            if (line.kind === 'function')
              return (
                <FlatRow
                  key={`f ${key}`}
                  {...{ opened, certain, top, mark }}
                  columns={columns.shown}
                  f={line.f}
                  row={index}
                  level={2}
                  isSelected={line.f === selected}
                  isActive={index === active}
                  href={hrefOf(line.f)}
                  onPick={pick}
                />
              )
            return (
              <GroupRow
                key={`g ${key}`}
                {...{ opened, group, top }}
                columns={columns.shown}
                row={index}
                isOpen={opens.has(keyOfGroup(group.group))}
                isActive={index === active}
                onToggle={toggle}
              />
            )
          })}
        </VirtualGrid>
        {!isStacked && <ColumnChooser {...columns} />}
      </div>
    </Tooltip>
  )
}

/** Rows that are grouped in one go; more would delay a frame. */
const SLICE = 4000

/** Groups the rows in slices. Returns the groups of other rows until all are done. */
function useGroups(opened: ProfileView, rows: Uint32Array, by: Choice): readonly RowGroup[] {
  const [groups, setGroups] = useState<readonly RowGroup[]>([])
  const { profile } = opened.analyzed
  useEffect(
    () => inSlices(groupRows(profile, rows, by), (grouped) => startTransition(() => setGroups(grouped)), 1),
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
  row,
  top,
  isOpen,
  isActive,
  onToggle,
}: {
  readonly opened: ProfileView
  readonly columns: readonly ScreenColumn[]
  readonly group: RowGroup
  readonly row: number
  readonly top: number
  readonly isOpen: boolean
  readonly isActive: boolean
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
      {...{ row, top, isActive }}
      isSelected={false}
      aria-level={1}
      aria-expanded={isOpen}
      aria-label={spokenRow(`${label}, ${count}`, texts.selfPercent ?? '', headed('self', texts.self ?? ''))}
      className={`${table.tableRow} ${styles.group}`}
      onPlainClick={() => onToggle(row)}
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
