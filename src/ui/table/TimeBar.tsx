// A bar for a share of time: what is certain is solid, self time first; what was passed on under an assumption is hatched.
// One element, for tables have hundreds of them.
import type { CSSProperties } from 'react'
import styles from './time-bar.module.css'

export const BAR_WORDS =
  'Solid is certain: self time, then what runs below this function only. Hatched is an estimate, or in a cycle what is possible.'

export function TimeBar({
  self,
  total = 0,
  certain = 0,
  hasTrack = false,
}: {
  /** Shares of the whole length, 0–1. */
  readonly self: number
  readonly total?: number
  /** Of the total, 0–1. */
  readonly certain?: number
  /** Shows the whole length behind the bar. */
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

/** Finer than a pixel shows. Shorter bars, as most rows of a long table have, then look alike, and nothing is to be styled anew. */
function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10}%`
}
