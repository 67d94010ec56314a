// A bar for a share of time: what was measured is solid, what was passed on under an assumption is hatched.
import styles from './time-bar.module.css'

export function TimeBar({
  self,
  total,
  hasTrack = false,
}: {
  /** Shares of the whole length, 0–1. */
  readonly self: number
  readonly total?: number
  /** Shows the whole length behind the bar. */
  readonly hasTrack?: boolean
}) {
  const solid = `${self * 100}%`
  return (
    <span className={styles.track} data-track={hasTrack} aria-hidden="true">
      <span className={styles.self} style={{ width: solid }} />
      {total !== undefined && total > self && (
        <span className={styles.children} style={{ width: `${(total - self) * 100}%` }} />
      )}
    </span>
  )
}
