// The runs view: a table with a row per run of a summed profile, with its sorting, its keys and its
// tooltips.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isSameFileKey } from '../../../workers/core/base/file-key.ts'
import { formatCount, secondsWidth, shownUnit } from '../../../workers/core/reports/quantities.ts'
import {
  explainBar,
  explainColumn,
  explainRun,
  imbalanceText,
  type RunColumn,
  runFraction,
  runHeadings,
  type RunOrder,
  runRowTsv,
  runTable,
  type RunTable,
  runTableTsv,
  runText,
  sortRuns,
} from '../../../workers/core/reports/run-table.ts'
import { RUNS_AS_MEASURED } from '../../../workers/core/reports/run-spread.ts'
import { canOpenRunsOf } from '../../state/opening/open.ts'
import { runsOf } from '../../state/runs.ts'
import { hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { navigate, type ParamsCodec, setViewParams, useViewParams } from '../../state/url-sync.ts'
import { useNarrowWindow } from '../../ui/display.ts'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import { Copied, CopyTable, useCopy } from '../../ui/table/CopyTable.tsx'
import {
  cellAt,
  GridRow,
  headed,
  nameCellAt,
  SortHeadRow,
  spokenRow,
  tableRowHeight,
  VirtualGrid,
} from '../../ui/table/VirtualGrid.tsx'
import type { ViewProps } from '../view.ts'
import { SelectedStrip, useFunctionInRuns } from './SelectedStrip.tsx'
import { Strip } from './Strip.tsx'
import { prepareConnection } from '../../state/worker/requests.ts'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import { useGridRows } from '../../ui/table/grid-rows.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'
import sheet from '../../ui/table/sheet.module.css'
import controls from '../../ui/controls.module.css'
import cells from '../../ui/table/table.module.css'
import names from '../../ui/long-name.module.css'
import styles from './runs.module.css'

/** The order of the files. */
const OWN_ORDER = { column: 'number', direction: 'ascending' } as const

export function Runs({ opened }: ViewProps) {
  const { profile } = opened.analyzed
  const runs = runsOf(opened)
  const selected = useFunctionInRuns(opened)
  // Its columns appear as soon as the numbers are requested, so the answer changes no width.
  const inRuns = selected && selected.asked.phase !== 'idle' ? selected.inRuns : null
  const table = useMemo(() => runTable(runs, profile, inRuns), [runs, profile, inRuns])
  const { order } = useViewParams(runsParams)
  const rows = useMemo(() => sortRuns(table, order), [table, order])
  const shared = useStore((state) => state.shared)
  const shown = runs.findIndex(({ run }) => isSameFileKey(run, opened.oneRun?.run ?? null))
  const oddities = useMemo(() => runWarnings(opened), [opened])
  const isStacked = useNarrowWindow()
  const scroller = useRef<HTMLDivElement>(null)
  const canOpen = canOpenRunsOf(opened)
  const open = useCallback(
    (run: number) => {
      const name = runs[run]?.run
      if (name && canOpen) navigate({ run: name }, 'push')
    },
    [runs, canOpen],
  )
  const { active, picked, grid, pick, pickRow, onKeyDown, copied, copy } = useRunRows({
    scroller,
    rows,
    shown,
    rowHeight: tableRowHeight(isStacked),
    onOpen: open,
    textOf: (run) => runRowTsv(table, run),
  })
  const explain = useCallback((key: string) => explainKey(table, key), [table])
  const headings = runHeadings(table)
  const { spread } = table
  const strip = { active: rows[active] ?? 0, picked, shown, onPick: pick }
  const widths = { '--seconds': `${secondsWidth(spread?.most ?? 0, profile.rate)}ch` } as CSSProperties
  return (
    <Tooltip content={explain} className={`${sheet.view} ${styles.view}`}>
      <section aria-label="All runs" className={styles.strip}>
        <p className={styles.caption}>
          <strong>{formatCount(runs.length)} runs</strong>
          <span className={styles.words}>
            {spread && spread.most > 0 ? imbalanceText(table, 'time') : noTimes(table)}
            {!selected && canOpen && ' Select a function to see it in each run.'}
            {opened.analyzed.scenario.faster.length > 0 && ` ${RUNS_AS_MEASURED}`}
          </span>
          <CopyTable onCopy={() => void copy(runTableTsv(table, rows), 'Table copied')} />
        </p>
        {spread && spread.most > 0 && (
          <Strip
            label="Time of each run"
            table={table}
            column="time"
            mean={spread.mean / spread.most}
            {...strip}
          />
        )}
      </section>
      {selected && <SelectedStrip opened={opened} selected={selected} table={table} {...strip} />}
      <VirtualGrid
        role="grid"
        aria-label="Runs"
        aria-busy={selected?.asked.phase === 'loading'}
        aria-rowcount={rows.length + 1}
        aria-colcount={headings.length}
        className={styles.grid}
        data-stacked={isStacked}
        data-function={inRuns !== null}
        style={widths}
        onKeyDown={onKeyDown}
        scroller={scroller}
        rows={grid.rows}
        count={rows.length}
        printedRest="Copy table has all of them."
        head={
          <SortHeadRow
            headings={headings.map((heading) => ({ ...heading, unit: shownUnit(heading.unit) }))}
            order={order}
            ownOrder={OWN_ORDER}
            // Always shown.
            tabStop="name"
            className={styles.head}
            classOf={(column) => styles[column]}
            onSort={(column) => setViewParams(runsParams, { order: nextOrder(order, column) }, 'push')}
            onDown={() => grid.focusRow(active)}
          />
        }
      >
        {grid.rows.visible.map(({ index, top, key }) => {
          const run = rows[index]
          const one = run === undefined ? undefined : runs[run]
          return (
            run !== undefined &&
            one && (
              <RunRow
                key={key}
                {...{ table, run, top }}
                row={index}
                isActive={index === active}
                isPicked={run === picked}
                isShown={run === shown}
                detail={one.detail}
                oddity={oddities.get(one.run.name) ?? ''}
                href={canOpen ? hashFor(shared, { run: one.run }) : null}
                onPick={pickRow}
                onOpen={open}
              />
            )
          )
        })}
      </VirtualGrid>
      <Copied told={copied} />
    </Tooltip>
  )
}

function noTimes({ spread }: RunTable): string {
  return spread
    ? 'None of them was ever caught running: every time is 0.'
    : 'They hold no samples: times are not known.'
}

// A run's row.

const RunRow = memo(function RunRow({
  table,
  run,
  row,
  top,
  isActive,
  isPicked,
  isShown,
  detail,
  oddity,
  href,
  onPick,
  onOpen,
}: {
  readonly table: RunTable
  readonly run: number
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  /** Whether it holds the tab stop. */
  readonly isActive: boolean
  readonly isPicked: boolean
  /** Whether the run is shown alone. */
  readonly isShown: boolean
  readonly detail: string
  /** A short warning, or "". */
  readonly oddity: string
  /** Link to the run alone; null if it cannot be opened. */
  readonly href: string | null
  readonly onPick: (row: number) => void
  readonly onOpen: (run: number) => void
}) {
  const text = runText(table, run)
  const headings = runHeadings(table)
  return (
    <GridRow
      {...{ row, top, isActive }}
      isSelected={isPicked}
      aria-label={spokenRow(
        text.name,
        oddity,
        ...headings.map(({ column, label, unit }) =>
          column === 'name' || column === 'number' ? '' : headed(label, text[column], unit),
        ),
      )}
      aria-current={isShown}
      className={`${cells.row} ${styles.row}`}
      onPlainClick={() => onPick(row)}
      onDoubleClick={() => onOpen(run)}
    >
      {headings.map(({ column }, at) =>
        column === 'name' ? (
          <div
            key={column}
            {...nameCellAt(at, text.name)}
            aria-describedby={oddity === '' ? undefined : `oddity-${run}`}
            className={`${cells.name} ${styles.name}`}
          >
            {href === null ? (
              <span className={names.plain} title={detail}>
                {text.name}
              </span>
            ) : (
              <a
                href={href}
                className={names.link}
                title={`Only this run: ${detail}`}
                tabIndex={-1}
                draggable={false}
                // Starting a worker takes longer than opening one run.
                onPointerEnter={() => prepareConnection()}
                onFocus={() => prepareConnection()}
              >
                {text.name}
              </a>
            )}
            {oddity !== '' && (
              <span id={`oddity-${run}`} className={`${controls.tag} ${styles.odd}`} title="See the notices">
                {oddity}
              </span>
            )}
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at, `${column}:${run}`)}
            className={`${cells.number} ${styles[column] ?? ''}`}
          >
            {(column === 'time' || column === 'self') && <TimeBar self={runFraction(table, run, column)} />}
            <span>{text[column]}</span>
          </div>
        ),
      )}
    </GridRow>
  )
})

