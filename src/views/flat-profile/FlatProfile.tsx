// gprof's flat profile: one row per function, in gprof's order until a heading asks for another.
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type CSSProperties } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { explainFlatCell } from '../../../workers/core/reports/details/explain-flat.ts'
import { flatHeadings, type FlatColumn } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { flatDifferences } from '../../../workers/core/reports/what-if/differences.ts'
import { countWidth, secondsWidth } from '../../../workers/core/reports/quantities.ts'
import { flatRowTsv } from '../../../workers/core/reports/flat-profile/table-text.ts'
import { openEntry, select } from '../../state/actions.ts'
import { useAreRowsOutdated, useSearchMark, useSelected } from '../../state/selectors.ts'
import { flatRowsOf } from '../../state/stepping.ts'
import { useStore } from '../../state/store.ts'
import { Tip, type TipContent } from '../../ui/overlays/Tip.tsx'
import { useLittleRoom } from '../../ui/display/use-narrow-window.ts'
import { VirtualGrid } from '../../ui/rows/VirtualGrid.tsx'
import { useGridRows } from '../../ui/rows/use-grid-rows.ts'
import type { ViewProps } from '../view.ts'
import { FlatHead } from './FlatHead.tsx'
import { FlatRow } from './FlatRow.tsx'
import { hasLongNames } from './long-names.ts'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './flat-profile.module.css'

const ROW_HEIGHT = 26
/** Where the name stands above its numbers. */
const STACKED_HEIGHT = 42

export function FlatProfile({ opened }: ViewProps) {
  const { analyzed, listing } = opened
  const shared = useStore((state) => state.shared)
  const found = useStore((state) => state.local.found)
  const sorted = useStore((state) => state.local.sorted)
  const selected = useSelected(opened)
  const areRowsOutdated = useAreRowsOutdated(opened)
  const rows = flatRowsOf(opened, found, sorted)
  const active = Math.max(0, selected === null ? 0 : rows.indexOf(selected))
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const rowHeight = isStacked ? STACKED_HEIGHT : ROW_HEIGHT
  const headings = useMemo(() => flatHeadings(analyzed, listing.flat), [analyzed, listing])
  const mark = useSearchMark()
  const areNamesLong = useMemo(() => hasLongNames(opened), [opened])

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

  // The selection may have moved from elsewhere: a link, the search, the details.
  useEffect(() => {
    if (selected !== null && rows[active] === selected) scrollTo(active, 'auto')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the selection and the order, not the scrolling
  }, [selected, rows, active])

  const explain = useCallback((key: string) => explainCell(opened, key), [opened])

  const { totals, rate } = analyzed.profile
  const widths = {
    '--calls': `${countWidth(listing.entries.callDigits)}ch`,
    '--seconds': `${secondsWidth(totals.ticks, rate)}ch`,
  } as CSSProperties

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const f = functionAt(active)
    if (!grid.onKeyDown(event) && f !== undefined) pressOnRow(event, opened, f)
  }

  const isTimed = analyzed.profile.rate > 0

  return (
    <Tip content={explain} className={`${sheet.view} ${styles.view}`}>
      {!isTimed && rows.length > 0 && (
        <p className={styles.untimed}>
          Functions by calls. The profile holds no samples: times are not known, and their columns stay empty.
        </p>
      )}
      <VirtualGrid
        role="grid"
        aria-label="Flat profile"
        aria-busy={areRowsOutdated}
        aria-rowcount={rows.length + 1}
        aria-colcount={headings.length}
        className={styles.grid}
        data-timed={isTimed}
        data-stacked={isStacked}
        data-names={areNamesLong ? 'long' : 'short'}
        style={widths}
        onKeyDown={onKeyDown}
        scroller={scroller}
        scrollerClass={styles.scroller}
        bodyClass={styles.body}
        rows={grid.rows}
        count={rows.length}
        head={
          <FlatHead
            headings={headings}
            order={shared.sort}
            isTimed={isTimed}
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
                // By element, not by function: scrolling and another order then change texts, not elements.
                key={key}
                opened={opened}
                f={f}
                row={index}
                top={top}
                isSelected={f === selected}
                isActive={index === active}
                shared={shared}
                mark={mark}
                onPick={grid.focusRow}
              />
            )
          )
        })}
      </VirtualGrid>
    </Tip>
  )
}

/** Enter opens the function's entry, Ctrl C copies its row. */
function pressOnRow(event: KeyboardEvent<HTMLElement>, opened: OpenedProfile, f: FunctionIndex): void {
  if ((event.target as HTMLElement).closest('[data-row]') === null) return
  const isCommand = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isCommand) {
    event.preventDefault()
    openEntry(f)
  } else if (event.key === 'c' && isCommand) {
    // A stretch of text that was selected is copied as it is.
    if (window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    void navigator.clipboard.writeText(flatRowTsv(opened.analyzed, opened.listing.flat, f))
  }
}

/** @param key as FlatRow names its cells: column and function */
function explainCell(opened: OpenedProfile, key: string): TipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', f = ''] = key.split(':')
  if (column === 'name') return null
  const row = Number(f) as FunctionIndex
  const was = asMeasured && flatDifferences(opened, asMeasured, row)[column as FlatColumn]
  return { ...explainFlatCell(analyzed, listing.flat, row, column as FlatColumn), was }
}

function Empty({ isSearch, query }: { readonly isSearch: boolean; readonly query: string }) {
  return (
    <p className={sheet.empty}>
      {isSearch
        ? `No function that was called or took time matches “${query}”. What only calls, as main may, is in the call graph.`
        : 'No function was called or took time: the profile is empty. Run the program once more, longer.'}
    </p>
  )
}
