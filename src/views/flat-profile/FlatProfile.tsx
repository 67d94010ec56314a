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
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { explainFlatCell, explainFlatHeading } from '../../../workers/core/reports/details.ts'
import { flatHeadings, flatRow, flatRowTsv, NUMBER_COLUMNS } from '../../../workers/core/reports/rows.ts'
import type { FlatColumn } from '../../../workers/core/reports/sort-functions.ts'
import { type Differences, flatDifferences, NO_DIFFERENCES } from '../../../workers/core/reports/what-if.ts'
import {
  areSharesKnown,
  countWidth,
  type Scaled,
  secondsWidth,
  shownUnit,
} from '../../../workers/core/reports/quantities.ts'
import {
  flatRowsOf,
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
import type { ViewProps } from '../view.tsx'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { barOfTotal, wholeOfTotal } from '../../../workers/core/reports/bounds.ts'
import type { MarkRange } from '../../../workers/core/reports/search.ts'
import { NameLink } from '../../ui/text.tsx'
import table from '../../ui/table.module.css'
import controls from '../../ui/controls.module.css'
import styles from './flat-profile.module.css'

export function FlatProfile({ opened }: ViewProps) {
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
  const headings = useMemo(() => flatHeadings(analyzed, listing.flat), [analyzed, listing])
  const mark = useSearchMark()
  const hrefOf = useHrefOf(opened)
  const certain = useCertain()
  const areNamesLong = useMemo(() => hasLongNames(opened), [opened])
  const explain = useCallback((key: string) => explainCell(opened, key), [opened])
  const { totals, rate } = analyzed.profile
  const widths = {
    '--calls': `${countWidth(listing.entries.callDigits)}ch`,
    '--seconds': `${secondsWidth(totals.ticks, rate)}ch`,
  } as CSSProperties
  const isTimed = areSharesKnown(analyzed.profile)

  return (
    <Tooltip content={explain} className={`${table.view} ${styles.view}`}>
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
                // By DOM element, not by function: scrolling and sorting then change text, not
                // elements.
                key={key}
                opened={opened}
                certain={certain}
                f={f}
                row={index}
                top={top}
                isSelected={f === selected}
                isActive={index === active}
                href={hrefOf(f)}
                mark={mark}
                onPick={grid.focusRow}
              />
            )
          )
        })}
      </VirtualGrid>
      <Copied outcome={copied} />
    </Tooltip>
  )
}

/** @param key of a cell in FlatRow: column and function; of a heading in FlatHead: the column alone */
function explainCell(opened: ProfileView, key: string): TooltipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', f] = key.split(':')
  if (f === undefined) return explainFlatHeading(column as FlatColumn)
  if (column === 'name') return null
  const row = Number(f) as FunctionIndex
  const was = asMeasured && flatDifferences(opened, asMeasured, row)[column as FlatColumn]
  return { ...explainFlatCell(analyzed, listing.flat, row, column as FlatColumn), was }
}

function Empty({ isSearch, query }: { readonly isSearch: boolean; readonly query: string }) {
  return (
    <p className={table.empty}>
      {isSearch
        ? `No function that was called or took time matches “${query}”. What only calls, as main may, is in the call graph.`
        : 'No function was called or took time: the profile is empty. Run the program once more, longer.'}
    </p>
  )
}

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

// Whether names need more room, as in C++. Decided once, by the first rows of the profile without a
// scenario, so that columns stay in place during a search, a sort or a scenario.

const ROWS = 24
/** Characters that all columns together spare for names in a small laptop's window. */
const LETTERS = 28

function hasLongNames(opened: ProfileView): boolean {
  const { analyzed, listing } = opened.asMeasured ?? opened
  const rows = listing.flat.printed.subarray(0, ROWS)
  const long = rows.filter(
    (f) => displayName(analyzed.profile.functions, f as FunctionIndex).length > LETTERS,
  ).length
  return long * 4 > rows.length
}

// The flat profile's headings.

/** Shown even if there is little room: a hidden heading cannot hold the tab stop. */
const ALWAYS_SHOWN: readonly string[] = ['percent', 'self', 'calls', 'total', 'name']

