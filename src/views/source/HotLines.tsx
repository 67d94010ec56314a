// Every line that was sampled, most samples first, as gprof's flat profile by lines has them.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { HotLines as Sampled, ProfileView } from '../../../workers/api/contract.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { explainHotLine, HOT_HEADINGS } from '../../../workers/core/reports/lines/explain-lines.ts'
import { hotRow, hotTexts } from '../../../workers/core/reports/lines/hot-rows.ts'
import { hotRowTsv, hotTsv } from '../../../workers/core/reports/lines/lines-text.ts'
import {
  functionLinesPatch,
  functionName,
  useHrefOf,
  useSearchMark,
  useSelected,
  type FunctionPatch,
} from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { navigate } from '../../state/url/sync.ts'
import { askHotLines, hotLinesOf } from '../../state/worker/lines.ts'
import { Tip, type TipContent } from '../../ui/overlays/Tip.tsx'
import { Copied } from '../../ui/rows/Copied.tsx'
import { CopyTable } from '../../ui/rows/CopyTable.tsx'
import { VirtualGrid } from '../../ui/rows/VirtualGrid.tsx'
import { HotHead, HotLineRow } from './HotLineRow.tsx'
import { hotLinesNotes, textNotes } from './notes.ts'
import { Tools } from './Tools.tsx'
import { useLineRows } from './use-line-rows.ts'
import { useTexts } from './use-texts.ts'
import { Waiting } from './Waiting.tsx'
import sheet from '../../ui/rows/sheet.module.css'
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
      <Tools hasFunction={hasFunction} needsFiles={false}>
        {null}
      </Tools>
      <Waiting found={asked} onAgain={ask} />
    </div>
  )
}

/** Lines whose text is read; who scrolls further down finds their places. */
const WITH_TEXT = 1000

function Lines({
  opened,
  hot,
  hasFunction,
}: {
  readonly opened: ProfileView
  readonly hot: Sampled
  readonly hasFunction: boolean
}) {
  const { analyzed } = opened
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
    (key: string): TipContent | null => {
      const [column = '', row] = key.split(':')
      if (row === undefined) return HOT_HEADINGS[column as keyof typeof HOT_HEADINGS]
      return explainHotLine(analyzed, hot, Number(row), column === 'percent')
    },
    [analyzed, hot],
  )
  const notes = [
    ...(isEmptyScenario(analyzed.scenario)
      ? []
      : ['Lines are shown as measured: what is changed of the profile changes none here.']),
    ...hotLinesNotes(hot.unplaced, analyzed.profile.totals.ticks),
    ...textNotes({ missing: [], ends, newer }),
  ]
  return (
    <div className={`${sheet.view} ${styles.view}`}>
      <Tools hasFunction={hasFunction} needsFiles={missing.length > 0}>
        {hot.length > 0 && <CopyTable onCopy={() => copyTable(hotTsv(analyzed, hot, textOf))} />}
      </Tools>
      {notes.length > 0 && <p className={styles.notes}>{notes.join(' ')}</p>}
      <Tip content={explain} className={sheet.tip}>
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
                ? 'No line was sampled: the program ran too shortly, or its time is in code without lines.'
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
        <Copied told={copied} />
      </Tip>
    </div>
  )
}
