// The mark of a cycle that is drawn as one node: sheets behind it, as its members lie below it.
import { BOX_ROUND, type SceneNode } from './scene.ts'
import styles from './drawing.module.css'

/** Distance of the two sheets, in drawing units. */
const SHEETS = [3.5, 7] as const

export function ClosedMark({ node, isBox }: { readonly node: SceneNode; readonly isBox: boolean }) {
  const { radius, halfWidth, halfHeight } = node
  return (
    <g className={styles.sheets}>
      {SHEETS.toReversed().map((by) =>
        isBox ? (
          <rect
            key={by}
            x={-halfWidth + by}
            y={-halfHeight + by}
            width={2 * halfWidth}
            height={2 * halfHeight}
            rx={BOX_ROUND}
          />
        ) : (
          <circle key={by} r={radius + by} />
        ),
      )}
    </g>
  )
}
