// The lines of one function with their times, their calls. They are in file order: they cannot be sorted.
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { select } from '../../state/actions.ts'
import { useHrefOf } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { linesNotes, NO_CALLS_SAVED, FOLDED_LINES, NOT_ALL_LINES } from './source-notes.ts'
import { SourceTools } from './SourceTools.tsx'
import { useLineRows } from './use-line-rows.ts'
import { useTexts } from './use-texts.ts'
import { Waiting } from './Waiting.tsx'
import type { FunctionLines, ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { fileOfPath, shownPath } from '../../../workers/core/reports/find-source.ts'
import { type CodeFacts, factsOfLines } from '../../../workers/core/reports/lines/line-facts.ts'
import { rangesOf, type SourceRow, sourceRows } from '../../../workers/core/reports/lines/source-rows.ts'
import { sourceRowTsv, sourceTsv } from '../../../workers/core/reports/lines/lines-tsv.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import { shortenName } from '../../../workers/core/names/shorten-name.ts'
import { areCallsReadSoon, askFunctionLines, linesOf } from '../../state/questions/lines.ts'
import { useInSlices } from '../../state/worker/slices.ts'
import { useBounds } from '../../state/bounds.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Copied, CopyTable } from '../../ui/CopyTable.tsx'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { LongName } from '../../ui/LongName.tsx'
import { Button } from '../../ui/Button.tsx'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'
import { explainKey } from './line-tips.ts'
import { HeadRow } from './HeadRow.tsx'
import { SourceLineRow } from './SourceLineRow.tsx'

/** Height of a line's row, in pixels. */
const LINE_HEIGHT = 22
/**
 * Milliseconds for which a function must stay selected: a user who steps through matches moves on
 * sooner.
 */
const REST_MS = 120

interface Props {
  readonly opened: ProfileView
  readonly f: FunctionIndex
}

export function FunctionSource({
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
  const current = useInSlices(useCallback(() => factsOfLines(analyzed, f, lines), [analyzed, f, lines]))
  const [last, setLast] = useState({ lines, facts: NO_FACTS })
  if (current && current !== last.facts) setLast({ lines, facts: current })
  return current ?? (last.lines === lines ? last.facts : NO_FACTS)
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
  const sourceText = useInSlices(
    useCallback(() => sourceRows(isRead ? lines : NO_LINES, texts), [lines, texts, isRead]),
  )
  const rows = (facts.lines.length === sections.length && sourceText) || NO_ROWS
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
  const bounds = useBounds()
  const { focusRow } = grid
  const isThere = rows.length > 0
  const takeFocus = useEffectEvent(() => {
    const { activeElement, body } = document
    const isLeft = activeElement === body || activeElement?.getAttribute('role') === 'tab'
    if (isLeft && wasInLines.current) focusRow(active)
  })
  useEffect(() => {
    if (isThere) takeFocus()
  }, [isThere])
  const explain = useCallback(
    (key: string) => explainKey(key, { analyzed, bounds, sections, facts }),
    [analyzed, bounds, sections, facts],
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
            <Button look="quiet" onClick={() => void askFunctionLines(opened, f, true)}>
              Read calls again
            </Button>
          )}
        </p>
      )}
      <Tooltip content={explain} className={sheet.tip}>
        <VirtualGrid
          role="grid"
          aria-label={`Source of ${displayName(analyzed.profile.functions, f)}`}
          aria-colcount={5}
          className={styles.grid}
          style={{ '--digits': String(lastLine).length } as CSSProperties}
          onKeyDown={onKeyDown}
          grid={grid}
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

function LineHead({ opened }: { readonly opened: ProfileView }) {
  const { rate, abbreviation } = opened.analyzed.profile
  const unit = rate > 0 ? abbreviation : ''
  return (
    <HeadRow
      headings={[
        { label: 'Line', tip: 'line', className: styles.line },
        { label: 'Self', unit, tip: 'self' },
        { label: 'Total', unit, tip: 'total', className: styles.total },
        { label: 'Code', className: styles.start },
        { label: 'Calls', tip: 'calls', className: `${styles.start} ${styles.calls}` },
      ]}
    />
  )
}
