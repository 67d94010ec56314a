// The runs a profile is the sum of: what each took, how far they are apart, and what the selected function has in each.
import { useCallback, useMemo, useRef, type CSSProperties } from 'react'
import { isSameNth } from '../../../workers/core/base/nth-of-name.ts'
import { formatCount, secondsWidth, shownUnit } from '../../../workers/core/reports/quantities.ts'
import { imbalanceText } from '../../../workers/core/reports/runs/explain-run.ts'
import { runHeadings, runTable, type RunTable } from '../../../workers/core/reports/runs/run-table.ts'
import { runRowTsv, runTableTsv } from '../../../workers/core/reports/runs/runs-text.ts'
import { sortRuns } from '../../../workers/core/reports/runs/sort-runs.ts'
import { canOpenRunsOf } from '../../state/opening/runs.ts'
import { runsOf } from '../../state/runs.ts'
import { hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { navigate } from '../../state/url/sync.ts'
import { setViewParams, useViewParams } from '../../state/view-params.ts'
import { useNarrowWindow } from '../../ui/display/use-width.ts'
import { Tip } from '../../ui/overlays/Tip.tsx'
import { Copied } from '../../ui/rows/Copied.tsx'
import { CopyTable } from '../../ui/rows/CopyTable.tsx'
import { SortHeadRow } from '../../ui/rows/SortHeadRow.tsx'
import { tableRowHeight } from '../../ui/rows/table-row-height.ts'
import { VirtualGrid } from '../../ui/rows/VirtualGrid.tsx'
import type { ViewProps } from '../view.ts'
import { explainKey } from './explain-key.ts'
import { odditiesOf } from './oddities.ts'
import { nextOrder, runsParams } from './params.ts'
import { RunRow } from './RunRow.tsx'
import { SelectedStrip } from './SelectedStrip.tsx'
import { Strip } from './Strip.tsx'
import { useFunctionInRuns } from './use-function-in-runs.ts'
import { useRunRows } from './use-run-rows.ts'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './runs.module.css'

/** That of the files. */
const OWN_ORDER = { column: 'number', direction: 'ascending' } as const

export function Runs({ opened }: ViewProps) {
  const { profile } = opened.analyzed
  const runs = runsOf(opened)
  const selected = useFunctionInRuns(opened)
  // Its columns are there as soon as it is asked for: what is found changes no width.
  const inRuns = selected && selected.asked.phase !== 'idle' ? selected.inRuns : null
  const table = useMemo(() => runTable(runs, profile, inRuns), [runs, profile, inRuns])
  const { order } = useViewParams(runsParams)
  const rows = useMemo(() => sortRuns(table, order), [table, order])
  const shared = useStore((state) => state.shared)
  const shown = runs.findIndex(({ run }) => isSameNth(run, opened.oneRun?.run ?? null))
  const oddities = useMemo(() => odditiesOf(opened), [opened])
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
    <Tip content={explain} className={`${sheet.view} ${styles.view}`}>
      <section aria-label="All runs" className={styles.strip}>
        <p className={styles.caption}>
          <strong>{formatCount(runs.length)} runs</strong>
          <span className={styles.words}>
            {spread && spread.most > 0 ? imbalanceText(table, 'time') : noTimes(table)}
            {!selected && canOpen && ' Select a function to see it in each run.'}
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
            // Always there.
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
    </Tip>
  )
}

function noTimes({ spread }: RunTable): string {
  return spread
    ? 'None of them was ever caught running: every time is 0.'
    : 'They hold no samples: times are not known.'
}
