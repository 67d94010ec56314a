// The diff view: choosing and opening a baseline, both profiles in brief, and the table of
// functions.
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileView, StageProgress } from '../../../workers/api/contract.ts'
import { type ComparedProfiles, useBeforeAfter } from '../../state/diff.ts'
import { useStore } from '../../state/store.ts'
import type { ViewProps } from '../view.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { formatCount, formatCounted, formatFixed } from '../../../workers/core/reports/quantities.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { compareWith, stopComparing } from '../../state/opening/baseline.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/time-slicing.ts'
import {
  basis,
  caution,
  changeHeadings,
  explainChange,
  sideText,
  wholeChange,
} from '../../../workers/core/reports/diff/diff-text.ts'
import type { Measure } from '../../../workers/core/reports/diff/measures.ts'
import type { ChangeColumn } from '../../../workers/core/reports/diff/diff-rows.ts'
import type { PairIndex } from '../../../workers/core/reports/diff/pair-functions.ts'
import { useHrefOf, useSearchMark } from '../../state/selectors.ts'
import { setViewParams, useViewParams } from '../../state/url-sync.ts'
import { useLittleRoom } from '../../ui/display.ts'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import { Copied } from '../../ui/table/CopyTable.tsx'
import { SortHeadRow, tableRowHeight, VirtualGrid } from '../../ui/table/VirtualGrid.tsx'
import { CHANGED_ID, DiffRow, HEADING_WORDS } from './DiffRow.tsx'
import { DiffControls, diffParams, type DiffParams } from './DiffControls.tsx'
import { useDiffRows, useShownRows } from './use-diff-rows.ts'
import { groupNotices } from '../../../workers/core/reports/messages/notices.ts'
import sheet from '../../ui/table/sheet.module.css'
import controls from '../../ui/controls.module.css'
import styles from './diff.module.css'

export function DiffView({ opened }: ViewProps) {
  const baseline = useStore((state) => state.ui.baseline)
  switch (baseline.phase) {
    case 'idle':
      return <NoBaseline />
    case 'loading':
      return <OpeningBaseline {...baseline.progress} />
    case 'failed':
      return <FailedBaseline problem={baseline.problem} />
    case 'ready':
      return <Ready opened={opened} />
  }
}

function Ready({ opened }: { readonly opened: ProfileView }) {
  const compared = useBeforeAfter(opened)
  if (!compared) return <p className={sheet.empty}>Finding the same functions in both …</p>
  return <DiffTable opened={opened} compared={compared} />
}

// Before there are numbers: no baseline, one being opened, or one that failed.

function NoBaseline() {
  return (
    <div className={styles.start}>
      <h2>What changed?</h2>
      <p>
        Choose the files of another profile, or drop them anywhere: its program and <code>gmon.out</code>, a
        saved profile, or gprof’s listing. A <code>gmon.out</code> alone is read by the program on screen.
      </p>
      <p>
        Functions are compared by name. What chance alone may do to sampled times is told apart from what
        changed.
      </p>
      <ChooseFiles look="primary" />
    </div>
  )
}

function ChooseFiles({ look }: { readonly look: 'primary' | 'button' }) {
  return (
    <label className={controls[look]}>
      Choose files to compare with
      <input
        type="file"
        multiple
        className={controls.hidden}
        aria-label="Choose files to compare with"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // So that the same files can be chosen again.
          target.value = ''
          if (files.length > 0) void compareWith(files)
        }}
      />
    </label>
  )
}

function OpeningBaseline({
  names,
  step,
}: {
  readonly names: readonly string[]
  readonly step: StageProgress | null
}) {
  const isLong = useIsLong()
  if (!isLong) return null
  const [first = ''] = names
  return (
    <div className={styles.start}>
      <h2>Opening {names.length === 1 ? visibleText(first) : `${formatCount(names.length)} files`} beside</h2>
      <p className={styles.opening}>
        <progress
          aria-label="Opening"
          {...(step && step.total > 0 ? { value: step.done, max: step.total } : {})}
        />
        <span>{step?.file ? visibleText(step.file) : ''}</span>
      </p>
      <button type="button" className={controls.button} onClick={stopComparing}>
        Cancel
      </button>
    </div>
  )
}

