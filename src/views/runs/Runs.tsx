// The runs view: a table with a row per run of a summed profile, with its sorting, its keys and its
// tooltips.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isSameFileKey } from '../../../workers/core/base/file-names.ts'
import { formatCount, secondsWidth, shownUnit } from '../../../workers/core/reports/quantities.ts'
import {
  barName,
  barsOf,
  explainBar,
  explainColumn,
  explainRun,
  functionInRuns,
  type FunctionInRuns,
  imbalanceRows,
  type ImbalanceRow,
  imbalanceText,
  judgementText,
  type RunColumn,
  runFraction,
  runHeadings,
  type RunOrder,
  runRowTsv,
  runTable,
  type RunTable,
  runTableTsv,
  runText,
  runValue,
  sortRuns,
} from '../../../workers/core/reports/run-table.ts'
import type { RunImbalance } from '../../../workers/core/reports/run-imbalance.ts'
import { RUNS_AS_MEASURED } from '../../../workers/core/reports/run-spread.ts'
import { canOpenRunsOf, filesOfAllRuns, isCounted } from '../../state/opening.ts'
import {
  dropPerRunStats,
  foundByRun,
  imbalanceOfRuns,
  perRunStatsOf,
  requestPerRunStats,
  runsOf,
} from '../../state/read-again.ts'
import {
  entryPatch,
  functionName,
  hashFor,
  type InEachRun,
  navigate,
  openedIn,
  type ParamsCodec,
  selectedOf,
  setViewParams,
  useHrefOf,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import { useNarrowWindow, useWidth } from '../../ui/page.ts'
import { Tooltip, type TooltipContent } from '../../ui/controls.tsx'
import {
  cellAt,
  Copied,
  CopyTable,
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
import { IDLE, prepareConnection } from '../../state/requests.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { NameLink } from '../../ui/text.tsx'
import sheet from '../../ui/table.module.css'
import controls from '../../ui/controls.module.css'
import names from '../../ui/text.module.css'
import styles from './runs.module.css'

/** The default order: longest first, or of the files if no times are known. */
const BY_TIME = { column: 'time', direction: 'descending' } as const
const BY_NUMBER = { column: 'number', direction: 'ascending' } as const

export function Runs({ opened }: ViewProps) {
  const { profile } = opened.analyzed
  const runs = runsOf(opened)
  const selected = useFunctionInRuns(opened)
  // Its columns appear as soon as the numbers are requested, so the answer changes no width.
  const inRuns = selected && selected.asked.phase !== 'idle' ? selected.inRuns : null
  const imbalance = imbalanceOfRuns(opened)
  const table = useMemo(() => runTable(runs, profile, inRuns, imbalance), [runs, profile, inRuns, imbalance])
  const uneven = useMemo(
    () => imbalanceRows(table, (key) => runs.findIndex(({ run }) => isSameFileKey(run, key))),
    [table, runs],
  )
  const slow = uneven[0]?.isSignificant ? uneven[0] : null
  const slowRun = slow?.run ?? -1
  const { order } = useViewParams(runsParams)
  const ownOrder = table.spread && table.spread.most > 0 ? BY_TIME : BY_NUMBER
  const rows = useMemo(() => sortRuns(table, order ?? ownOrder), [table, order, ownOrder])
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
  const strip = { active: rows[active] ?? 0, picked, shown, slow: slowRun, onPick: pick }
  const widths = { '--seconds': `${secondsWidth(spread?.most ?? 0, profile.rate)}ch` } as CSSProperties
  return (
    <Tooltip content={explain} className={`${sheet.view} ${styles.view}`}>
      <section aria-label="All runs" className={styles.strip}>
        {uneven.length > 0 && imbalance && (
          <Headline opened={opened} imbalance={imbalance} slow={slow} onPick={pick} />
        )}
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
      {uneven.length > 0 && imbalance && (
        <UnevenFunctions opened={opened} imbalance={imbalance} uneven={uneven} onPick={pick} />
      )}
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
            ownOrder={ownOrder}
            // Always shown.
            tabStop="name"
            className={styles.head}
            classOf={(column) => styles[column]}
            onSort={(column) =>
              setViewParams(runsParams, { order: nextOrder(order, column, ownOrder) }, 'push')
            }
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
                isSlow={run === slowRun}
                detail={one.detail}
                oddity={oddities.get(one.run.name) ?? (run === slowRun ? 'slow' : '')}
                href={canOpen ? hashFor(shared, { run: one.run }) : null}
                onPick={pickRow}
                onOpen={open}
              />
            )
          )
        })}
      </VirtualGrid>
      <Copied outcome={copied} />
    </Tooltip>
  )
}

