// The grid of the flat profile with its tools, its headings and its columns, around rows of functions or of groups.
import { type ComponentProps, type CSSProperties, type ReactNode, useCallback } from 'react'
import { SCREEN_HEADINGS } from '../../../workers/core/reports/flat-rows.ts'
import type { ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import { areSharesKnown, countWidth, formatTime, secondsOf } from '../../../workers/core/quantities.ts'
import type { MarkRange } from '../../../workers/core/reports/search/match-marks.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import { useHrefOf, useSearchMark } from '../../state/selectors.ts'
import { sortBy } from '../../state/actions.ts'
import { useBounds } from '../../state/bounds.ts'
import { useStore } from '../../state/store.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { SortHeadRow } from '../../ui/SortHeadRow.tsx'
import type { GridRows } from '../../ui/use-grid-focus.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import type { VisibleRow } from '../../ui/use-virtual-rows.ts'
import type { ViewProps } from '../view.ts'
import table from '../../ui/table.module.css'
import { ColumnChooser } from './ColumnChooser.tsx'
import { useColumns } from './columns.ts'
import { FlatTools } from './FlatTools.tsx'
import styles from './flat-profile.module.css'
import type { Choice } from './group-params.ts'
import { explainCell } from './use-flat-rows.ts'
import { useHoverSoon } from './use-hover-soon.ts'

/** What all rows draw. */
export interface RowContext {
  /** The name first. */
  readonly columns: readonly ScreenColumn[]
  readonly bounds: Bounds | null
  readonly mark: (text: string) => readonly MarkRange[]
  readonly hrefOf: (f: FunctionIndex) => string
  readonly onHover: (f: FunctionIndex | null) => void
}

export function FlatGrid({
  opened,
  by,
  grid,
  active,
  isStacked,
  isRanked,
  above,
  below,
  drawRow,
  ...own
}: ViewProps &
  Pick<ComponentProps<typeof VirtualGrid>, 'role' | 'aria-label' | 'aria-busy' | 'empty' | 'onKeyDown'> & {
    /** Null for a row of each function. */
    readonly by: Choice | null
    readonly grid: GridRows
    readonly active: number
    readonly isStacked: boolean
    /** Whether a search has put the best matches first. */
    readonly isRanked: boolean
    readonly above?: ReactNode
    readonly below?: ReactNode
    readonly drawRow: (row: VisibleRow, context: RowContext) => ReactNode
  }) {
  const { analyzed, listing } = opened
  const { totals, rate, abbreviation } = analyzed.profile
  const order = useStore((state) => state.shared.sort)
  const columns = useColumns(order?.column, isStacked)
  const bounds = useBounds()
  const context: RowContext = {
    columns: columns.shown,
    bounds,
    mark: useSearchMark(),
    hrefOf: useHrefOf(opened),
    onHover: useHoverSoon(),
  }
  const explain = useCallback((key: string) => explainCell(opened, bounds, key), [opened, bounds])
  // gprof's own order: by time, then by calls; by calls only if there is no time.
  const ownOrder = areSharesKnown(analyzed.profile) ? 'self' : 'calls'
  const { resize } = columns
  const widths = {
    '--calls': `${countWidth(listing.entries.callDigits)}ch`,
    '--seconds': `${formatTime(secondsOf(totals.ticks, rate), abbreviation).length}ch`,
    '--columns': columns.tracks,
    minWidth: columns.leastWidth,
  } as CSSProperties
  return (
    <Tooltip content={explain} className={table.view}>
      {above}
      {!isStacked && <FlatTools opened={opened} rows={listing.flat.printed} by={by} />}
      <div className={styles.frame}>
        <VirtualGrid
          {...own}
          aria-colcount={columns.shown.length}
          data-stacked={isStacked}
          style={widths}
          bodyClass={styles.body}
          grid={grid}
          head={
            <SortHeadRow
              headings={columns.shown.map((column) => ({ column, label: SCREEN_HEADINGS[column], unit: '' }))}
              order={order}
              ownOrder={isRanked ? null : { column: ownOrder, direction: 'descending' }}
              tabStop={columns.shown.find((column) => column === (order?.column ?? ownOrder)) ?? 'name'}
              className={styles.head}
              classOf={(column) => styles[column]}
              onSort={sortBy}
              onResize={
                isStacked ? undefined : (column, width) => column !== 'cycle' && resize(column, width)
              }
              onDown={() => grid.focusRow(active)}
            />
          }
        >
          {grid.rows.visible.map((row) => drawRow(row, context))}
        </VirtualGrid>
        {!isStacked && <ColumnChooser {...columns} />}
      </div>
      {below}
    </Tooltip>
  )
}
