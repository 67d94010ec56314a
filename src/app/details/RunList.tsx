// How long each run took, the longest first.
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { RunLines } from './RunLines.tsx'
import type { Runs } from './runs.ts'
import styles from './details.module.css'

export function RunList({ runs, spread }: Runs) {
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(runs.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <RunLines runs={runs} />
    </section>
  )
}
