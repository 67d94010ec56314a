// An arc that is cut: a thin broken line where it ran, that can still be pointed at.
import type { ArcShape } from './arc-paths.ts'
import styles from './drawing.module.css'

export function CutMark({ shape, index }: { readonly shape: ArcShape; readonly index: number }) {
  return (
    <g className={styles.cutArc}>
      <path className={styles.line} d={shape.path} />
      <path className={styles.head} d={shape.head} />
      <path className={styles.reach} d={shape.path} data-arc={index} />
    </g>
  )
}
