// Marks of boxes: a ring for a cycle, an arc back for recursion.
import styles from './flame.module.css'

/** A ring: functions that can all reach one another by calls. */
export function RingMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M9.7 4A4.2 4.2 0 1 0 10.2 6.6" />
      <path d="M10.4 1.6V4.2H7.8" />
    </svg>
  )
}

/** An arc that leads back: a function that calls itself. */
export function RecursionMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M2 9.5H7.2A2.8 2.8 0 0 0 7.2 3.8H3" />
      <path d="M5 1.8L3 3.8L5 5.8" />
    </svg>
  )
}
