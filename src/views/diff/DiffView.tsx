// The diff view: choosing and opening a baseline, both profiles in brief, and the table of
// functions.
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
import type { ProfileView, StageProgress } from '../../../workers/api/contract.ts'
import {
  type ComparedProfiles,
  findNameKeys,
  pairOnce,
  type Side,
  useBaselineMatches,
  useBeforeAfter,
  useChanged,
  useNameKeys,
} from '../../state/diff.ts'
import {
  openEntry,
  type ParamsCodec,
  readParams,
  select,
  setViewParams,
  useHrefOf,
  useSearchMark,
  useSelected,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import type { ViewProps } from '../view.tsx'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { formatCount, formatCounted, formatFixed } from '../../../workers/core/reports/quantities.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { compareWith, stopComparing, swapSides } from '../../state/opening.ts'
import { inSlices, PROGRESS_DELAY_MS, useInSlices, valueOf } from '../../state/requests.ts'
import {
  basis,
  caution,
  changeHead,
  changeHeadings,
  changeRow,
  changeRowTsv,
  changeTableCsv,
  explainChange,
  markdownHead,
  markdownRows,
  sideText,
  wholeChange,
} from '../../../workers/core/reports/diff/diff-text.ts'
import {
  type BeforeAfter,
  type Measure,
  MEASURES,
  type Unit,
} from '../../../workers/core/reports/diff/measures.ts'
import {
  CHANGE_COLUMNS,
  type ChangeColumn,
  type ChangeOrder,
  filterRows,
  orderRows,
  rowsOf,
  withUnchanged,
} from '../../../workers/core/reports/diff/diff-rows.ts'
import type { PairIndex, Pairs } from '../../../workers/core/reports/diff/pair-functions.ts'
import { useLittleRoom } from '../../ui/page.ts'
import { Tooltip, type TooltipContent } from '../../ui/controls.tsx'
import {
  cellAt,
  Copied,
  GridRow,
  headed,
  nameCellAt,
  SortHeadRow,
  spokenRow,
  tableRowHeight,
  useCopy,
  useGridRows,
  VirtualGrid,
} from '../../ui/table.tsx'
import { profileSummary } from '../../../workers/core/reports/details.ts'
import { groupNotices } from '../../../workers/core/reports/messages/notices.ts'
import { ANY_BY_CHANCE, type Changed, findChanged } from '../../../workers/core/reports/diff/significance.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { nameParts } from '../../../workers/core/reports/names/names.ts'
import { flags, isExpression, type MarkRange } from '../../../workers/core/reports/search.ts'
import { groupOf } from '../../../workers/core/reports/groups.ts'
import { GroupMark } from '../../ui/group-colour.tsx'
import { LongName, NameLink } from '../../ui/text.tsx'
import { asRows, NONE, type Rows } from '../../../workers/core/base/columns.ts'
import { blobInSteps } from '../../../workers/api/blob-in-steps.ts'
import { ENCODING_MARK, wantsMark } from '../../../workers/core/reports/rows.ts'
import controls from '../../ui/controls.module.css'
import table from '../../ui/table.module.css'
import styles from './diff.module.css'

export function DiffView({ opened }: ViewProps) {
  const baseline = useStore((state) => state.ui.baseline)
  switch (baseline.phase) {
    case 'idle':
      return <NoBaseline opened={opened} />
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
  if (!compared) return <p className={table.empty}>Finding the same functions in both …</p>
  return <DiffTable opened={opened} compared={compared} />
}

// Before there are numbers: no baseline, one being opened, or one that failed.

function NoBaseline({ opened }: { readonly opened: ProfileView }) {
  const total = profileSummary(opened, opened.files)[0]?.text ?? ''
  return (
    <div className={styles.start} data-empty>
      <h2>What changed?</h2>
      <div className={styles.slots}>
        <div className={styles.slot}>
          <p>This profile</p>
          <strong>{visibleText(opened.name)}</strong>
          <span>{total}</span>
        </div>
        <div className={`${styles.slot} ${styles.target}`}>
          <p>Another profile</p>
          <ChooseFiles look="primary" />
          <span>or drop them anywhere</span>
        </div>
      </div>
      <p>
        A program and its <code>gmon.out</code>, a saved profile, or gprof’s listing. A lone{' '}
        <code>gmon.out</code> is read with the current program.
      </p>
      <p>Functions are matched by name; sampling noise is separated from real change.</p>
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
          Cancel
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
    <div className={`${table.view} ${styles.view}`}>
      <DiffSummary opened={opened} compared={compared} />
      <DiffControls params={params} compared={compared} changed={changed} />
      <Tooltip content={explain} className={table.tip}>
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
            <p className={table.empty}>
              {areOutdated
                ? ''
                : shared.query.trim() !== ''
                  ? `No function of either profile matches “${shared.query}”.`
                  : isChangedOnly
                    ? 'No function changed significantly.'
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
        <Copied outcome={copied} />
        <span id={CHANGED_ID} hidden>
          significant
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
    isDoubtful ? 'The other profile may not fit this program: drop its own program with it.' : '',
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
            {formatCounted(notices.length, 'notice')} on {visibleText(other.name)}, the other profile
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

// The diff view's parameters in the link, and the controls for measure, unit and filter.

/** The diff view's parameters in the link. */
export interface DiffParams {
  readonly measure: Measure
  readonly unit: Unit
  /** Null for the default: the largest change first. */
  readonly order: ChangeOrder | null
  /** Hides changes that may be chance. */
  readonly isChangedOnly: boolean
}

/** Codec of the parameters. Keys: by=total|calls, unit=share, sort=[-]<column>, only=changed */
const diffParams: ParamsCodec<DiffParams> = {
  view: 'compare',
  parse: (raw) => ({
    measure: MEASURES.find((measure) => measure === raw['by']) ?? 'self',
    unit: raw['unit'] === 'share' ? 'share' : 'time',
    order: parseOrder(raw['sort'] ?? ''),
    isChangedOnly: raw['only'] === 'changed',
  }),
  format: ({ measure, unit, order, isChangedOnly }) => ({
    ...(measure === 'self' ? {} : { by: measure }),
    ...(unit === 'time' ? {} : { unit }),
    ...(order === null ? {} : { sort: `${order.direction === 'descending' ? '-' : ''}${order.column}` }),
    ...(isChangedOnly ? { only: 'changed' } : {}),
  }),
}

function parseOrder(text: string): ChangeOrder | null {
  const [, minus, name] = /^(-?)(\w+)$/.exec(text) ?? []
  const column = CHANGE_COLUMNS.find((one) => one === name)
  return column === undefined ? null : { column, direction: minus === '-' ? 'descending' : 'ascending' }
}

// The controls: measure, unit, and whether to show changes that may be chance.

const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  self: 'Self time',
  total: 'Total time',
  calls: 'Calls',
}
const UNITS = ['time', 'share'] as const satisfies readonly Unit[]

function DiffControls({
  params,
  compared,
  changed,
}: {
  readonly params: DiffParams
  readonly compared: BeforeAfter
  readonly changed: Changed | null
}) {
  const set = (patch: Partial<DiffParams>) => setViewParams(diffParams, { ...params, ...patch }, 'push')
  const seconds = compared.after.profile.abbreviation === 's' ? 'Seconds' : 'Times'
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      <div role="group" aria-label="What is compared" className={controls.switch}>
        {MEASURES.map((measure) => (
          <button
            key={measure}
            type="button"
            aria-pressed={measure === params.measure}
            // An order by a column that the new measure lacks is dropped.
            onClick={() => set({ measure, order: null })}
          >
            {MEASURE_WORDS[measure]}
          </button>
        ))}
      </div>
      {params.measure !== 'calls' && (
        <div role="group" aria-label="Unit" className={controls.switch}>
          {UNITS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === params.unit}
              onClick={() => set({ unit: one })}
            >
              {one === 'time' ? seconds : 'Share of all'}
            </button>
          ))}
        </div>
      )}
      <label className={styles.only}>
        <input
          type="checkbox"
          checked={params.isChangedOnly}
          onChange={({ target }) => set({ isChangedOnly: target.checked })}
        />
        {params.measure === 'calls' ? 'Changed only' : 'Significant only'}
        <span role="status" className={styles.count} title={changed ? verdict(changed, params.measure) : ''}>
          {changed && `${formatCount(changed.count)} of ${formatCount(changed.compared)}`}
        </span>
      </label>
      <div className={styles.buttons}>
        <button type="button" className={controls.quiet} title="Swaps before and after" onClick={swapSides}>
          Swap
        </button>
        <button type="button" className={controls.quiet} onClick={stopComparing}>
          Close diff
        </button>
      </div>
    </div>
  )
}

