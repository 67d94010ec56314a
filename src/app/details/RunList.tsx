// How long each run took, the longest first.
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import type { Runs } from './runs.ts'
import names from '../../ui/long-name.module.css'
import styles from './details.module.css'

const SHOWN = 6

export function RunList({ runs, spread }: Runs) {
  const rest = runs.length - SHOWN
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(runs.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <Lines runs={runs.slice(0, SHOWN)} />
      {rest > 0 && (
        <details className={styles.more}>
          <summary>{formatCount(rest)} more</summary>
          <Lines runs={runs.slice(SHOWN)} />
        </details>
      )}
    </section>
  )
}

function Lines({ runs }: Pick<Runs, 'runs'>) {
  return (
    <ul>
      {runs.map(({ name, detail, time, fraction }, at) => (
        // Two runs are often both called gmon.out.
        <li key={`${at} ${name}`} className={styles.relative} title={detail}>
          <span className={names.plain}>{name}</span>
          <span className={styles.run}>{time}</span>
          <TimeBar hasTrack self={fraction} />
        </li>
      ))}
    </ul>
  )
}
