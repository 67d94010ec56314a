// How long each run took, the longest first.
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { LongList } from '../../ui/LongList.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import type { Run, Runs } from './runs.ts'
import names from '../../ui/long-name.module.css'
import styles from './details.module.css'

const SHOWN = 6

export function RunList({ runs, spread }: Runs) {
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(runs.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <LongList items={runs} shown={SHOWN} Line={RunLine} />
    </section>
  )
}

function RunLine({ item: { name, detail, time, fraction } }: { readonly item: Run }) {
  return (
    <li className={styles.relative} title={detail}>
      <span className={names.plain}>{name}</span>
      <span className={styles.run}>{time}</span>
      <TimeBar hasTrack self={fraction} />
    </li>
  )
}