function verdict({ count, compared }: Changed, measure: Measure): string {
  const of =
    count === 0
      ? `None of ${formatCount(compared)}`
      : `${formatCount(count)} of ${formatCounted(compared, 'function')}`
  return `${of} changed${measure === 'calls' ? '' : ' significantly'}`
}

// One function's row in the diff table: before, after, and the change as a number and a bar; also
// the columns' tooltips.

const TAGS = {
  new: ['new', 'Not in the earlier program by this name'],
  gone: ['gone', 'Not in the later program by this name'],
  likened: ['clone', 'Compilers made a clone of it in one of the programs'],
} as const

/** Id of the text that explains bold numbers. */
const CHANGED_ID = 'changed-words'

const ARROWS = { more: '▲', less: '▼', same: '' } as const

/** One function's row in the diff table. */
const DiffRow = memo(function DiffRow({
  compared,
  pair,
  f,
  measure,
  unit,
  greatest,
  isChanged,
  row,
  top,
  isSelected,
  isActive,
  href,
  mark,
  onPick,
}: {
  readonly compared: BeforeAfter
  readonly pair: PairIndex
  /** The function in the profile on screen; null if it only exists in the other one. */
  readonly f: FunctionIndex | null
  readonly measure: Measure
  readonly unit: Unit
  /** The difference that the longest bar shows. */
  readonly greatest: number
  readonly isChanged: boolean
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  readonly isSelected: boolean
  readonly isActive: boolean
  /** The link of the name; null for a function that is gone. */
  readonly href: string | null
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onPick: (row: number) => void
}) {
  const { text, direction, status, difference } = changeRow(compared, pair, measure, unit)
  const columns = changeHeadings(compared, measure, unit)
  const pick = (event: MouseEvent) => {
    event.preventDefault()
    onPick(row)
  }
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      aria-label={spokenRow(
        text.name,
        status ? TAGS[status][0] : '',
        ...columns
          .slice(0, 3)
          .map(({ column, label, unit: of }) => headed(label.toLowerCase(), text[column], of)),
      )}
      className={`${table.tableRow} ${styles.row}`}
      onPlainClick={pick}
      onDoubleClick={() => f !== null && openEntry(f)}
    >
      {columns.map(({ column }, at) =>
        column === 'name' ? (
          <div
            key={column}
            {...nameCellAt(at, text.name)}
            aria-describedby={status ? `status-${pair}` : undefined}
            className={table.name}
          >
            {f !== null && <GroupMark group={groupOf(compared.after.profile, f)} />}
            {href === null ? (
              <span className={styles.gone} title={text.name}>
                <LongName {...nameParts(text.name)} ranges={mark(text.name)} />
              </span>
            ) : (
              <NameLink name={text.name} href={href} mark={mark} tabIndex={-1} />
            )}
            {status && (
              <span id={`status-${pair}`} className={styles.tag} data-status={status} title={TAGS[status][1]}>
                {TAGS[status][0]}
              </span>
            )}
          </div>
        ) : (
          <div
            key={column}
            {...cellAt(at, `${column}:${pair}`)}
            aria-describedby={
              column === 'change' && isChanged && measure !== 'calls' ? CHANGED_ID : undefined
            }
            className={`${table.number} ${styles[column] ?? ''}`}
            data-direction={column === 'change' ? direction : undefined}
            data-chance={column === 'change' ? !isChanged : undefined}
          >
            {column === 'change' ? (
              <>
                <ChangeBar part={greatest > 0 ? difference / greatest : 0} isChance={!isChanged} />
                <span className={styles.amount}>{isChanged ? <b>{text.change}</b> : text.change}</span>
                <span className={styles.arrow} aria-hidden="true">
                  {ARROWS[direction]}
                </span>
              </>
            ) : (
              text[column]
            )}
          </div>
        ),
      )}
    </GridRow>
  )
})