// The view's parameters in the link: the sort order.

/** The runs view's parameters in the link. */
export interface RunsParams {
  /** Null for the order of the files. */
  readonly order: RunOrder | null
}

const COLUMNS: readonly RunColumn[] = [
  'number',
  'time',
  'mean',
  'samples',
  'self',
  'selfMean',
  'calls',
  'name',
]

/** Codec of the parameters. Keys: sort=<column>-<direction> */
const runsParams: ParamsCodec<RunsParams> = {
  view: 'runs',
  parse: (raw) => {
    const [name, direction] = (raw['sort'] ?? '').split('-')
    const column = COLUMNS.find((one) => one === name)
    const isKnown = column !== undefined && (direction === 'ascending' || direction === 'descending')
    return { order: isKnown ? { column, direction } : null }
  },
  format: ({ order }) => (order ? { sort: `${order.column}-${order.direction}` } : {}),
}

/**
 * Returns the order after a click on a column: names start ascending, numbers descending; a second
 * click reverses.
 */
export function nextOrder(current: RunOrder | null, column: RunColumn): RunOrder | null {
  // Ascending file order is the default.
  if (column === 'number') return current === null ? { column, direction: 'descending' } : null
  const isAscending = current?.column === column ? current.direction === 'descending' : column === 'name'
  return { column, direction: isAscending ? 'ascending' : 'descending' }
}

