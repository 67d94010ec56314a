// The source view: the lines of the selected function with their times and calls, or the hottest
// lines of all functions.
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCertain, useHrefOf, useSelected } from '../../state/selectors.ts'
import { useViewParams } from '../../state/url-sync.ts'
import type { ViewProps } from '../view.ts'
import { HotLines } from './HotLines.tsx'
import { sourceParams, SourceTools, Waiting } from './SourceTools.tsx'
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
  lineFactsInSteps,
  sumOfFacts,
} from '../../../workers/core/reports/line-facts.ts'
import {
  rangesOf,
  type SourceRow,
  sourceRowsInSteps,
  sourceRowTsv,
  sourceTsv,
} from '../../../workers/core/reports/source-rows.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { select } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { areCallsReadSoon, askFunctionLines, linesOf } from '../../state/worker/lines.ts'
import { useInSlices } from '../../state/worker/time-slicing.ts'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import { Copied, CopyTable } from '../../ui/table/CopyTable.tsx'
import { VirtualGrid } from '../../ui/table/VirtualGrid.tsx'
import { LongName } from '../../ui/text.tsx'
import { linesNotes, NO_CALLS_SAVED, NOT_ALL_LINES, useTexts } from './source-texts.ts'
import { SourceLineRow } from './SourceLineRow.tsx'
import { useLineRows } from './use-line-rows.ts'
import controls from '../../ui/controls.module.css'
import sheet from '../../ui/table/sheet.module.css'
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

function Title({ opened, f, path }: Props & { readonly path: string }) {
  const name = displayName(opened.analyzed.profile.functions, f)
  return (
    <p className={styles.title} title={path === '' ? name : `${name}\n${path}`}>
      <strong>
        <LongName {...nameParts(name)} />
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
              Read the profiles again for calls
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
        <Copied told={copied} />
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