// A difference as a bar from the middle: decreases to the left, increases to the right.

function ChangeBar({
  part,
  isChance,
}: {
  /** Fraction of the longest bar, −1–1. */
  readonly part: number
  readonly isChance: boolean
}) {
  const length = `${Math.round(Math.min(1, Math.abs(part)) * 500) / 10}%`
  return (
    <span
      className={styles.bar}
      aria-hidden="true"
      data-direction={part < 0 ? 'less' : 'more'}
      data-chance={isChance}
      style={{ '--length': length } as CSSProperties}
    />
  )
}

// Tooltips of the columns, shown under the pointer and on focus.

const said = (title: string, note = ''): TooltipContent => ({ title, formula: '', note })

/** Tooltips of the diff table's columns. */
const HEADING_WORDS: Readonly<Record<ChangeColumn, TooltipContent | null>> = {
  change: said(
    'After, less before',
    `Coloured if significant, which happens by luck in 1 of ${1 / ANY_BY_CHANCE} comparisons of equal builds. Pale is within noise. The third click sorts by change again.`,
  ),
  before: said('In the earlier profile'),
  after: said('In the later profile'),
  ratio: said('After, divided by before', '= where nothing differs.'),
  calls: said('Calls after, divided by calls before', 'Counted, not sampled.'),
  perCall: said(
    'Time of a call after, divided by that before',
    'Whether it is called more often, or each call takes longer.',
  ),
  name: null,
}