function FlatHead({
  headings,
  order,
  isTimed,
  onDown,
}: {
  readonly headings: ReturnType<typeof flatHeadings>
  /** Null for gprof's own order. */
  readonly order: UrlState['sort']
  readonly isTimed: boolean
  /** Moves the focus from the headings to the rows. */
  readonly onDown: () => void
}) {
  // gprof's own order: by time, then by calls; by calls only if there is no time.
  const own: FlatColumn = isTimed ? 'self' : 'calls'
  const sorted = headings.find(({ column }) => column === (order?.column ?? own))?.column
  return (
    <SortHeadRow
      headings={headings.map((heading) => ({ ...heading, unit: shownUnit(heading.unit) }))}
      order={order}
      ownOrder={{ column: own, direction: 'descending' }}
      tabStop={sorted !== undefined && ALWAYS_SHOWN.includes(sorted) ? sorted : 'name'}
      className={styles.head}
      classOf={(column) => styles[column]}
      onSort={sortBy}
      onDown={onDown}
    />
  )
}

// A function's row.

/** A function's row in the flat profile. */
export const FlatRow = memo(function FlatRow({
  opened,
  certain,
  f,
  row,
  top,
  isSelected,
  isActive,
  href,
  mark,
  onPick,
}: {
  readonly opened: ProfileView
  readonly certain: Float64Array | null
  readonly f: FunctionIndex
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  readonly isSelected: boolean
  readonly isActive: boolean
  /** The link of the name. */
  readonly href: string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onPick: (row: number) => void
}) {
  const { text, finer, selfFraction, totalFraction, cycle } = flatRow(opened.analyzed, opened.listing.flat, f)
  const unit = shownUnit(opened.analyzed.profile.abbreviation)
  const was: Differences<FlatColumn> = opened.asMeasured
    ? flatDifferences(opened, opened.asMeasured, f)
    : NO_DIFFERENCES
  const pick = (event: MouseEvent) => {
    event.preventDefault()
    select(f, 'replace')
    onPick(row)
  }
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      aria-label={spokenRow(
        cycle === null ? text.name : `${text.name}, cycle ${cycle}`,
        text.percent === '' ? '' : `${text.percent} % time`,
        headed('self', text.self, unit),
        headed('calls', text.calls),
        headed('total', text.total, unit),
      )}
      className={table.tableRow}
      onPlainClick={pick}
      onDoubleClick={() => openEntry(f)}
    >
      {NUMBER_COLUMNS.map((column, at) => {
        const isBarred = column === 'percent' || column === 'total'
        const small = column === 'selfPerCall' || column === 'totalPerCall' ? finer[column] : null
        const looks = { 'data-zero': /^0\.0*$/.test(text[column]), 'data-was': was[column] }
        return (
          <div
            key={column}
            {...cellAt(at, `${column}:${f}`)}
            className={`${table.number} ${styles[column] ?? ''}`}
            {...(isBarred ? {} : looks)}
          >
            {isBarred ? (
              <>
                <TimeBar
                  self={text[column] === '' ? 0 : selfFraction}
                  {...(column === 'total' &&
                    barOfTotal(opened.analyzed, certain, f, totalFraction, wholeOfTotal(opened.analyzed, f)))}
                />
                <span {...looks}>{text[column]}</span>
              </>
            ) : small ? (
              <Finer printed={text[column]} {...small} />
            ) : (
              text[column]
            )}
          </div>
        )
      })}
      <div
        {...nameCellAt(NUMBER_COLUMNS.length, text.name)}
        aria-describedby={cycle === null ? undefined : `cycle-of-${f}`}
        className={table.name}
      >
        <NameLink name={text.name} href={href} mark={mark} tabIndex={-1} />
        {cycle !== null && (
          <span id={`cycle-of-${f}`} className={controls.tag}>
            cycle {cycle}
          </span>
        )}
      </div>
    </GridRow>
  )
})

/**
 * Draws and announces digits in a smaller unit. The cell's text stays what gprof prints, so that it
 * can be copied.
 */
function Finer({ printed, digits, unit }: Scaled & { readonly printed: string }) {
  return (
    <span className={styles.finer} data-digits={digits} data-unit={unit}>
      <span aria-hidden="true">{printed}</span>
    </span>
  )
}