function noTimes({ spread }: RunTable): string {
  return spread ? 'None of them has a sample: every time is 0.' : 'They hold no samples: times are not known.'
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
  isSlow,
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
  /** Whether it is the run of the headline. */
  readonly isSlow: boolean
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
      data-slow={isSlow || undefined}
      className={`${sheet.tableRow} ${styles.row}`}
      onPlainClick={() => onPick(row)}
      onDoubleClick={() => onOpen(run)}
    >
      {headings.map(({ column }, at) =>
        column === 'name' ? (
          <div
            key={column}
            {...nameCellAt(at, text.name)}
            aria-describedby={oddity === '' ? undefined : `oddity-${run}`}
            className={`${sheet.name} ${styles.name}`}
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
              <span id={`oddity-${run}`} className={`${controls.tag} ${styles.odd}`} title="Show notices">
                {oddity}
              </span>
            )}
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at, `${column}:${run}`)}
            className={`${sheet.number} ${styles[column] ?? ''}`}
          >
            {(column === 'time' || column === 'self') && <TimeBar total={runFraction(table, run, column)} />}
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
  /** Null for the default order. */
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
export function nextOrder(
  current: RunOrder | null,
  column: RunColumn,
  ownOrder: RunOrder = BY_TIME,
): RunOrder | null {
  const now = current ?? ownOrder
  const isAscending =
    now.column === column ? now.direction === 'descending' : column === 'name' || column === 'number'
  const direction = isAscending ? 'ascending' : 'descending'
  return column === ownOrder.column && direction === ownOrder.direction ? null : { column, direction }
}

// The slow run, and the functions in which runs differ.

interface UnevenProps {
  readonly opened: ProfileView
  readonly imbalance: RunImbalance
  /** Selects a run's row. */
  readonly onPick: (run: number) => void
}

/** Names the run and the function with the largest difference that chance does not explain. */
function Headline({ opened, imbalance, slow, onPick }: UnevenProps & { readonly slow: ImbalanceRow | null }) {
  const hrefOf = useHrefOf(opened)
  if (!slow)
    return (
      <p className={styles.headline} title={judgementText(imbalance)}>
        <strong>No unusual run.</strong> <span>All differences between runs are within noise.</span>
      </p>
    )
  return (
    <p className={styles.headline} title={judgementText(imbalance)}>
      <strong>
        <PickRun row={slow} onPick={onPick} />: {slow.excess} in{' '}
        <NameLink name={displayName(opened.analyzed.profile.functions, slow.f)} href={hrefOf(slow.f)} />
      </strong>{' '}
      <span>
        than the other runs on average; {slow.timesMean} times the mean of {formatCount(imbalance.runs)} runs
        (significant).
      </span>
    </p>
  )
}

/** A run that leads to its row, if it has one. */
function PickRun({ row, onPick }: { readonly row: ImbalanceRow } & Pick<UnevenProps, 'onPick'>) {
  if (row.run < 0) return <>{row.runLabel}</>
  return (
    <button type="button" className={styles.pick} title="Go to its row" onClick={() => onPick(row.run)}>
      {row.runLabel}
    </button>
  )
}

/** Rows that are shown before all are asked for. */
const FEW_FUNCTIONS = 3

/** The functions by imbalance, with the run that has the most of each. */
function UnevenFunctions({
  opened,
  imbalance,
  uneven,
  onPick,
}: UnevenProps & { readonly uneven: readonly ImbalanceRow[] }) {
  const [isWhole, setWhole] = useState(false)
  const hrefOf = useHrefOf(opened)
  const { functions } = opened.analyzed.profile
  const listed = isWhole ? uneven : uneven.slice(0, FEW_FUNCTIONS)
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.uneven} data-whole={isWhole}>
      <table>
        <caption id={id} className={controls.hidden}>
          Functions by imbalance
        </caption>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col" title="The run with the most self time of the function">
              Most in
            </th>
            <th scope="col" title="Self time in that run above the mean of the other runs">
              More
            </th>
            <th scope="col" title="Self time in that run, compared with the mean of all runs">
              × mean
            </th>
            <th scope="col" title={judgementText(imbalance)}>
              By chance
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map((row) => (
            <tr key={row.f} data-slow={row.isSignificant || undefined}>
              <th scope="row">
                <NameLink name={displayName(functions, row.f)} href={hrefOf(row.f)} />
              </th>
              <td>
                <PickRun row={row} onPick={onPick} />
              </td>
              <td>{row.excess}</td>
              <td>{row.timesMean}</td>
              <td>{row.isSignificant ? 'no' : 'may be'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {uneven.length > FEW_FUNCTIONS && (
        <button
          type="button"
          className={controls.quiet}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole
            ? 'Fewer functions'
            : uneven.length < imbalance.functions
              ? `First ${formatCount(uneven.length)} of ${formatCount(imbalance.functions)} functions`
              : `All ${formatCount(uneven.length)} functions`}
        </button>
      )}
    </section>
  )
}

