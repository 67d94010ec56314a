// A bar for a share of time: the lower bound is solid, self time first; estimated time is hatched.
// A single element, because tables have hundreds.
import type { CSSProperties } from 'react'
import styles from './time-bar.module.css'

export function TimeBar({
  self,
  total = 0,
  certain = 0,
  hasTrack = false,
}: {
  /** Fractions of the whole length, 0–1. */
  readonly self: number
  readonly total?: number
  /** Lower bound of the total, 0–1. */
  readonly certain?: number
  /** Shows the full length behind the bar. */
  readonly hasTrack?: boolean
}) {
  const lengths = {
    '--self': percent(self),
    '--certain': percent(total * certain),
    '--total': percent(total),
  }
  return (
    <span className={styles.bar} data-track={hasTrack} aria-hidden="true" style={lengths as CSSProperties} />
  )
}

/**
 * Rounded to less than a pixel. Short bars, as in most rows of a long table, then have equal
 * styles, which need no recalculation.
 */
function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10}%`
}
