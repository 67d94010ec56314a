// How long the runs took: how far they are apart and the longest; the view has all of them.
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { RunsLink } from '../runs/RunsLink.tsx'
import { RunLines } from './RunLines.tsx'
import type { RunLines as Lines } from './runs.ts'
import styles from './details.module.css'

const SHOWN = 4

export function RunList({ lines, spread }: Lines) {
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(lines.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <RunLines lines={lines.slice(0, SHOWN)} />
      <RunsLink className={styles.all}>
        {lines.length > SHOWN ? `All ${formatCount(lines.length)}` : 'All'} in the view Runs
      </RunsLink>
    </section>
  )
}
