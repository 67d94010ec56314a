// The overview that the details show while no function is selected: where the time went. On a narrow
// screen it is a line below the view that unfolds.
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { explainFlatCell } from '../../../workers/core/reports/explain/flat-cells.ts'
import {
  type Highlight,
  hottest,
  longest,
  mostCalled,
  totalHighlight,
} from '../../../workers/core/reports/highlights.ts'
import { explainTotalShare } from '../../../workers/core/reports/explain-entry.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { RightIcon } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { hasSheets } from '../../ui/media.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { keepCounts } from '../../ui/keep-units.ts'
import { LongList } from '../../ui/LongList.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import { menuOf } from '../../views/menu-subject.ts'
import { isStacked } from './is-stacked.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import type { Explanation } from '../../../workers/core/reports/explain/explanation.ts'
import { barOfHighlight } from '../../../workers/core/reports/time-bar.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { filesOfAllRuns } from '../../state/opening/runs.ts'
import { useBounds } from '../../state/bounds.ts'
import type { FlatColumn } from '../../../workers/core/reports/sort-functions.ts'
import styles from './details.module.css'
import { longestRuns } from './run-times.ts'
import { RunList } from './RunList.tsx'

const SHOWN = 6
/** A parallel program writes a file for each of its processes. */
const FILES_SHOWN = 8

export function Overview({
  opened,
  isBlank,
}: {
  readonly opened: ProfileView
  /** True to reserve the space without drawing anything in it. */
  readonly isBlank: boolean
}) {
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  usePageKeys(
    useCallback(
      ({ key }: KeyboardEvent) => {
        if (key !== 'Escape' || !isUnfolded || !hasSheets()) return false
        setUnfolded(false)
        button.current?.focus()
        return true
      },
      [isUnfolded],
    ),
  )
  const profiles = filesOfAllRuns(opened).filter(({ samples }) => samples !== undefined)
  return (
    <aside
      id="details"
      className={styles.panel}
      aria-label={`Details of ${visibleText(opened.name)}`}
      data-unfolded={isUnfolded || undefined}
    >
      <button
        ref={button}
        type="button"
        className={styles.unfold}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <RightIcon />
        {profiles.length > 1 ? 'Overview, runs, files' : 'Overview and files'}
      </button>
      {!isBlank && <AtAGlance id={id} opened={opened} />}
    </aside>
  )
}

function AtAGlance({ id, opened }: { readonly id: string; readonly opened: ProfileView }) {
  const { analyzed, listing, asMeasured } = opened
  const bounds = useBounds()
  const lists = useMemo(
    () => ({
      self: hottest(analyzed, listing, SHOWN),
      total: longest(analyzed, listing, SHOWN),
      calls: mostCalled(analyzed, listing, SHOWN),
    }),
    [analyzed, listing],
  )
  const measured = useMemo(
    () => (asMeasured ? lists.total.map(({ f }) => totalHighlight(asMeasured.analyzed, f)) : lists.total),
    [asMeasured, lists],
  )
  /** Uses the flat profile's explanation of the same number. */
  const cell = (column: FlatColumn) => (f: FunctionIndex) =>
    explainFlatCell(analyzed, bounds, listing.flat, f, column)
  const runs = useMemo(() => longestRuns(opened), [opened])
  // Files listed as runs are not listed again.
  const files = runs ? opened.files.filter(({ samples }) => samples === undefined) : opened.files
  return (
    <div id={id} className={styles.content}>
      <h2 className={styles.name}>
        <b>{visibleText(opened.name)}</b>
      </h2>
      {runs && <RunList {...runs} />}
      {lists.self.length === 0 && (
        <Highlights
          title="Most calls"
          highlights={lists.calls}
          measured={lists.calls}
          explain={{ percent: cell('calls'), time: cell('calls') }}
          opened={opened}
        />
      )}
      <Highlights
        title="Top self time"
        highlights={lists.self}
        measured={lists.self}
        explain={{ percent: cell('percent'), time: cell('self') }}
        opened={opened}
      />
      <Highlights
        title="Top total time"
        highlights={lists.total}
        measured={measured}
        explain={{ percent: (f) => explainTotalShare(analyzed, bounds, f), time: cell('total') }}
        opened={opened}
      />
      <section className={styles.relatives}>
        <h3 className={styles.subtitle}>Files</h3>
        <LongList items={files} shown={FILES_SHOWN} Line={FileLine} />
      </section>
      <p className={styles.none}>Select a function for details. Press ? for shortcuts.</p>
    </div>
  )
}

function FileLine({ item: { name, detail } }: { readonly item: OfferedFile }) {
  return (
    <li className={styles.file}>
      <code>{visibleText(name)}</code>
      <span className={styles.why}>{keepCounts(visibleText(detail))}</span>
    </li>
  )
}

interface Figures {
  readonly percent: (f: FunctionIndex) => Explanation
  readonly time: (f: FunctionIndex) => Explanation
}

function Highlights({
  title,
  highlights,
  measured,
  explain,
  opened,
}: {
  readonly title: string
  readonly highlights: readonly Highlight[]
  /** The same functions without the scenario. */
  readonly measured: readonly Highlight[]
  readonly explain: Figures
  readonly opened: ProfileView
}) {
  const shared = useStore((state) => state.shared)
  const bounds = useBounds()
  if (highlights.length === 0) return null
  const wasOf = (at: number, figure: keyof Figures): string | undefined => {
    const was = measured[at]?.[figure]
    return was === highlights[at]?.[figure] ? undefined : was
  }
  /** @param key index of the highlight, a colon and the column; the percentage for its name */
  const content = (key: string) => {
    const [place, figure = 'percent'] = key.split(':')
    const at = Number(place)
    const highlight = highlights[at]
    if (!highlight || (figure !== 'percent' && figure !== 'time')) return null
    return { ...explain[figure](highlight.f), was: wasOf(at, figure) }
  }
  const areStacked = highlights.some(({ name }) => isStacked(name))
  return (
    <section className={styles.relatives}>
      <h3 className={styles.subtitle}>{title}</h3>
      <Tooltip content={content}>
        <ul>
          {highlights.map((highlight, at) => (
            <li
              key={highlight.f}
              className={styles.relative}
              data-stacked={areStacked}
              {...menuOf(highlight.f)}
            >
              <NameLink
                name={highlight.name}
                href={hashFor(shared, { selected: functionName(opened, highlight.f) })}
                data-tip={at}
              />
              <span className={styles.count} data-was={wasOf(at, 'percent')} data-tip={`${at}:percent`}>
                {highlight.percent}
              </span>
              <span className={styles.time} data-was={wasOf(at, 'time')} data-tip={`${at}:time`}>
                {highlight.time}
              </span>
              <TimeBar hasTrack {...barOfHighlight(opened.analyzed, bounds, highlight)} />
            </li>
          ))}
        </ul>
      </Tooltip>
    </section>
  )
}
