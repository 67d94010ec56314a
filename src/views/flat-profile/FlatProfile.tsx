// The flat profile as a grid: one row per function, in gprof's order until a heading sorts it.
import { type CSSProperties, useCallback, useEffect, useRef } from 'react'
import { SCREEN_HEADINGS } from '../../../workers/core/reports/flat-rows.ts'
import type { FlatColumn, ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import { areSharesKnown, countWidth, formatTime, secondsOf } from '../../../workers/core/quantities.ts'
import { useAreRowsOutdated, useCertain, useHrefOf, useSearchMark } from '../../state/selectors.ts'
import { sortBy } from '../../state/actions.ts'
import type { UrlState } from '../../state/url/url-state.ts'
import { useStore } from '../../state/store.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useLittleRoom } from '../../ui/media.ts'
import { tableRowHeight } from '../../ui/grid-cells.ts'
import { Copied } from '../../ui/CopyTable.tsx'
import { SortHeadRow } from '../../ui/SortHeadRow.tsx'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import type { ViewProps } from '../view.ts'
import table from '../../ui/table.module.css'
import { useMarkedCycle } from '../../state/selected-cycle.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { useColumns } from './columns.ts'
import { FlatTools } from './FlatTools.tsx'
import styles from './flat-profile.module.css'
import { hoverSoon } from './hover-soon.ts'
import { FlatRow } from './FlatRow.tsx'
import { useFlatRows, explainCell, mayBeExpression } from './use-flat-rows.ts'

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

function Empty({ isSearch, query }: { readonly isSearch: boolean; readonly query: string }) {
  return (
    <p className={table.empty}>
      {isSearch
        ? `No match for “${query}” in the flat profile. Functions without time or calls are in Call graph.${mayBeExpression(query) ? ' A regular expression goes between slashes: /…/.' : ''}`
        : 'No function was called or took time: the profile is empty. Run the program once more, longer.'}
    </p>
  )
}

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