// The rows in a grid: the focus, and the keys.

/**
 * Scroll position of the list from before another run, or the sum, was opened, which replaces the
 * screen.
 */
let leftAt: { readonly files: readonly File[]; readonly shown: number; readonly place: number } | null = null

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
    if (leftAt?.files === files && leftAt.shown !== shown) moveTo(leftAt.place)
    return () => {
      leftAt = { files, shown, place: place() }
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
  const { outcome: copied, onCopyKey, copy } = useCopy()
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

// The selected function in each run: reads it from the files again, and shows its times as bars.

// The selected function's numbers in each run: requested as soon as it is selected, unless the runs
// are too large or too many, when they are read on request.

/** Limits, in bytes and files, for what is read within a second or two. */
const MOST_BYTES = 64_000_000
const MOST_FILES = 1000
/**
 * Milliseconds for which a function must stay selected: a user who steps through matches moves on
 * sooner.
 */
const REST_MS = 150

/** The selected function's numbers in each run. */
export interface SelectedInRuns {
  readonly f: FunctionIndex
  readonly name: string
  readonly asked: InEachRun['runs']
  readonly inRuns: FunctionInRuns
}

/**
 * Returns the selected function's numbers in each run, and requests them; null without a selection.
 */
function useFunctionInRuns(opened: ProfileView): SelectedInRuns | null {
  const f = useStore((state) => selectedOf(opened, state.shared.selected))
  const files = useStore((state) => state.files)
  const runs = runsOf(opened)
  const isToBeAsked = useMemo(() => canOpenRunsOf(opened) && isReadSoon(opened), [opened])
  useEffect(() => {
    if (f === null || !isToBeAsked) return
    const timer = setTimeout(() => askOnce(files), REST_MS)
    return () => clearTimeout(timer)
  }, [f, files, isToBeAsked])
  const name = useMemo(() => (f === null ? null : functionName(opened, f)), [opened, f])
  const asked = useStore((state) => (name ? perRunStatsOf(state, name) : IDLE))
  const shown = f === null ? '' : displayName(opened.analyzed.profile.functions, f)
  const inRuns = useMemo(
    () => functionInRuns(shown, asked.phase === 'ready' ? foundByRun(runs, asked.value) : []),
    [shown, runs, asked],
  )
  return useMemo(() => (f === null ? null : { f, name: shown, asked, inRuns }), [f, shown, asked, inRuns])
}

/** Also if it was requested before. */
function askForSelected(): void {
  const { session, shared } = useStore.getState()
  const opened = openedIn(session)
  const f = selectedOf(opened, shared.selected)
  if (opened && f !== null) void requestPerRunStats(opened, f)
}

function askOnce(files: readonly File[]): void {
  const state = useStore.getState()
  const { selected } = state.shared
  // Known already, or other files have been opened since.
  if (selected && state.files === files && perRunStatsOf(state, selected).phase === 'idle') askForSelected()
}

function isReadSoon(opened: ProfileView): boolean {
  const runs = filesOfAllRuns(opened).filter(isCounted)
  return runs.length <= MOST_FILES && runs.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES
}

// The selected function in each run: its strip, or why there is none.

function SelectedStrip({
  opened,
  selected: { f, name, asked, inRuns },
  table,
  ...strip
}: {
  readonly opened: ProfileView
  readonly selected: SelectedInRuns
  readonly table: RunTable
  readonly active: number
  readonly picked: number | null
  readonly shown: number
  readonly slow: number
  readonly onPick: (run: number) => void
}) {
  const shared = useStore((state) => state.shared)
  const { spread, isSampled } = inRuns
  const left = table.runs.length - (spread?.runs ?? 0)
  return (
    <section aria-label="The function in each run" className={styles.strip}>
      <p className={styles.caption}>
        <span className={styles.function}>
          <NameLink name={name} href={hashFor(shared, entryPatch(shared, opened, f))} />
        </span>
        <span className={styles.words} role="status">
          {!canOpenRunsOf(opened)
            ? 'A saved profile does not hold a function’s numbers per run.'
            : asked.phase === 'failed'
              ? `${problemText(asked.problem).title}.`
              : asked.phase === 'loading'
                ? 'Reading the runs …'
                : asked.phase === 'ready' &&
                  `${isSampled ? 'Self time' : 'Never sampled. Calls'}: ${imbalanceText(table, 'self') || 'none of the runs could be read again.'}${spread && left > 0 ? ` ${formatCount(left)} could not be read again: changed or moved.` : ''}`}
        </span>
        {asked.phase === 'loading' && asked.progress !== null && (
          <>
            <progress aria-label="Reading the runs" value={asked.progress} max={1} />
            <button type="button" className={controls.quiet} onClick={dropPerRunStats}>
              Cancel
            </button>
          </>
        )}
        {canOpenRunsOf(opened) && (asked.phase === 'idle' || asked.phase === 'failed') && (
          <button
            type="button"
            className={controls.button}
            title="Its self time and calls in each run, read from the files again"
            onClick={askForSelected}
          >
            {asked.phase === 'failed' ? 'Try again' : 'Read each run'}
          </button>
        )}
      </p>
      {spread && spread.most > 0 ? (
        <Strip
          label={`${isSampled ? 'Self time' : 'Calls'} of ${name} in each run`}
          table={table}
          column="self"
          mean={spread.mean / spread.most}
          {...strip}
        />
      ) : (
        asked.phase === 'loading' && <div className={styles.room} />
      )}
    </section>
  )
}

// All runs as bars in the order of their files, which shows a slow rank at a glance. They have a
// single tab stop; arrow keys move along.

/** Pixels: narrower bars are hard to hit. */
const LEAST_WIDTH = 4

function Strip({
  label,
  table,
  column,
  mean,
  active,
  picked,
  shown,
  slow,
  onPick,
}: {
  readonly label: string
  readonly table: RunTable
  readonly column: 'time' | 'self'
  /** Fraction of the longest one, 0–1. */
  readonly mean: number
  /** The run whose row has the focus, selected or not. */
  readonly active: number
  readonly picked: number | null
  /** The run that is shown alone, or −1. */
  readonly shown: number
  /** The run of the headline, or −1. */
  readonly slow: number
  readonly onPick: (run: number) => void
}) {
  const strip = useRef<HTMLDivElement>(null)
  const width = useWidth(strip)
  const bars = useMemo(() => {
    const of = column === 'time' ? 'time' : 'selfMean'
    const sizes = table.runs.map((_, run) => runValue(table, run, of))
    return barsOf(sizes, width / LEAST_WIDTH)
  }, [table, column, width])
  const [focused, setFocused] = useState(-1)
  const isIn = (run: number, at: number) => {
    const bar = bars[at]
    return bar !== undefined && run >= bar.from && run < bar.to
  }
  const stop = focused >= 0 && focused < bars.length ? focused : bars.findIndex((_, at) => isIn(active, at))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const steps: Record<string, number> = {
      ArrowLeft: stop - 1,
      ArrowRight: stop + 1,
      Home: 0,
      End: bars.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    strip.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <div
      ref={strip}
      role="toolbar"
      aria-label={label}
      aria-orientation="horizontal"
      className={styles.bars}
      data-tight={bars.length * 8 > width}
      style={{ '--mean': mean } as CSSProperties}
      onKeyDown={onKeyDown}
      onBlur={() => setFocused(-1)}
    >
      {bars.map((bar, at) => (
        <button
          key={bar.from}
          type="button"
          tabIndex={at === stop ? 0 : -1}
          className={styles.bar}
          aria-label={barName(table, bar, column)}
          aria-current={isIn(shown, at) || undefined}
          data-tip={`${column}:${bar.from}-${bar.to}-${bar.longest}`}
          data-picked={(picked !== null && isIn(picked, at)) || undefined}
          data-shown={isIn(shown, at) || undefined}
          data-slow={isIn(slow, at) || undefined}
          style={{ '--most': bar.most, '--least': bar.least } as CSSProperties}
          onFocus={() => setFocused(at)}
          onClick={() => onPick(bar.longest)}
        />
      ))}
    </div>
  )
}
