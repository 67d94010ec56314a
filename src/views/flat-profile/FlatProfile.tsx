// The flat profile: one row per function, in gprof's order until a heading sorts it; its rows,
// headings, keys and column tooltips.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { explainFlatCell, explainFlatHeading } from '../../../workers/core/reports/details.ts'
import { flatCells, flatRowTsv, SCREEN_HEADINGS } from '../../../workers/core/reports/rows.ts'
import type { FlatColumn, ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import { type Differences, flatDifferences, NO_DIFFERENCES } from '../../../workers/core/reports/what-if.ts'
import {
  areSharesKnown,
  countWidth,
  formatTime,
  secondsOf,
} from '../../../workers/core/reports/quantities.ts'
import {
  flatRowsOf,
  hover,
  openEntry,
  select,
  sortBy,
  type UrlState,
  useAreRowsOutdated,
  useCertain,
  useHrefOf,
  useSearchMark,
  useSelected,
  useStore,
} from '../../state/store.ts'
import { valueOf } from '../../state/requests.ts'
import { Tooltip, type TooltipContent } from '../../ui/controls.tsx'
import { useLittleRoom } from '../../ui/page.ts'
import {
  cellAt,
  Copied,
  type Copying,
  GridRow,
  headed,
  nameCellAt,
  SortHeadRow,
  spokenRow,
  tableRowHeight,
  TimeBar,
  useCopy,
  useGridRows,
  VirtualGrid,
} from '../../ui/table.tsx'
import { menuOf, type ViewProps } from '../view.tsx'
import { barOfSelf, barOfTotal, whiskerOf } from '../../../workers/core/reports/time-bar.ts'
import { isExpression, type MarkRange } from '../../../workers/core/reports/search.ts'
import { groupOf } from '../../../workers/core/reports/groups.ts'
import { GroupMark } from '../../ui/group-colour.tsx'
import { NameLink } from '../../ui/text.tsx'
import table from '../../ui/table.module.css'
import { useMarkedCycle } from '../../state/selected-cycle.ts'
import { CycleTag } from '../CycleTag.tsx'
import { withSymbols } from '../explained.tsx'
import { ColumnChooser, useColumns } from './columns.tsx'
import { FlatTools } from './grouping.tsx'
import styles from './flat-profile.module.css'

/** The flat profile with a row for each function. */
export function FunctionGrid({ opened }: ViewProps) {
  const { analyzed, listing } = opened
  const shared = useStore((state) => state.shared)
  const found = valueOf(useStore((state) => state.ui.found))
  const areRowsOutdated = useAreRowsOutdated(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const { rows, functionAt, active, selected, grid, onKeyDown, copied } = useFlatRows(
    opened,
    scroller,
    tableRowHeight(isStacked),
  )
  const isTimed = areSharesKnown(analyzed.profile)
  // gprof's own order: by time, then by calls; by calls only if there is no time.
  const own: FlatColumn = isTimed ? 'self' : 'calls'
  const columns = useColumns(shared.sort?.column, isStacked)
  const mark = useSearchMark()
  const hrefOf = useHrefOf(opened)
  const certain = useCertain()
  const hovered = useStore((state) => state.ui.hovered)
  const marked = useMarkedCycle(opened)
  const { cycleOf } = analyzed.cycles
  const explain = useCallback((key: string) => explainCell(opened, key), [opened])
  // A row that is removed reports no leaving pointer.
  useEffect(() => () => hoverSoon(null), [])
  const { totals, rate } = analyzed.profile
  const widths = {
    '--calls': `${countWidth(listing.entries.callDigits)}ch`,
    '--seconds': `${formatTime(secondsOf(totals.ticks, rate), analyzed.profile.abbreviation).length}ch`,
    '--columns': columns.tracks,
    minWidth: columns.leastWidth,
  } as CSSProperties

  return (
    <Tooltip content={explain} className={table.view}>
      {!isTimed && rows.length > 0 && (
        <p className={styles.untimed}>
          Functions by calls. The profile holds no samples: times are not known, and their columns stay empty.
        </p>
      )}
      {!isStacked && <FlatTools opened={opened} rows={listing.flat.printed} by={null} />}
      <div className={styles.frame}>
        <VirtualGrid
          role="grid"
          aria-label="Flat profile"
          aria-busy={areRowsOutdated}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.shown.length}
          className={styles.grid}
          data-stacked={isStacked}
          style={widths}
          onKeyDown={onKeyDown}
          scroller={scroller}
          bodyClass={styles.body}
          rows={grid.rows}
          count={rows.length}
          head={
            <FlatHead
              columns={columns.shown}
              order={shared.sort}
              own={own}
              isRanked={found?.ok === true}
              onResize={isStacked ? undefined : columns.resize}
              onDown={() => grid.focusRow(active)}
            />
          }
          empty={<Empty isSearch={found?.ok === true} query={shared.query} />}
        >
          {grid.rows.visible.map(({ index, top, key }) => {
            const f = functionAt(index)
            return (
              f !== undefined && (
                <FlatRow
                  // By DOM element, not by function: scrolling and sorting then change text, not
                  // elements.
                  key={key}
                  opened={opened}
                  columns={columns.shown}
                  certain={certain}
                  f={f}
                  row={index}
                  top={top}
                  isSelected={f === selected}
                  isActive={index === active}
                  isHovered={f === hovered || (marked !== null && cycleOf[f] === marked)}
                  href={hrefOf(f)}
                  mark={mark}
                  onPick={grid.focusRow}
                />
              )
            )
          })}
        </VirtualGrid>
        {!isStacked && <ColumnChooser {...columns} />}
      </div>
      <Copied outcome={copied} />
    </Tooltip>
  )
}

/** @param key of a cell in FlatRow: column and function; of a heading in FlatHead: the column alone */
export function explainCell(opened: ProfileView, key: string): TooltipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', f] = key.split(':')
  if (f === undefined) return explainFlatHeading(column as ScreenColumn)
  if (column === 'name') return null
  const row = Number(f) as FunctionIndex
  const was = asMeasured && flatDifferences(opened, asMeasured, row)[column as ScreenColumn]
  return { ...withSymbols(explainFlatCell(analyzed, listing.flat, row, column as ScreenColumn)), was }
}