// The rows of the diff table: sorted and filtered in slices, with the selection, the focus and the
// keys.

/** The rows of the diff table. */
export interface ShownRows {
  readonly rows: Rows<PairIndex>
  readonly greatest: number
  readonly changed: Changed | null
  /** Whether they are still those of another order, search or scenario. */
  readonly areOutdated: boolean
}

const NO_ROWS: Rows<PairIndex> = asRows(new Uint32Array(0))
const NOTHING: Iterator<void, null> = { next: () => ({ done: true, value: null }) }

/** Returns the sorted and filtered rows of the diff table; null before the first ones. */
function useShownRows(
  compared: ComparedProfiles,
  measure: Measure,
  unit: Unit,
  order: ChangeOrder | null,
  isChangedOnly: boolean,
): ShownRows {
  const search = useStore((state) => state.ui.found)
  const found = valueOf(search)
  const isSearching = search.phase === 'loading'
  const query = useStore((state) => state.shared.query)
  const changed = useChanged(compared, measure, unit)
  const isByName = order?.column === 'name'
  const names = useNameKeys(compared, isByName)
  const ordered = useInSlices(
    useCallback(
      () => (isByName && !names ? NOTHING : orderRows(compared, measure, unit, order, names)),
      [compared, measure, unit, order, isByName, names],
    ),
  )
  const matches = found?.ok ? found.matches : null
  const { side } = compared
  const isPattern = matches !== null && isExpression(query)
  const isOther = useBaselineMatches(compared, side, query, isPattern && !isSearching ? matches : null)
  const isUnknown = isPattern && !isOther
  const wanted = useMemo(() => {
    const { functions } = compared[side].profile
    return matches && !isUnknown ? { side, isMatch: flags(matches, functions.length), query, isOther } : null
  }, [matches, compared, side, query, isOther, isUnknown])
  const filtered = useInSlices(
    useCallback(
      () =>
        filterRows(
          compared,
          ordered?.rows ?? NO_ROWS,
          wanted,
          isChangedOnly ? (changed?.isChanged ?? null) : null,
        ),
      [compared, ordered, wanted, isChangedOnly, changed],
    ),
  )
  // The previous rows stay until the new ones are ready, so nothing flashes.
  const now =
    ordered && filtered && !isUnknown && (changed || !isChangedOnly)
      ? { rows: filtered, greatest: ordered.greatest }
      : null
  const [last, setLast] = useState<{
    readonly of: ComparedProfiles
    readonly rows: Rows<PairIndex>
    readonly greatest: number
  } | null>(null)
  if (now && (last?.rows !== now.rows || last.of !== compared)) setLast({ of: compared, ...now })
  const shown = now ?? (last?.of.pairs === compared.pairs ? last : { rows: NO_ROWS, greatest: 0 })
  return { rows: shown.rows, greatest: shown.greatest, changed, areOutdated: now === null }
}

// The rows in a grid: the focus, and the keys.

/** Returns the grid of the diff table, with its focus and keys. */
function useDiffRows({
  opened,
  compared,
  rows,
  measure,
  unit,
  scroller,
  rowHeight,
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
  readonly rows: Rows<PairIndex>
  readonly measure: Measure
  readonly unit: Unit
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowHeight: number
}) {
  const selected = useSelected(opened)
  const selectedPair = useMemo(() => pairOf(compared, selected), [compared, selected])
  // The last focused row, from which the keys continue. It may be a function that the profile on
  // screen lacks, which cannot be selected.
  const [last, setLast] = useState<{ readonly of: PairIndex | null; readonly at: PairIndex | null }>({
    of: selectedPair,
    at: selectedPair,
  })
  if (selectedPair !== last.of) setLast({ of: selectedPair, at: selectedPair ?? last.at })
  const active = Math.max(0, last.at === null ? 0 : rows.indexOf(last.at))
  const functionOf = (pair: PairIndex): FunctionIndex | null => {
    const f = compared.pairs[compared.side][pair]
    return f === undefined || f === NONE ? null : f
  }
  const goTo = (row: number): void => {
    const pair = rows[row]
    if (pair === undefined) return
    setLast({ of: selectedPair, at: pair })
    const f = functionOf(pair)
    if (f !== null) select(f, 'replace')
  }
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active, onMove: goTo })
  const { scrollTo } = grid.rows

  // The selection may change elsewhere: by a link, the search or the details.
  useEffect(() => {
    if (selectedPair !== null && rows[active] === selectedPair) scrollTo(active, 'auto')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the selection and the order, not the scrolling
  }, [selectedPair, rows, active])

  const pick = (row: number): void => {
    goTo(row)
    grid.focusRow(row)
  }
  const { outcome: copied, onCopyKey } = useCopy()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (grid.onKeyDown(event)) return
    const pair = rows[active]
    if (pair === undefined || (event.target as HTMLElement).closest('[data-row]') === null) return
    const isCommand = event.ctrlKey || event.metaKey
    const f = functionOf(pair)
    if (event.key === 'Enter' && !isCommand && f !== null) {
      event.preventDefault()
      openEntry(f)
    } else onCopyKey(event, () => changeRowTsv(compared, pair, measure, unit))
  }
  return { active, selectedPair, functionOf, grid, onKeyDown, pick, copied }
}

