// All lines with samples, the most samples first, as in gprof's line-by-line flat profile.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ProfileView, HotLines as Sampled } from '../../../workers/api/contract.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import {
  explainHotLine,
  HOT_HEADINGS,
  hotLinesUnder,
} from '../../../workers/core/reports/lines/explain-lines.ts'
import { hotRow, hotTexts } from '../../../workers/core/reports/lines/hot-rows.ts'
import { hotRowTsv, hotTsv } from '../../../workers/core/reports/lines/lines-tsv.ts'
import {
  functionLinesPatch,
  functionName,
  type FunctionPatch,
  useHrefOf,
  useSearchMark,
  useSelected,
} from '../../state/selectors.ts'
import { navigate } from '../../state/url/address.ts'
import { useStore } from '../../state/store.ts'
import { asMeasured } from '../../state/questions/scenario.ts'
import { askHotLines, hotLinesOf } from '../../state/questions/lines.ts'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import { Copied, CopyTable } from '../../ui/CopyTable.tsx'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { hotLinesNotes, textNotes } from './source-notes.ts'
import { SourceTools } from './SourceTools.tsx'
import { useLineRows } from './use-line-rows.ts'
import { useTexts } from './use-texts.ts'
import { Waiting } from './Waiting.tsx'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'
import { HotHead, HotLineRow } from './HotLineRow.tsx'

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
          aria-colcount={5}
          className={styles.hot}
          onKeyDown={onKeyDown}
          grid={grid}
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
