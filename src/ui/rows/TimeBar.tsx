// A bar for a share of time: what was measured is solid, what was passed on under an assumption is hatched. One element, for
// tables have hundreds of them.
import type { CSSProperties } from 'react'
import styles from './time-bar.module.css'

export function TimeBar({
  self,
  total = 0,
  hasTrack = false,
}: {
  /** Shares of the whole length, 0–1. */
  readonly self: number
  readonly total?: number
  /** Shows the whole length behind the bar. */
  readonly hasTrack?: boolean
}) {
  const lengths = { '--self': `${self * 100}%`, '--total': total > self ? `${total * 100}%` : '0' }
  return (
    <span className={styles.bar} data-track={hasTrack} aria-hidden="true" style={lengths as CSSProperties} />
  )
}
