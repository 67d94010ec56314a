// How long each run took, the longest first; each leads to itself alone.
import { createContext, use, useDeferredValue } from 'react'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { hashFor } from '../../state/selectors.ts'
import { prepareConnection } from '../../state/worker/service.ts'
import { EMPTY_SHARED } from '../../state/shared.ts'
import { useStore } from '../../state/store.ts'
import { LongList } from '../../ui/LongList.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import type { Run, Runs } from './runs.ts'
import names from '../../ui/long-name.module.css'
import styles from './details.module.css'

const SHOWN = 6

/** What the links start from. */
const Shared = createContext(EMPTY_SHARED)

export function RunList({ runs, spread }: Runs) {
  // A thousand links change with each letter of a search: when there is time.
  const shared = useDeferredValue(useStore((state) => state.shared))
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(runs.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <Shared value={shared}>
        <LongList items={runs} shown={SHOWN} Line={RunLine} />
      </Shared>
    </section>
  )
}

function RunLine({ item: { name, run, isShown, detail, time, fraction } }: { readonly item: Run }) {
  const shared = use(Shared)
  return (
    <li className={styles.relative} title={detail} data-shown={isShown}>
      {run ? (
        <a
          href={hashFor(shared, { run })}
          className={names.link}
          title={`Only this run: ${detail}`}
          aria-current={isShown}
          // A worker takes longer to start than to open one run.
          onPointerEnter={prepareConnection}
          onFocus={prepareConnection}
        >
          {name}
        </a>
      ) : (
        <span className={names.plain}>{name}</span>
      )}
      <span className={styles.run}>{time}</span>
      <TimeBar hasTrack self={fraction} />
    </li>
  )
}
