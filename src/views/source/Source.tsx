// The source view: the lines of the selected function with their times and calls, or the hottest
// lines of all functions.
import {
  type CSSProperties,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { select, useCertain, useHrefOf, useSelected, useStore, useViewParams } from '../../state/store.ts'
import type { ViewProps } from '../view.tsx'
import { HotLines } from './HotLines.tsx'
import {
  linesNotes,
  NO_CALLS_SAVED,
  FOLDED_LINES,
  NOT_ALL_LINES,
  sourceParams,
  SourceTools,
  useLineRows,
  useTexts,
  Waiting,
} from './SourceTools.tsx'
import type { FunctionLines, ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { fileOfPath, shownPath } from '../../../workers/core/reports/sources.ts'
import {
  certainPartOfLines,
  type CodeFacts,
  explainCalls,
  explainSelf,
  explainTotalOf,
  LINE_HEADINGS,
  type LineCall,
  type LineFacts,
  lineFactsInSteps,
  sumOfFacts,
} from '../../../workers/core/reports/line-facts.ts'
import {
  rangesOf,
  restText,
  type SourceRow,
  sourceRowsInSteps,
  sourceRowTsv,
  sourceTsv,
} from '../../../workers/core/reports/source-rows.ts'
import {
  demangleOnce,
  displayName,
  nameParts,
  shortenName,
  shownName,
} from '../../../workers/core/reports/names/names.ts'
import { areCallsReadSoon, askFunctionLines, linesOf } from '../../state/read-again.ts'
import { useInSlices } from '../../state/requests.ts'
import { Tooltip, type TooltipContent } from '../../ui/controls.tsx'
import { cellAt, Copied, CopyTable, GridRow, TimeBar, VirtualGrid } from '../../ui/table.tsx'
import { LongName, NameLink } from '../../ui/text.tsx'
import type { FunctionLines as LinesOfFunction } from '../../../workers/core/profile/lines/function-lines.ts'
import {
  formatCount,
  formatCounted,
  formatFixed,
  fractionOf,
  secondsOf,
} from '../../../workers/core/reports/quantities.ts'
import controls from '../../ui/controls.module.css'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'

export function Source({ opened }: ViewProps) {
  const { shows } = useViewParams(sourceParams)
  const f = useSelected(opened)
  const wasInLines = useWasInLines()
  return shows === 'sampled' || f === null ? (
    <HotLines opened={opened} />
  ) : (
    <FunctionSource key={f} opened={opened} f={f} wasInLines={wasInLines} />
  )
}

/**
 * Whether the focus was last on a line. While another function's lines load, no element or a tab
 * has the focus instead.
 */
function useWasInLines(): RefObject<boolean> {
  const was = useRef(false)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.matches('[role=tab]')) return
      was.current = target.closest('[role=grid] [data-row]') !== null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return was
}

/** Height of a line's row, in pixels. */
export const LINE_HEIGHT = 22
/**
 * Milliseconds for which a function must stay selected: a user who steps through matches moves on
 * sooner.
 */
const REST_MS = 120

interface Props {
  readonly opened: ProfileView
  readonly f: FunctionIndex
}

function FunctionSource({
  opened,
  f,
  wasInLines,
}: Props & {
  /** Whether the focus was on a line of the previous function. */
  readonly wasInLines: RefObject<boolean>
}) {
  const asked = useStore((state) => linesOf(state, opened, f))
  const isAsked = asked.phase !== 'idle'
  const ask = useCallback(() => void askFunctionLines(opened, f, areCallsReadSoon(opened)), [opened, f])
  useEffect(() => {
    if (isAsked) return
    const timer = setTimeout(ask, REST_MS)
    return () => clearTimeout(timer)
  }, [isAsked, ask])
  if (asked.phase !== 'ready')
    return (
      <div className={sheet.view}>
        <SourceTools hasFunction needsFiles={false}>
          <Title opened={opened} f={f} path="" />
        </SourceTools>
        <Waiting found={asked} onAgain={ask} />
      </div>
    )
  return <Lines opened={opened} f={f} lines={asked.value} wasInLines={wasInLines} />
}

/** Characters of the function's name in the toolbar, so that it keeps one line. */
const MOST_IN_TOOLS = 48

function Title({ opened, f, path }: Props & { readonly path: string }) {
  const name = displayName(opened.analyzed.profile.functions, f)
  return (
    <p className={styles.title} title={path === '' ? name : `${name}\n${path}`}>
      <strong>
        <LongName {...nameParts(shortenName(name, MOST_IN_TOOLS))} />
      </strong>
      {path !== '' && <span className={styles.file}>{fileOfPath(path)}</span>}
    </p>
  )
}

const NO_ROWS: readonly SourceRow[] = []
const NO_LINES = { sections: [], calls: null }
const NO_FACTS: CodeFacts = { lines: [], elsewhere: [], self: 0, total: 0, factor: 1 }

/**
 * Returns facts about thousands of lines; those of the previous scenario stay until the new ones
 * are ready.
 */
function useFacts({ analyzed }: ProfileView, f: FunctionIndex, lines: FunctionLines): CodeFacts {
  const made = useInSlices(useCallback(() => lineFactsInSteps(analyzed, f, lines), [analyzed, f, lines]))
  const [last, setLast] = useState({ lines, facts: NO_FACTS })
  if (made && made !== last.facts) setLast({ lines, facts: made })
  return made ?? (last.lines === lines ? last.facts : NO_FACTS)
}

/** Returns the row with the most time, where reading begins. */
function hottestOf(rows: readonly SourceRow[], { lines }: CodeFacts): number {
  let first = 0
  let most = 0
  for (const [at, row] of rows.entries()) {
    if (row.kind !== 'line') continue
    const own = lines[row.section]?.[row.row]
    if (!own || own.self + own.below <= most) continue
    most = own.self + own.below
    first = at
  }
  return first
}

function Lines({
  opened,
  f,
  lines,
  wasInLines,
}: Props & { readonly lines: FunctionLines; readonly wasInLines: RefObject<boolean> }) {
  const { analyzed } = opened
  const { sections } = lines
  const hrefOf = useHrefOf(opened)
  const facts = useFacts(opened, f, lines)
  const wanted = useMemo(
    () =>
      sections.map((section, at) => ({
        path: section.file,
        ranges: rangesOf(section, at === 0),
        last: section.line.at(-1) ?? 0,
      })),
    [sections],
  )
  const lastLine = useMemo(() => wanted.reduce((most, { last }) => Math.max(most, last), 0), [wanted])
  const { texts, isRead, missing, ends, newer } = useTexts(opened, wanted)
  // Lines drawn without their text would move when it arrives.
  const made = useInSlices(
    useCallback(() => sourceRowsInSteps(isRead ? lines : NO_LINES, texts), [lines, texts, isRead]),
  )
  const rows = (facts.lines.length === sections.length && made) || NO_ROWS
  const hottest = useMemo(() => hottestOf(rows, facts), [rows, facts])
  const scroller = useRef<HTMLDivElement>(null)
  const callAt = (row: number) => {
    const line = rows[row]
    return line?.kind === 'line' ? facts.lines[line.section]?.[line.row]?.calls[0] : undefined
  }
  const { active, picked, pick, grid, onKeyDown, copied, copyTable } = useLineRows({
    scroller,
    count: rows.length,
    rowHeight: LINE_HEIGHT,
    first: hottest,
    onOpen: (row) => {
      const call = callAt(row)
      if (call) select(call.child, 'push')
    },
    textOf: (row) => {
      const line = rows[row]
      return line ? sourceRowTsv(analyzed, lines, facts, line) : ''
    },
  })
  const certain = useCertain()
  const { focusRow } = grid
  const isThere = rows.length > 0
  useEffect(() => {
    const { activeElement, body } = document
    const isLeft = activeElement === body || activeElement?.getAttribute('role') === 'tab'
    if (isThere && isLeft && wasInLines.current) focusRow(active)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when they are there
  }, [isThere])
  const explain = useCallback(
    (key: string) => explainKey(key, { analyzed, certain, sections, facts }),
    [analyzed, certain, sections, facts],
  )
  const path = shownPath(sections[0]?.file ?? '')
  const isSaved = opened.saved !== undefined
  const notes = [
    ...linesNotes(lines, facts, { missing, ends, newer }),
    ...(analyzed.folding ? [FOLDED_LINES] : []),
    ...(isSaved ? [NOT_ALL_LINES] : []),
    ...(isSaved && !lines.calls ? [NO_CALLS_SAVED] : []),
  ]
  return (
    <div className={`${sheet.view} ${styles.view}`}>
      <SourceTools hasFunction needsFiles={missing.length > 0 || ends.length > 0}>
        <Title opened={opened} f={f} path={path} />
        {rows.length > 0 && <CopyTable onCopy={() => copyTable(sourceTsv(analyzed, lines, facts, rows))} />}
      </SourceTools>
      {(notes.length > 0 || !lines.calls) && sections.length > 0 && (
        <p className={styles.notes}>
          {notes.join(' ')}{' '}
          {!lines.calls && !isSaved && (
            <button
              type="button"
              className={controls.quiet}
              onClick={() => void askFunctionLines(opened, f, true)}
            >
              Read calls again
            </button>
          )}
        </p>
      )}
      <Tooltip content={explain} className={sheet.tip}>
        <VirtualGrid
          role="grid"
          aria-label={`Source of ${displayName(analyzed.profile.functions, f)}`}
          aria-rowcount={rows.length + 1}
          aria-colcount={5}
          className={styles.grid}
          style={{ '--digits': String(lastLine).length } as CSSProperties}
          onKeyDown={onKeyDown}
          scroller={scroller}
          rows={grid.rows}
          count={rows.length}
          printedRest="Copy table has all of them."
          head={<LineHead opened={opened} />}
          empty={
            sections.length === 0 && (
              <p className={sheet.empty}>
                No line is known of this function: {isSaved && 'it was not sampled and calls nothing, or '}its
                file was compiled without -g.
              </p>
            )
          }
        >
          {grid.rows.visible.map(({ index, top, key }) => {
            const line = rows[index]
            return (
              line && (
                <SourceLineRow
                  key={key}
                  {...{ opened, lines, facts, line, top, hrefOf }}
                  row={index}
                  isActive={index === active}
                  isSelected={index === picked}
                  onPick={pick}
                />
              )
            )
          })}
        </VirtualGrid>
        <Copied outcome={copied} />
      </Tooltip>
    </div>
  )
}

// The headings above a function's lines. Lines are in file order and cannot be sorted.

function LineHead({ opened }: { readonly opened: ProfileView }) {
  const { rate, abbreviation } = opened.analyzed.profile
  const unit = rate > 0 ? ` ${abbreviation}` : ''
  return (
    <div role="rowgroup" className={sheet.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div
          role="columnheader"
          aria-colindex={1}
          data-tip="line"
          className={`${sheet.heading} ${styles.line}`}
        >
          Line
        </div>
        <div role="columnheader" aria-colindex={2} data-tip="self" className={sheet.heading}>
          <span>
            Self<span className={sheet.unit}>{unit}</span>
          </span>
        </div>
        <div
          role="columnheader"
          aria-colindex={3}
          data-tip="total"
          className={`${sheet.heading} ${styles.total}`}
        >
          <span>
            Total<span className={sheet.unit}>{unit}</span>
          </span>
        </div>
        <div role="columnheader" aria-colindex={4} className={`${sheet.heading} ${styles.start}`}>
          Code
        </div>
        <div
          role="columnheader"
          aria-colindex={5}
          data-tip="calls"
          className={`${sheet.heading} ${styles.start} ${styles.calls}`}
        >
          Calls
        </div>
      </div>
    </div>
  )
}

// Tooltips of a line's numbers.

/** The data that tooltips of lines need. */
export interface LineContext extends Pick<ProfileView, 'analyzed'>, Pick<FunctionLines, 'sections'> {
  readonly certain: Float64Array | null
  readonly facts: CodeFacts
}

/**
 * Returns the tooltip for a key; null if it has none.
 *
 * @param key of a heading; or of a number: its column, its section, and its row in the section, −1
 * for all of it
 */
export function explainKey(
  key: string,
  { analyzed, certain, sections, facts }: LineContext,
): TooltipContent | null {
  const [what = '', section, row] = key.split(':')
  if (section === undefined) return LINE_HEADINGS[what as keyof typeof LINE_HEADINGS]
  const at = Number(section)
  const line = sections[at]?.line[Number(row)]
  const inSection = facts.lines[at] ?? []
  const one = inSection[Number(row)]
  const own = line === undefined ? inSection : one ? [one] : null
  if (!own) return null
  const all = sections[at]?.name === sections[0]?.name ? 'its lines in this file' : 'all lines inlined here'
  const where = line === undefined ? all : `line ${line}`
  if (what === 'calls') return explainCalls(analyzed, where, one?.calls ?? [])
  const sum = sumOfFacts(own)
  if (what === 'self') return explainSelf(analyzed, where, sum.self, facts.factor)
  return explainTotalOf(analyzed, where, sum, certainPartOfLines(analyzed, certain, own))
}

// One row of a function's source: a line, a gap between two lines, or the name of an inlined
// function.

interface RowProps {
  readonly opened: ProfileView
  readonly lines: LinesOfFunction
  readonly facts: CodeFacts
  readonly line: SourceRow
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  /** Whether it holds the tab stop. */
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly hrefOf: (f: FunctionIndex) => string
  readonly onPick: (row: number) => void
}

type Line = Extract<SourceRow, { readonly kind: 'line' }>
type Section = Extract<SourceRow, { readonly kind: 'section' }>

/** A row of a function's source. */
const SourceLineRow = memo(function SourceLineRow(props: RowProps) {
  const { opened, lines, facts, line, row, top, isActive, isSelected, hrefOf, onPick } = props
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      className={`${styles.row} ${line.kind === 'line' ? '' : KINDS[line.kind]}`}
      data-code={line.kind === 'line' ? factsOf(facts, line) !== undefined : undefined}
      onPlainClick={() => onPick(row)}
    >
      {line.kind === 'line' ? (
        <LineCells {...{ opened, facts, line, hrefOf }} />
      ) : line.kind === 'section' ? (
        <SectionCells {...{ opened, lines, facts, line }} />
      ) : (
        <>
          <div role="rowheader" aria-colindex={1} className={styles.line}>
            {line.kind === 'gap' ? '⋯' : '↳'}
          </div>
          <div role="gridcell" aria-colindex={4} className={styles.code}>
            {line.kind === 'gap'
              ? `${formatCounted(line.to - line.from + 1, 'line')} without code of it`
              : restText(line.sections)}
          </div>
        </>
      )}
    </GridRow>
  )
})

const KINDS = { gap: styles.gap, rest: styles.gap, section: styles.section } as const

const NO_OWN_FACTS: readonly LineFacts[] = []

const factsOf = (facts: CodeFacts, { section, row }: Line): LineFacts | undefined =>
  facts.lines[section]?.[row]

function LineCells({
  opened,
  facts,
  line,
  hrefOf,
}: Pick<RowProps, 'opened' | 'facts' | 'hrefOf'> & { readonly line: Line }) {
  const own = factsOf(facts, line)
  const calls = own?.calls ?? []
  const [first] = calls
  return (
    <>
      <div role="rowheader" aria-colindex={1} className={styles.line} tabIndex={-1}>
        {line.line}
      </div>
      {own ? (
        <Numbers opened={opened} facts={facts} own={[own]} tip={`${line.section}:${line.row}`} />
      ) : (
        <>
          <div role="gridcell" aria-label="No code" aria-colindex={2} />
          <div role="gridcell" aria-label="No code" aria-colindex={3} className={styles.total} />
        </>
      )}
      <div role="gridcell" aria-colindex={4} className={styles.code}>
        {line.text !== null && (
          <code className={styles.text} title={line.text}>
            {line.text}
          </code>
        )}
      </div>
      <div
        {...cellAt(4, calls.length > 0 ? `calls:${line.section}:${line.row}` : undefined)}
        className={styles.calls}
      >
        {first && <Call opened={opened} call={first} href={hrefOf(first.child)} />}
        {calls.length > 1 && <span className={styles.more}>+{formatCount(calls.length - 1)}</span>}
      </div>
    </>
  )
}

function SectionCells({
  opened,
  lines,
  facts,
  line,
}: Pick<RowProps, 'opened' | 'lines' | 'facts'> & { readonly line: Section }) {
  const section = lines.sections[line.section]
  const name = shownName(demangleOnce(section?.name ?? '', opened.analyzed.profile.functions.namePrefix))
  const file = fileOfPath(shownPath(section?.file ?? ''))
  const words = line.isInlined ? `Inlined: ${name}` : `Its lines in ${file}`
  return (
    <>
      <div role="rowheader" aria-label={words} aria-colindex={1} className={styles.line}>
        ↳
      </div>
      <Numbers
        opened={opened}
        facts={facts}
        own={facts.lines[line.section] ?? NO_OWN_FACTS}
        tip={`${line.section}:-1`}
      />
      <div role="gridcell" aria-colindex={4} className={styles.code}>
        <span className={styles.kind}>{line.isInlined ? 'inlined' : 'its lines in'}</span>
        {line.isInlined && <LongName {...nameParts(name)} />}
        <span className={styles.file}>{file}</span>
      </div>
    </>
  )
}

function Numbers({
  opened,
  facts,
  own,
  tip,
}: {
  readonly opened: ProfileView
  readonly facts: CodeFacts
  /** A line, or all lines of a section. */
  readonly own: readonly LineFacts[]
  /** Key as parsed by `Source.tsx`: the section, and the position in it, or −1 for all of it. */
  readonly tip: string
}) {
  const { analyzed } = opened
  const { rate } = analyzed.profile
  const { self, below } = sumOfFacts(own)
  const certain = certainPartOfLines(analyzed, useCertain(), own)
  const seconds = (ticks: number): string => (rate > 0 ? formatFixed(secondsOf(ticks, rate), 2) : '')
  return (
    <>
      <div {...cellAt(1, `self:${tip}`)} data-none={self === 0} className={styles.number}>
        {seconds(self)}
      </div>
      <div
        {...cellAt(2, `total:${tip}`)}
        data-none={self + below === 0}
        className={`${styles.number} ${styles.total}`}
      >
        <TimeBar
          self={fractionOf(self, facts.total)}
          certain={fractionOf(self + below, facts.total) * certain}
          total={fractionOf(self + below, facts.total)}
        />
        <span>{seconds(self + below)}</span>
      </div>
    </>
  )
}

/** The call with the most time; the tooltip lists the others. */
function Call({
  opened,
  call: { child, count, isSure },
  href,
}: {
  readonly opened: ProfileView
  readonly call: LineCall
  readonly href: string
}) {
  return (
    <>
      {!isSure && <span>≈</span>}
      <NameLink
        name={displayName(opened.analyzed.profile.functions, child)}
        href={href}
        className={styles.callee}
        tabIndex={-1}
      />
      <span className={styles.count}>{formatCount(count)} ×</span>
    </>
  )
}
