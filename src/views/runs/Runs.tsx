// The runs view: a table with a row per run of a summed profile, with its sorting, its keys, its
// tooltips.
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isSameFileKey } from '../../../workers/core/base/file-key.ts'
import { formatCount, secondsWidth, shownUnit } from '../../../workers/core/quantities.ts'
import { imbalanceText } from '../../../workers/core/reports/runs/explain-runs.ts'
import {
  runHeadings,
  runRowTsv,
  runTable,
  type RunTable,
  runTableTsv,
  sortRuns,
} from '../../../workers/core/reports/runs/run-table.ts'
import { imbalanceRows } from '../../../workers/core/reports/runs/imbalance-rows.ts'
import { RUNS_AS_MEASURED } from '../../../workers/core/reports/runs/run-numbers.ts'
import { canOpenRunsOf } from '../../state/opening/runs.ts'
import { imbalanceOfRuns, runsOf } from '../../state/questions/per-run-stats.ts'
import { hashFor } from '../../state/selectors.ts'
import { navigate } from '../../state/url/address.ts'
import { setViewParams, useViewParams } from '../../state/url/view-params.ts'
import { setUi, useStore } from '../../state/store.ts'
import { useNarrowWindow } from '../../ui/media.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { tableRowHeight } from '../../ui/grid-cells.ts'
import { Copied, CopyTable } from '../../ui/CopyTable.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { SortHeadRow } from '../../ui/SortHeadRow.tsx'
import { useGridRows } from '../../ui/use-grid-focus.ts'
import { useRevealRow } from '../../ui/use-reveal-row.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import type { ViewProps } from '../view.ts'
import sheet from '../../ui/table.module.css'
import styles from './runs.module.css'
import { useFunctionInRuns } from './use-function-in-runs.ts'
import { SelectedStrip } from './SelectedStrip.tsx'
import { runsParams, BY_TIME, BY_NUMBER, nextOrder } from './runs-params.ts'
import { runWarnings, explainKey } from './run-tips.ts'
import { RunRow } from './RunRow.tsx'
import { Headline, UnevenFunctions } from './UnevenFunctions.tsx'
import { Strip } from './Strip.tsx'

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
        aria-colcount={headings.length}
        className={styles.grid}
        data-stacked={isStacked}
        data-function={inRuns !== null}
        style={widths}
        onKeyDown={onKeyDown}
        grid={grid}
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
                isSelected={run === picked}
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
    const {
      files,
      ui: { runsPlace: before },
    } = useStore.getState()
    if (before?.files === files && before.shown !== shown) moveTo(before.place)
    return () => setUi({ runsPlace: { files, shown, place: place() } })
  }, [shown, place, moveTo])

  // The run that is shown alone may change elsewhere: by a link, the details or Back.
  useRevealRow(grid.rows, shown >= 0 ? active : null, rows)

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