function pairOf({ pairs, side }: ComparedProfiles, f: FunctionIndex | null): PairIndex | null {
  const row = f === null ? undefined : rowsOf(pairs)[side][f]
  return row === undefined || row === NONE ? null : (row as PairIndex)
}

// Exports the diff: all functions as CSV, unrounded and in the order on screen; or those that
// changed, as Markdown.

/** Rows written in one or two milliseconds. */
const SLICE = 200
const TYPE = 'text/csv'

/** Returns the whole diff as CSV. */
export async function exportDiffCsv(opened: ProfileView): Promise<Blob> {
  const now = await comparedNow(opened)
  let isMarked = false
  function* slices(): Iterable<string> {
    for (const slice of now ? sliced(now) : []) {
      isMarked ||= wantsMark(slice)
      yield slice
    }
  }
  const text = await blobInSteps(slices(), TYPE)
  return isMarked ? new Blob([ENCODING_MARK, text], { type: TYPE }) : text
}

/** Returns the changed functions as Markdown, as `gmonscope diff --markdown` prints them. */
export async function exportDiffMarkdown(opened: ProfileView): Promise<Blob> {
  const now = await comparedNow(opened)
  return blobInSteps(now ? markdown(now) : [], 'text/markdown')
}

function* markdown({ compared, keys, names, params }: Now): Iterable<string> {
  const { measure, unit, order } = params
  const changed = yield* quietly(findChanged(compared, measure, unit))
  const { rows } = yield* quietly(orderRows(compared, measure, unit, order, keys))
  const shown = rows.filter((row) => changed.isChanged[row] === 1)
  yield markdownHead(changeHead(compared, names, measure, changed))
  if (shown.length > 0) yield '\n'
  for (let from = 0; from < shown.length; from += SLICE) {
    const some = shown.subarray(from, from + SLICE)
    yield markdownRows(compared, some, measure, unit, changed.isChanged, from === 0)
  }
}

function* sliced({ compared, keys, params: { measure, unit, order } }: Now): Iterable<string> {
  const ordered = yield* quietly(orderRows(compared, measure, unit, order, keys))
  const rows = withUnchanged(compared, ordered.rows)
  for (let from = 0; from === 0 || from < rows.length; from += SLICE)
    yield changeTableCsv(compared, rows.subarray(from, from + SLICE), unit, from === 0)
}

/** Returns both profiles and the view's settings; null if the comparison was closed. */
async function comparedNow(opened: ProfileView) {
  const { ui, shared } = useStore.getState()
  if (ui.baseline.phase !== 'ready') return null
  const { opened: other, isEarlier } = ui.baseline.value
  const [before, after] = isEarlier ? [other, opened] : [opened, other]
  const pairs = await new Promise<Pairs>((resolve) => void inSlices(pairOnce(before, after), resolve))
  const side: Side = isEarlier ? 'after' : 'before'
  const compared = { before: before.analyzed, after: after.analyzed, pairs, side, other }
  const params = readParams(shared, diffParams)
  const isByName = params.order?.column === 'name'
  const keys = isByName ? await findNameKeys(compared) : null
  if (isByName && !keys) return null
  return { compared, keys, names: [before.name, after.name] as const, params }
}

type Now = NonNullable<Awaited<ReturnType<typeof comparedNow>>>

/** Runs steps inside a writer: each yields an empty string, which lets other work run. */
function* quietly<T>(steps: Iterator<void, T>): Generator<string, T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    yield ''
  }
}
