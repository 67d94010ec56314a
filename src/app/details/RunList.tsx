// Runs, one a line, each with its time as a fraction of the longest. A line links to that run alone.
import { createContext, use, useDeferredValue } from 'react'
import { formatCount } from '../../../workers/core/quantities.ts'
import { EMPTY_URL_STATE } from '../../state/url/url-state.ts'
import { hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { LongList } from '../../ui/LongList.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { RunsLink } from '../workspace/RunBar.tsx'
import names from '../../ui/text.module.css'
import styles from './details.module.css'
import type { RunTimes, RunLine } from './run-times.ts'

const RUNS_IN_OVERVIEW = 4

export function RunList({ lines, spread }: RunTimes) {
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(lines.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <RunLineList lines={lines.slice(0, RUNS_IN_OVERVIEW)} />
      <RunsLink className={styles.all}>
        {lines.length > RUNS_IN_OVERVIEW ? `All ${formatCount(lines.length)}` : 'All'} in the view Runs
      </RunsLink>
    </section>
  )
}

const RUNS_SHOWN = 6

/** The URL state that the links are derived from. */
const Shared = createContext(EMPTY_URL_STATE)

export function RunLineList({ lines }: { readonly lines: readonly RunLine[] }) {
  // Each keystroke of a search changes up to a thousand links: deferred.
  const shared = useDeferredValue(useStore((state) => state.shared))
  return (
    <Shared value={shared}>
      <LongList items={lines} shown={RUNS_SHOWN} Line={Line} />
    </Shared>
  )
}

function Line({ item }: { readonly item: RunLine }) {
  const { name, run, isShown, detail, calls, time, fraction } = item
  const shared = use(Shared)
  return (
    <li className={styles.relative} title={detail} data-shown={isShown}>
      {run ? (
        <a
          href={hashFor(shared, { run })}
          className={names.link}
          title={`Only this run: ${detail}`}
          aria-current={isShown}
        >
          {name}
        </a>
      ) : (
        <span className={names.plain}>{name}</span>
      )}
      {calls !== undefined && <span className={styles.count}>{calls}</span>}
      <span className={calls === undefined ? styles.run : styles.time}>{time}</span>
      <TimeBar hasTrack total={fraction} />
    </li>
  )
}
