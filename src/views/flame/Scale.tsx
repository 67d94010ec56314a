// The scale above the boxes.
import type { ScaleMark } from '../../../workers/core/reports/call-tree/icicle-window.ts'
import styles from './flame.module.css'

export function Scale({ marks, width }: { readonly marks: readonly ScaleMark[]; readonly width: number }) {
  return (
    <div className={styles.scale} style={{ width }} aria-hidden="true" title="Share of all recorded samples">
      {marks.map(({ left, text }, at) => (
        <span
          key={text}
          className={styles.scaleMark}
          data-last={at > 0 && left > width - 40}
          style={{ left }}
          data-text={text}
        />
      ))}
    </div>
  )
}
