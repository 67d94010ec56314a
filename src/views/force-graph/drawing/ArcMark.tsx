// One arc: a curve as wide as the time it passes, its arrowhead, and its count of calls where that is asked for.
import { memo } from 'react'
import type { DrawnArc } from '../../../../workers/core/reports/node-link/node-link.ts'
import { arcFigures } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import type { ArcShape } from './arc-paths.ts'
import { COUNT_SIZE } from './count-places.ts'
import styles from './drawing.module.css'

export const ArcMark = memo(function ArcMark({
  arc,
  index,
  shape,
  width,
  colour,
  isStrong,
  isCopy,
  presence,
}: {
  readonly arc: DrawnArc
  readonly index: number
  readonly shape: ArcShape
  readonly width: number
  /** Its cycle's, inside one. */
  readonly colour: number | undefined
  readonly isStrong: boolean
  /** Drawn above the others while they step back; what is pointed at is the arc itself. */
  readonly isCopy: boolean
  /** How far it steps forward, 0–1. */
  readonly presence: number
}) {
  return (
    <g
      className={styles.arc}
      data-kind={arc.kind}
      data-colour={colour}
      data-hot={arc.isHot || undefined}
      data-strong={isStrong}
      opacity={presence < 1 ? presence.toFixed(2) : undefined}
    >
      <path
        className={styles.line}
        d={shape.path}
        strokeWidth={width}
        data-dash={arc.count === 0 ? 'uncounted' : arc.kind === 'cycle' ? 'cycle' : undefined}
      />
      <path className={styles.head} d={shape.head} />
      {!isCopy && <path className={styles.reach} d={shape.path} data-arc={index} />}
    </g>
  )
})

export function ArcCount({
  arc,
  x,
  y,
  scale,
}: {
  readonly arc: DrawnArc
  readonly x: number
  readonly y: number
  readonly scale: number
}) {
  return (
    <text className={styles.count} x={x} y={y} fontSize={COUNT_SIZE * scale} dy="0.32em">
      {arcFigures(arc)}
    </text>
  )
}
