// What the bars and boxes mean, and what they rest on.
import type { Direction } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import styles from './call-tree.module.css'

export function Legend({
  direction,
  isIcicle,
}: {
  readonly direction: Direction
  readonly isIcicle: boolean
}) {
  return (
    <footer className={styles.legend}>
      <p>
        {isIcicle ? 'Widths are' : 'Times along a path are'} gprof’s assumption: every call of a function
        costs the same.
      </p>
      <ul className={styles.keys} aria-label="Legend">
        <li>
          <span className={`${styles.swatch} ${isIcicle ? styles.boxCertain : styles.certainChildren}`} />
          certain
        </li>
        <li>
          <span className={`${styles.swatch} ${isIcicle ? styles.boxAssumed : styles.assumedChildren}`} />
          assumed
        </li>
        {/* Callers have it in their bars only: a box of theirs is all time that came by their way. */}
        {(direction === 'callees' || !isIcicle) && (
          <li>
            <span className={`${styles.swatch} ${styles.certainSelf}`} />
            {direction === 'callees' ? 'self' : 'self, of the first row'}
          </li>
        )}
      </ul>
    </footer>
  )
}
