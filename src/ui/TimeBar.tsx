// The bar of every table or list, as long as the number beside it.
import type { CSSProperties } from 'react'
import styles from './table.module.css'
import type { BarLengths } from './bar-lengths.ts'

export function TimeBar({
  total,
  self = total,
  certain = self,
  whisker = null,
  hasTrack = false,
}: BarLengths & {
  /** Shows the full length behind the bar. */
  readonly hasTrack?: boolean
}) {
  return (
    <span
      className={styles.bar}
      data-track={hasTrack}
      data-whisker={whisker !== null || undefined}
      aria-hidden="true"
      style={
        {
          '--self': percent(self),
          '--certain': percent(certain),
          '--total': percent(total),
          ...(whisker && { '--least': percent(whisker.least), '--most': percent(whisker.most) }),
        } as CSSProperties
      }
    />
  )
}

/**
 * Rounded to less than a pixel. Short bars, as in most rows of a long table, then have equal
 * styles, which need no recalculation.
 */
function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10}%`
}