/** Returns true after the delay, so that fast work shows nothing. */
function useIsLong(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PROGRESS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLong
}

function FailedBaseline({ problem }: { readonly problem: Problem }) {
  const { title, explanation, remedy } = problemText(problem)
  return (
    <div className={styles.start} role="alert">
      <h2>{title}</h2>
      <p>{explanation}</p>
      {remedy !== '' && (
        <p>
          <strong>{remedy}</strong>
        </p>
      )}
      <p className={styles.actions}>
        <ChooseFiles look="button" />
        <button type="button" className={controls.quiet} onClick={stopComparing}>
          Leave it
        </button>
      </p>
    </div>
  )
}

// The functions of both profiles in one table, by default the largest change first.

/** The default order: the largest change first. */
const OWN_ORDER = { column: 'change', direction: 'descending' } as const

function DiffTable({
  opened,
  compared,
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
}) {
  const params = useViewParams(diffParams)
  const { measure, unit, order, isChangedOnly } = params
  const shared = useStore((state) => state.shared)
  const hrefOf = useHrefOf(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const shown = useShownRows(compared, measure, unit, order, isChangedOnly)
  const { rows, greatest, changed, areOutdated } = shown
  const { active, selectedPair, functionOf, grid, onKeyDown, pick, copied } = useDiffRows({
    opened,
    compared,
    rows,
    measure,
    unit,
    scroller,
    rowHeight: tableRowHeight(isStacked),
  })
  const mark = useSearchMark()
  const headings = useMemo(() => changeHeadings(compared, measure, unit), [compared, measure, unit])
  const rowsCompared = changed?.compared ?? 0
  const explain = useCallback(
    (key: string): TooltipContent | null => {
      const [column = '', pair] = key.split(':')
      if (pair === undefined) return HEADING_WORDS[column as ChangeColumn]
      return explainChange(compared, Number(pair) as PairIndex, column as ChangeColumn, {
        measure,
        unit,
        rows: rowsCompared,
      })
    },
    [compared, measure, unit, rowsCompared],
  )
  return (
    <div className={`${sheet.view} ${styles.view}`}>
      <DiffSummary opened={opened} compared={compared} />
      <DiffControls params={params} compared={compared} changed={changed} />
      <Tooltip content={explain} className={sheet.tip}>
        <VirtualGrid
          role="grid"
          aria-label="Diff"
          aria-busy={areOutdated}
          aria-rowcount={rows.length + 1}
          aria-colcount={headings.length}
          className={styles.grid}
          data-measure={measure}
          style={{ '--amount': `${amountWidth(greatest, measure)}ch` } as CSSProperties}
          data-stacked={isStacked}
          onKeyDown={onKeyDown}
          scroller={scroller}
          rows={grid.rows}
          count={rows.length}
          head={
            <SortHeadRow
              headings={headings}
              order={order}
              ownOrder={OWN_ORDER}
              tabStop={order && isAlwaysShown(order.column) ? order.column : 'change'}
              className={styles.head}
              classOf={(column) => styles[column]}
              onSort={(column) =>
                setViewParams(diffParams, { ...params, order: nextOrder(params, column) }, 'push')
              }
              onDown={() => grid.focusRow(active)}
            />
          }
          empty={
            <p className={sheet.empty}>
              {areOutdated
                ? ''
                : shared.query.trim() !== ''
                  ? `No function of either profile matches “${shared.query}”.`
                  : isChangedOnly
                    ? 'No function changed by more than chance.'
                    : measure === 'calls'
                      ? 'Neither profile counted any call.'
                      : 'There is no time to compare: choose Calls.'}
            </p>
          }
        >
          {grid.rows.visible.map(({ index, top, key }) => {
            const pair = rows[index]
            const f = pair === undefined ? null : functionOf(pair)
            return (
              pair !== undefined && (
                <DiffRow
                  // By DOM element, not by function, as in the flat profile.
                  key={key}
                  compared={compared}
                  pair={pair}
                  f={f}
                  measure={measure}
                  unit={unit}
                  greatest={greatest}
                  isChanged={changed?.isChanged[pair] === 1}
                  row={index}
                  top={top}
                  isSelected={pair === selectedPair}
                  isActive={index === active}
                  href={f === null ? null : hrefOf(f)}
                  mark={mark}
                  onPick={pick}
                />
              )
            )
          })}
        </VirtualGrid>
        <Copied told={copied} />
        <span id={CHANGED_ID} hidden>
          more than chance
        </span>
      </Tooltip>
    </div>
  )
}

/** Whether a column is shown even if there is little room. */
const isAlwaysShown = (column: ChangeColumn): boolean => column !== 'calls' && column !== 'perCall'

/**
 * Returns the order after a click: numbers start descending, names ascending; a second click
 * reverses; a third click on the change restores its default order, by size.
 */
function nextOrder({ order }: DiffParams, column: ChangeColumn): DiffParams['order'] {
  if (order?.column !== column) return { column, direction: column === 'name' ? 'ascending' : 'descending' }
  if (column === 'change' && order.direction === 'ascending') return null
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Returns the length of the longest change in characters, including its sign. */
const amountWidth = (greatest: number, measure: Measure): number =>
  1 + (measure === 'calls' ? formatCount(greatest) : formatFixed(greatest, 2)).length

// Both profiles by name, the change of the total time, and notices.

/** The most important come first. */
const NOTICES = 20

function DiffSummary({
  opened,
  compared,
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
}) {
  const { side, other } = compared
  const [before, after] = side === 'after' ? [other, opened] : [opened, other]
  const change = wholeChange(compared)
  const notices = useMemo(() => groupNotices(other.notices).slice(0, NOTICES), [other.notices])
  const isDoubtful = other.notices.some(({ code }) => code === 'wrong-executable')
  const caveat = useMemo(() => caution(compared), [compared])
  const warnings = [
    caveat,
    isDoubtful
      ? 'The profile beside may be of another program than the one it was read by: drop its own program with it.'
      : '',
  ].filter((text) => text !== '')
  return (
    <section aria-label="Both profiles" className={styles.wholes}>
      <dl className={styles.sides}>
        <Whole label="Before" opened={before} other={after} isOnScreen={side === 'before'} />
        <Whole label="After" opened={after} other={before} isOnScreen={side === 'after'} />
      </dl>
      {change !== '' && <p className={styles.verdict}>{change}</p>}
      {basis(compared) !== '' && <p className={styles.basis}>{basis(compared)}</p>}
      {notices.length > 0 && (
        <details className={styles.notices}>
          <summary>
            {formatCounted(notices.length, 'notice')} on {visibleText(other.name)}, the one beside
          </summary>
          <ul>
            {notices.map(({ title, explanation, remedy }) => (
              <li key={title}>
                <strong>{title}.</strong> {explanation} {remedy}
              </li>
            ))}
          </ul>
        </details>
      )}
      {warnings.map((text) => (
        <p key={text} className={styles.warning}>
          {text}
        </p>
      ))}
    </section>
  )
}

function Whole({
  label,
  opened,
  other,
  isOnScreen,
}: {
  readonly label: string
  readonly opened: ProfileView
  readonly other: ProfileView
  readonly isOnScreen: boolean
}) {
  const files = profilesOf(opened)
  const [first = ''] = files
  const name = visibleText(opened.name)
  // Profiles of the same program may be distinguished by the names of their files.
  const isEnough = opened.name !== other.name || first === profilesOf(other)[0] || first === name
  const rest = files.length > 1 ? ` and ${formatCount(files.length - 1)} more` : ''
  const shown = isEnough ? name : `${name}, ${first}${rest}`
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b title={files.slice(0, 12).join('\n')}>{shown}</b> {sideText(opened.analyzed)}
        {isOnScreen && <span className={styles.onScreen}>on screen</span>}
      </dd>
    </div>
  )
}

const profilesOf = ({ files }: ProfileView): readonly string[] =>
  files.filter(({ kind }) => kind === 'profile').map(({ name }) => visibleText(name))

// Loaded when a comparison starts or is likely.

export { FunctionDiff } from './FunctionDiff.tsx'
export { exportDiffMarkdown, exportDiffCsv } from './export-diff.ts'
