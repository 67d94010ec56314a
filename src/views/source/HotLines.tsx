// All lines with samples, the most samples first, as in gprof's line-by-line flat profile.
import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import type { ProfileView, HotLines as Sampled } from '../../../workers/api/contract.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { explainHotLine, HOT_HEADINGS, hotLinesUnder } from '../../../workers/core/reports/line-facts.ts'
import {
  hotRow,
  type HotRow,
  hotRowTsv,
  hotTexts,
  hotTsv,
} from '../../../workers/core/reports/source-rows.ts'
import {
  functionLinesPatch,
  functionName,
  type FunctionPatch,
  navigate,
  useHrefOf,
  useSearchMark,
  useSelected,
  useStore,
} from '../../state/store.ts'
import { asMeasured } from '../../state/queries.ts'
import { askHotLines, hotLinesOf } from '../../state/read-again.ts'
import { Tooltip, type TooltipContent } from '../../ui/controls.tsx'
import {
  cellAt,
  Copied,
  CopyTable,
  GridRow,
  headed,
  spokenRow,
  TimeBar,
  VirtualGrid,
} from '../../ui/table.tsx'
import { hotLinesNotes, SourceTools, textNotes, useLineRows, useTexts, Waiting } from './SourceTools.tsx'
import { fileOfPath } from '../../../workers/core/reports/sources.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import {
  formatFixed,
  formatShareOf,
  shareOf,
  secondsOf,
  shownUnit,
} from '../../../workers/core/reports/quantities.ts'
import type { MarkRange } from '../../../workers/core/reports/search.ts'
import { groupOf } from '../../../workers/core/reports/groups.ts'
import { GroupMark } from '../../ui/group-colour.tsx'
import { NameLink } from '../../ui/text.tsx'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'

const ROW_HEIGHT = 26

const linesPatch: FunctionPatch = (shared, opened, f) => ({
  ...functionLinesPatch(shared),
  selected: functionName(opened, f),
})

export function HotLines({ opened }: { readonly opened: ProfileView }) {
  const asked = useStore((state) => hotLinesOf(state, opened))
  const hasFunction = useSelected(opened) !== null
  const isAsked = asked.phase !== 'idle'
  const ask = useCallback(() => void askHotLines(opened), [opened])
  useEffect(() => {
    if (!isAsked) ask()
  }, [isAsked, ask])
  if (asked.phase === 'ready') return <Lines opened={opened} hot={asked.value} hasFunction={hasFunction} />
  return (
    <div className={sheet.view}>
      <SourceTools hasFunction={hasFunction} needsFiles={false}>
        {null}
      </SourceTools>
      <Waiting found={asked} onAgain={ask} />
    </div>
  )
}

/** Lines whose text is read; further down only their positions are shown. */
const WITH_TEXT = 1000