// The rows in a grid: the focus, and the keys.

/**
 * Scroll position of the list from before another run, or the sum, was opened, which replaces the
 * screen.
 */
let left: { readonly files: readonly File[]; readonly shown: number; readonly place: number } | null = null

function useRunRows(options: {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The run in each row. */
  readonly rows: readonly number[]
  /** The run that is shown alone, or −1. */
  readonly shown: number
  readonly rowHeight: number
  readonly onOpen: (run: number) => void
  /** Returns a run's row as text, for copying. */
  readonly textOf: (run: number) => string
}) {
  const { scroller, rows, shown, rowHeight, onOpen, textOf } = options
  const [picked, setPicked] = useState<number | null>(null)
  const current = picked ?? (shown >= 0 ? shown : null)
  const active = Math.max(0, current === null ? 0 : rows.indexOf(current))
  const pickRow = useCallback((row: number) => setPicked(rows[row] ?? null), [rows])
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active, onMove: pickRow })
  const { scrollTo, place, moveTo } = grid.rows
  const { focusRow } = grid

  useLayoutEffect(() => {
    const { files } = useStore.getState()
    if (left?.files === files && left.shown !== shown) moveTo(left.place)
    return () => {
      left = { files, shown, place: place() }
    }
  }, [shown, place, moveTo])

  // The run that is shown alone may change elsewhere: by a link, the details or Back.
  useEffect(() => {
    if (shown >= 0) scrollTo(active, 'auto')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- follows the run and the order, not the scrolling
  }, [shown, rows])

  const pick = useCallback(
    (run: number) => {
      const row = rows.indexOf(run)
      setPicked(run)
      scrollTo(row, 'center')
      focusRow(row)
    },
    [rows, scrollTo, focusRow],
  )
  const { told: copied, onCopyKey, copy } = useCopy()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const run = rows[active]
    if (grid.onKeyDown(event) || run === undefined) return
    if ((event.target as HTMLElement).closest('[data-row]') === null) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCommand) {
      event.preventDefault()
      onOpen(run)
    } else onCopyKey(event, () => textOf(run))
  }
  return { active, picked, grid, pick, pickRow, onKeyDown, copied, copy }
}

// Tooltips by key.

/**
 * Returns the tooltip for a key; null if it has none.
 * @param key of a cell in RunRow: column and run; of a heading in SortHeadRow: the column alone; of
 * a bar in Strip: the column and the runs from, to and the longest
 */
export function explainKey(table: RunTable, key: string): TooltipContent | null {
  const [column = '', of] = key.split(':')
  if (of === undefined) return explainColumn(table, column as RunColumn)
  const [from = 0, to, longest = 0] = of.split('-').map(Number)
  if (to === undefined) return explainRun(table, from, column as RunColumn)
  return explainBar(table, { from, to, longest }, column as 'time' | 'self')
}

// A short warning about a run; the notices have the evidence and the advice.

/** By the run's file name. If several files share a name, it is unknown which one is meant. */
function runWarnings({ notices }: ProfileView): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const notice of notices) {
    const [file, word] = oddityIn(notice)
    if (file !== '') words.set(file, word)
  }
  return words
}

function oddityIn(notice: Notice): readonly [file: string, word: string] {
  switch (notice.code) {
    case 'odd-run':
      return [notice.file, 'another build?']
    case 'run-twice':
      return [notice.file, 'counted twice?']
    case 'gmon/truncated-file':
      return ['file' in notice.problem ? notice.problem.file : '', 'cut short']
    default:
      return ['', '']
  }
}
