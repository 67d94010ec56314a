// A difference as a bar from the middle: to the left what is less, to the right what is more.
import type { CSSProperties } from 'react'
import styles from './compare.module.css'

export function ChangeBar({
  part,
  isChance,
}: {
  /** Of the longest bar, −1–1. */
  readonly part: number
  readonly isChance: boolean
}) {
  const length = `${Math.round(Math.min(1, Math.abs(part)) * 500) / 10}%`
  return (
    <span
      className={styles.bar}
      aria-hidden="true"
      data-direction={part < 0 ? 'less' : 'more'}
      data-chance={isChance}
      style={{ '--length': length } as CSSProperties}
    />
  )
}
