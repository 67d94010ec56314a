// Nothing is selected: where the time went at a glance, and the files it comes from. On a narrow screen a line below the
// view, which unfolds.
import { useId, useMemo, useState } from 'react'
import type { OfferedFile, OpenedProfile } from '../../../workers/api/contract.ts'
import {
  hottest,
  longest,
  mostCalled,
  totalHighlight,
  type Highlight,
} from '../../../workers/core/reports/details/highlights.ts'
import { wasText } from '../../../workers/core/reports/what-if/differences.ts'
import { filesOfAllRuns } from '../../state/opening/runs.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { RightIcon } from '../../ui/controls/icons.tsx'
import { LongList } from '../../ui/rows/LongList.tsx'
import { keepCounts } from '../../ui/text/keep-units.ts'
import { NameLink } from '../../ui/text/NameLink.tsx'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import { RunList } from './RunList.tsx'
import { runsOf } from './runs.ts'
import { isStacked } from './stacked.ts'
import styles from './details.module.css'

const SHOWN = 6
/** A parallel program leaves one for each of its processes. */
const FILES_SHOWN = 8

export function Overview({
  opened,
  isBlank,
}: {
  readonly opened: OpenedProfile
  /** Takes its place, and has nothing in it yet. */
  readonly isBlank: boolean
}) {
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const profiles = filesOfAllRuns(opened).filter(({ samples }) => samples !== undefined)
  return (
    <aside
      className={styles.panel}
      aria-label={`Details of ${opened.name}`}
      data-unfolded={isUnfolded || undefined}
    >
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <RightIcon />
        {profiles.length > 1 ? 'Overview, runs and files' : 'Overview and files'}
      </button>
      {!isBlank && <AtAGlance id={id} opened={opened} />}
    </aside>
  )
}

function AtAGlance({ id, opened }: { readonly id: string; readonly opened: OpenedProfile }) {
  const { analyzed, listing, asMeasured } = opened
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
  const runs = useMemo(() => runsOf(opened), [opened])
  // What is listed as a run is not listed again.
  const files = runs ? opened.files.filter(({ samples }) => samples === undefined) : opened.files
  return (
    <div id={id} className={styles.content}>
      <h2 className={styles.name}>
        <b>{opened.name}</b>
      </h2>
      {lists.self.length === 0 && (
        <Highlights title="Most calls" highlights={lists.calls} measured={lists.calls} opened={opened} />
      )}
      <Highlights
        title="Most time of their own"
        highlights={lists.self}
        measured={lists.self}
        opened={opened}
      />
      <Highlights
        title="Most time with what they call"
        highlights={lists.total}
        measured={measured}
        opened={opened}
      />
      {runs && <RunList {...runs} />}
      <section className={styles.relatives}>
        <h3 className={styles.subtitle}>Files</h3>
        <LongList items={files} shown={FILES_SHOWN} Line={FileLine} />
      </section>
      <p className={styles.none}>
        Select a function to see all that is known of it. Press ? for keys and words.
      </p>
    </div>
  )
}

function FileLine({ item: { name, detail } }: { readonly item: OfferedFile }) {
  return (
    <li className={styles.file}>
      <code>{name}</code>
      <span className={styles.why}>{keepCounts(detail)}</span>
    </li>
  )
}

function Highlights({
  title,
  highlights,
  measured,
  opened,
}: {
  readonly title: string
  readonly highlights: readonly Highlight[]
  /** The same functions without the scenario. */
  readonly measured: readonly Highlight[]
  readonly opened: OpenedProfile
}) {
  const shared = useStore((state) => state.shared)
  if (highlights.length === 0) return null
  return (
    <section className={styles.relatives}>
      <h3 className={styles.subtitle}>{title}</h3>
      <ul>
        {highlights.map((highlight, at) => (
          <li key={highlight.f} className={styles.relative} data-stacked={isStacked(highlight.name)}>
            <NameLink
              name={highlight.name}
              href={hashFor(shared, { selected: functionName(opened, highlight.f) })}
            />
            <Figure className={styles.count} now={highlight.percent} was={measured[at]?.percent} />
            <Figure className={styles.time} now={highlight.time} was={measured[at]?.time} />
            <TimeBar hasTrack self={highlight.selfFraction} total={highlight.totalFraction} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Figure({
  className,
  now,
  was,
}: {
  readonly className: string | undefined
  readonly now: string
  readonly was: string | undefined
}) {
  const other = now === was ? undefined : was
  return (
    <span className={className} data-was={other} title={wasText(other)}>
      {now}
    </span>
  )
}