function Empty({ isSearch, query }: { readonly isSearch: boolean; readonly query: string }) {
  return (
    <p className={table.empty}>
      {isSearch
        ? `No match for “${query}” in the flat profile. Functions without time or calls are in Call graph.${mayBeExpression(query) ? ' A regular expression goes between slashes: /…/.' : ''}`
        : 'No function was called or took time: the profile is empty. Run the program once more, longer.'}
    </p>
  )
}

/** Whether a query without matches reads like a regular expression that has no slashes around it. */
const mayBeExpression = (query: string): boolean => !isExpression(query) && /[.*+?^$|\\[\]]/.test(query)

// The rows in a grid: their order, the focus, and the keys.

function useFlatRows(opened: ProfileView, scroller: RefObject<HTMLDivElement | null>, rowHeight: number) {
  const found = valueOf(useStore((state) => state.ui.found))
  const sorted = valueOf(useStore((state) => state.ui.sorted))
  const selected = useSelected(opened)
  const rows = flatRowsOf(opened, found, sorted)
  // The last selected function, from which the keys continue when nothing is selected.
  const [last, setLast] = useState(selected)
  if (selected !== null && selected !== last) setLast(selected)
  const current = selected ?? last
  const active = Math.max(0, current === null ? 0 : rows.indexOf(current))
  const functionAt = (row: number) => rows[row] as FunctionIndex | undefined
  const grid = useGridRows({
    scroller,
    count: rows.length,
    rowHeight,
    active,
    onMove: (row) => {
      const f = functionAt(row)
      if (f !== undefined) select(f, 'replace')
    },
  })
  const { scrollTo } = grid.rows

  // The selection may change elsewhere: by a link, the search or the details.
  useEffect(() => {
    if (selected !== null && rows[active] === selected) scrollTo(active, 'auto')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the selection and the order, not the scrolling
  }, [selected, rows, active])

  const { outcome: copied, onCopyKey } = useCopy()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const f = functionAt(active)
    if (!grid.onKeyDown(event) && f !== undefined) pressOnRow(event, opened, f, onCopyKey)
  }
  return { rows, functionAt, active, selected, grid, onKeyDown, copied }
}

