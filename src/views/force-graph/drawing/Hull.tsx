// A cycle: its filled outline behind everything, and the group with its name that holds its
// members.
import type { ReactNode } from 'react'
import { boxAround, hullAround, roundedPath } from '../../../../workers/core/graph-layout/boxes.ts'
import type { LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import type { DrawnCycle } from '../../../../workers/core/reports/graph/node-link.ts'
import { cycleLabels } from '../../../../workers/core/reports/graph/drawing-text.ts'
import { type ArcShape, LOOP_REACH } from './arc-paths.ts'
import { badgeOf } from './stub-badges.ts'
import type { LabelLevel, Rectangle } from './place-labels.ts'
import { LABEL_GAP, loopsOf, type Scene, textWidth } from '../scene.ts'
import type { Place, Positions } from './positions.ts'
import styles from './drawing.module.css'

const PAD = 9
const ROUND = 14
const FONT = 12
/** Distance between a cycle's label and its stub. */
const STUB_GAP = 6

/** The outline of a cycle and the place of its label. */
export interface HullShape {
  readonly path: string
  readonly box: Rectangle
  readonly label: string
  /** The label's left end and baseline. */
  readonly labelX: number
  readonly labelY: number
  readonly labelBox: Rectangle
  /** Right end of the stub for the omitted members. */
  readonly stub: Place
  readonly colour: number | undefined
}

/** Returns the outline of a cycle, and a place for its label with few arcs behind it. */
export function hullShape(
  { nodeLink, nodes, cycleColours }: Scene,
  { x, y }: Positions,
  cycle: DrawnCycle,
  arcs: readonly ArcShape[],
  { scale, hasFigures }: LabelLevel,
  style: LayoutStyle,
): HullShape {
  const loops = loopsOf(nodeLink)
  const boxes = cycle.members.map((member) => {
    const { radius = 0, label } = nodes[member] ?? {}
    const reach = Math.max(radius, 14)
    return {
      x: x[member] ?? 0,
      y: y[member] ?? 0,
      left: radius + (loops.has(member) ? LOOP_REACH : 6),
      right: radius + LABEL_GAP + (label?.withFigures ?? 0),
      up: reach,
      down: reach,
    }
  })
  const hull = hullAround(style === 'layered' ? [boxAround(boxes, 0, 0)] : boxes, PAD)
  const ends = (at: 0 | 1): [number, number] => {
    const places = hull.map((point) => point[at])
    return [Math.min(...places), Math.max(...places)]
  }
  const [[left, right], [top, bottom]] = [ends(0), ends(1)]
  const upper = hull.filter((point) => point[1] < top + 1).map((point) => point[0])
  // Bold text.
  const widthOf = (text: string): number => 1.08 * textWidth(text, FONT * scale)
  const labels = cycleLabels(nodeLink, cycle)
  const label = labels.find((text) => widthOf(text) <= right - left) ?? labels.at(-1) ?? ''
  const stub =
    cycle.membersLeftOut === 0 || !hasFigures
      ? 0
      : (badgeOf('members', cycle.membersLeftOut).width + STUB_GAP) * scale
  const width = widthOf(label) + stub
  const labelY = top - 4
  const labelX = clearOf(arcs, [Math.min(...upper) + 4, Math.max(...upper) - width - 4], width, labelY)
  return {
    path: roundedPath(hull, ROUND),
    box: { left, top, right, bottom },
    label,
    labelX,
    labelBox: { left: labelX, right: labelX + width, top: labelY - FONT * scale, bottom: labelY + 3 },
    labelY,
    stub: { x: labelX + width, y: labelY - 4 * scale },
    colour: cycleColours.get(cycle.cycle),
  }
}

/**
 * Returns the first of several left ends, and those between, with the fewest arcs behind the text.
 */
function clearOf(
  arcs: readonly ArcShape[],
  ends: readonly [number, number],
  width: number,
  baseline: number,
): number {
  const behind = arcs.flatMap(({ points }) =>
    points.filter(({ y }) => y > baseline - 16 && y < baseline + 6).map(({ x }) => x),
  )
  let best = ends[0]
  let least = Infinity
  for (const share of [0, 1, 0.5, 0.25, 0.75]) {
    const left = ends[0] + (ends[1] - ends[0]) * share
    const count = behind.filter((x) => x > left - 6 && x < left + width + 6).length
    if (count < least) {
      least = count
      best = left
    }
  }
  return best
}

export function HullFill({ shape }: { readonly shape: HullShape }) {
  return <path className={styles.hullFill} data-colour={shape.colour} d={shape.path} />
}

export function Hull({
  cycle,
  shape,
  scale,
  children,
}: {
  readonly cycle: DrawnCycle
  readonly shape: HullShape
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
        {shape.label}
      </text>
      {children}
    </g>
  )
}
