// A cycle: its filled outline behind everything, and the group that is named after it and holds its members.
import type { ReactNode } from 'react'
import { hullAround, roundedPath } from '../../../workers/core/graph-layout/hull.ts'
import type { DrawnCycle, NodeLink } from '../../../workers/core/reports/node-link.ts'
import { cycleFigures } from '../../../workers/core/reports/node-link-text.ts'
import styles from './force-graph.module.css'
import type { Positions } from './positions.ts'
import { LABEL_GAP, type Scene } from './scene.ts'

const PAD = 9
const ROUND = 14
/** Neighbouring cycles differ in colour; all are told by name. */
const COLOURS = 5
const FONT = 12

export interface HullShape {
  readonly path: string
  readonly labelX: number
  readonly labelY: number
  readonly colour: number
}

export function hullShape({ nodes }: Scene, { x, y }: Positions, cycle: DrawnCycle): HullShape {
  const boxes = cycle.members.map((member) => {
    const { radius = 0, labelWidth = 0 } = nodes[member] ?? {}
    const reach = Math.max(radius, 14)
    return {
      x: x[member] ?? 0,
      y: y[member] ?? 0,
      left: radius + 6,
      right: radius + LABEL_GAP + labelWidth,
      up: reach,
      down: reach,
    }
  })
  const hull = hullAround(boxes, PAD)
  const top = Math.min(...hull.map((point) => point[1]))
  const left = Math.min(...hull.filter((point) => point[1] < top + 1).map((point) => point[0]))
  return {
    path: roundedPath(hull, ROUND),
    labelX: left + ROUND,
    labelY: top - 4,
    colour: cycle.cycle % COLOURS,
  }
}

export function HullFill({ shape }: { readonly shape: HullShape }) {
  return <path className={styles.hullFill} data-colour={shape.colour} d={shape.path} />
}

export function Hull({
  cycle,
  shape,
  nodeLink,
  scale,
  children,
}: {
  readonly cycle: DrawnCycle
  readonly shape: HullShape
  readonly nodeLink: NodeLink
  readonly scale: number
  readonly children: ReactNode
}) {
  return (
    <g
      role="group"
      aria-label={`cycle ${cycle.cycle + 1}`}
      className={styles.cycle}
      data-colour={shape.colour}
    >
      <path className={styles.hull} d={shape.path} />
      <text
        className={styles.hullLabel}
        x={shape.labelX}
        y={shape.labelY}
        fontSize={FONT * scale}
        aria-hidden="true"
      >
        {cycleFigures(nodeLink, cycle)}
      </text>
      {children}
    </g>
  )
}