/** Handles Enter, which opens the function's entry, and Ctrl C, which copies its row. */
function pressOnRow(
  event: KeyboardEvent<HTMLElement>,
  opened: ProfileView,
  f: FunctionIndex,
  onCopyKey: Copying['onCopyKey'],
): void {
  if ((event.target as HTMLElement).closest('[data-row]') === null) return
  const isCommand = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isCommand) {
    event.preventDefault()
    openEntry(f)
  } else onCopyKey(event, () => flatRowTsv(opened.analyzed, opened.listing.flat, f))
}

// The flat profile's headings.

export function FlatHead({
  columns,
  order,
  own,
  isRanked,
  onResize,
  onDown,
}: {
  readonly columns: readonly ScreenColumn[]
  /** Null for gprof's own order. */
  readonly order: UrlState['sort']
  /** The column of gprof's own order. */
  readonly own: FlatColumn
  /** Whether a search has put the best matches first. */
  readonly isRanked: boolean
  readonly onResize: ((column: ScreenColumn, width: number | null) => void) | undefined
  /** Moves the focus from the headings to the rows. */
  readonly onDown: () => void
}) {
  return (
    <SortHeadRow
      headings={columns.map((column) => ({ column, label: SCREEN_HEADINGS[column], unit: '' }))}
      order={order}
      ownOrder={isRanked ? null : { column: own, direction: 'descending' }}
      tabStop={columns.find((column) => column === (order?.column ?? own)) ?? 'name'}
      className={styles.head}
      classOf={(column) => styles[column]}
      onSort={sortBy}
      onResize={onResize && ((column, width) => column !== 'cycle' && onResize(column, width))}
      onDown={onDown}
    />
  )
}

// A function's row.

/** Milliseconds for which the pointer rests: on its way over the rows it draws nothing. */
const REST_MS = 60

let resting: ReturnType<typeof setTimeout> | undefined

function hoverSoon(f: FunctionIndex | null): void {
  clearTimeout(resting)
  resting = setTimeout(() => hover(f), REST_MS)
}

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
  certain,
  f,
  row,
  top,
  level,
  isSelected,
  isActive,
  isHovered = false,
  href,
  mark,
  onPick,
}: {
  readonly opened: ProfileView
  /** The name first. */
  readonly columns: readonly ScreenColumn[]
  readonly certain: Float64Array | null
  readonly f: FunctionIndex
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  /** 2 below a group. */
  readonly level?: 2
  readonly isSelected: boolean
  readonly isActive: boolean
  /** Whether the pointer is on the function or its cycle, here or in another picture, or its cycle is selected. */
  readonly isHovered?: boolean
  /** The link of the name. */
  readonly href: string
  readonly mark: (text: string) => readonly MarkRange[]
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
    onPick(row)
  }
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
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
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && hoverSoon(f)}
      onPointerLeave={() => hoverSoon(null)}
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
            <GroupMark group={groupOf(analyzed.profile, f)} />
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
                {...barOfTotal(analyzed, certain, f)}
                whisker={isSelected ? whiskerOf(analyzed, certain, f) : null}
              />
            )}
            {hasBar(column) ? <span>{cells[column]}</span> : cells[column]}
          </div>
        ),
      )}
    </GridRow>
  )
})