function Lines({
  opened,
  hot: measured,
  hasFunction,
}: {
  readonly opened: ProfileView
  readonly hot: Sampled
  readonly hasFunction: boolean
}) {
  const { analyzed } = opened
  const hot = useMemo(() => hotLinesUnder(analyzed, measured), [analyzed, measured])
  const hrefOf = useHrefOf(opened, linesPatch)
  const mark = useSearchMark()
  const { files, placeOf } = useMemo(() => hotTexts(hot, WITH_TEXT), [hot])
  const { texts, missing, ends, newer } = useTexts(opened, files)
  const textOf = useCallback(
    (row: number): string => {
      const place = placeOf[row]
      return place ? (texts[place.file]?.ranges[place.nth]?.[0]?.trim() ?? '') : ''
    },
    [placeOf, texts],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const open = (row: number): void => {
    const line = hotRow(hot, row)
    const now = useStore.getState().shared
    if (line) navigate({ ...functionLinesPatch(now), selected: functionName(opened, line.f) }, 'push')
  }
  const { active, picked, pick, grid, onKeyDown, copied, copyTable } = useLineRows({
    scroller,
    count: hot.length,
    rowHeight: ROW_HEIGHT,
    first: 0,
    onOpen: open,
    textOf: (row) => hotRowTsv(analyzed, hot, row, textOf(row)),
  })
  const explain = useCallback(
    (key: string): TooltipContent | null => {
      const [column = '', row] = key.split(':')
      if (row === undefined) return HOT_HEADINGS[column as keyof typeof HOT_HEADINGS]
      return explainHotLine(analyzed, hot, Number(row), column === 'percent')
    },
    [analyzed, hot],
  )
  const notes = [
    ...(isEmptyScenario({ ...analyzed.scenario, faster: [] })
      ? []
      : ['Lines are shown as measured: cut calls and excluded functions change none here.']),
    ...hotLinesNotes(hot.unplaced, asMeasured(opened).analyzed.profile.totals.ticks),
    ...textNotes({ missing: [], ends, newer }),
  ]
  return (
    <div className={`${sheet.view} ${styles.view}`}>
      <SourceTools hasFunction={hasFunction} needsFiles={missing.length > 0}>
        {hot.length > 0 && <CopyTable onCopy={() => copyTable(hotTsv(analyzed, hot, textOf))} />}
      </SourceTools>
      {notes.length > 0 && <p className={styles.notes}>{notes.join(' ')}</p>}
      <Tooltip content={explain} className={sheet.tip}>
        <VirtualGrid
          role="grid"
          aria-label="Hottest lines"
          aria-rowcount={hot.length + 1}
          aria-colcount={5}
          className={styles.hot}
          onKeyDown={onKeyDown}
          scroller={scroller}
          rows={grid.rows}
          count={hot.length}
          printedRest="Copy table has all of them."
          head={<HotHead opened={opened} />}
          empty={
            <p className={sheet.empty}>
              {analyzed.profile.rate > 0
                ? 'No line was sampled: the program ran too briefly, or its time is in code without lines.'
                : 'The profile holds no samples: times are not known. Select a function to see what its lines call.'}
            </p>
          }
        >
          {grid.rows.visible.map(({ index, top, key }) => {
            const line = hotRow(hot, index)
            return (
              line && (
                <HotLineRow
                  key={key}
                  {...{ opened, line, top, mark }}
                  href={hrefOf(line.f)}
                  row={index}
                  text={textOf(index)}
                  isActive={index === active}
                  isSelected={index === picked}
                  onPick={pick}
                  onOpen={open}
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

// A line with samples, and the headings above such lines.

function HotHead({ opened }: { readonly opened: ProfileView }) {
  const { abbreviation } = opened.analyzed.profile
  const headings = [
    ['percent', 'Self %', ''],
    ['self', 'Self', abbreviation],
    ['place', 'Line', ''],
    ['name', 'Function', ''],
    ['code', 'Code', ''],
  ] as const
  return (
    <div role="rowgroup" className={sheet.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {headings.map(([column, label, unit], at) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={at + 1}
            data-tip={column === 'percent' || column === 'self' ? column : undefined}
            className={`${sheet.heading} ${styles[column] ?? ''} ${at > 1 ? styles.start : ''}`}
          >
            <span>
              {label}
              {unit !== '' && <span className={sheet.unit}> {unit}</span>}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

const HotLineRow = memo(function HotLineRow({
  opened,
  line: { f, ticks, path, line },
  row,
  top,
  text,
  isActive,
  isSelected,
  href,
  mark,
  onPick,
  onOpen,
}: {
  readonly opened: ProfileView
  readonly line: HotRow
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  /** Text of the line; "" if it is unavailable. */
  readonly text: string
  readonly isActive: boolean
  readonly isSelected: boolean
  /** The link of the function's name. */
  readonly href: string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onPick: (row: number) => void
  readonly onOpen: (row: number) => void
}) {
  const { profile } = opened.analyzed
  const { functions, rate } = profile
  return (
    <GridRow
      {...{ row, top, isActive, isSelected }}
      aria-label={spokenRow(
        `${fileOfPath(path)}:${line} ${displayName(functions, f)}`,
        `${formatShareOf(profile, ticks)} time`,
        headed(
          'self',
          formatFixed(secondsOf(ticks, rate), 2),
          shownUnit(opened.analyzed.profile.abbreviation),
        ),
        text.trim(),
      )}
      className={styles.row}
      onPlainClick={() => onPick(row)}
      onDoubleClick={() => onOpen(row)}
    >
      <div {...cellAt(0, `percent:${row}`)} className={`${styles.number} ${styles.percent}`}>
        <TimeBar total={shareOf(profile, ticks)} />
        <span>{formatShareOf(profile, ticks)}</span>
      </div>
      <div {...cellAt(1, `self:${row}`)} className={styles.number}>
        {formatFixed(secondsOf(ticks, rate), 2)}
      </div>
      <div
        role="rowheader"
        aria-colindex={3}
        tabIndex={-1}
        className={styles.place}
        title={`${path}:${line}`}
      >
        <span className={styles.placeFile}>{fileOfPath(path)}</span>:{line}
      </div>
      <div {...cellAt(3)} className={styles.name}>
        <GroupMark group={groupOf(opened.analyzed.profile, f)} />
        <NameLink name={displayName(functions, f)} href={href} mark={mark} tabIndex={-1} />
      </div>
      <div role="gridcell" aria-colindex={5} className={styles.code}>
        <code className={styles.text} title={text}>
          {text}
        </code>
      </div>
    </GridRow>
  )
})
