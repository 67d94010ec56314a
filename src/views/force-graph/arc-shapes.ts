// The shapes of arcs: a curve with an arrowhead, or a loop for direct recursion.
import {
  type Curve,
  curveBetween,
  type End,
  pointOn,
} from '../../../workers/core/graph-layout/link-curves.ts'
import { curvesThrough } from '../../../workers/core/graph-layout/bend-curves.ts'
import type { DrawnArc } from '../../../workers/core/reports/graph/drawing.ts'
import type { DrawnCut } from '../../../workers/core/reports/graph/drawn-cuts.ts'
import { bendsOf, type Place, type Positions } from './positions.ts'
import type { Scene } from './scene.ts'

/** The shape of an arc, as SVG path data. */
export interface ArcShape {
  readonly path: string
  readonly head: string
  /** Places for its count, best first; of a loop, where the count may end. */
  readonly labelPoints: readonly Place[]
  /** Some points on it, for code that looks for free space. */
  readonly points: readonly Place[]
}

const CUT_HEAD = 6.5
const CUT_BOW = 0.12
/** Gap between a mark and an arc's end. */
const ARC_AIR = 2
/** Least length of an arc between two boxes, without its head. */
const LEAST_RUN = 4
const LABEL_SPOTS = [0.5, 0.56, 0.44, 0.62, 0.38, 0.68, 0.32, 0.74, 0.26, 0.8, 0.2, 0.85]
const SAMPLES = Array.from({ length: 17 }, (_, step) => step / 16)

function arcShape(scene: Scene, positions: Positions, arc: DrawnArc, index: number): ArcShape {
  const width = scene.arcWidths[index] ?? 1
  const head = 5.5 + width * 1.15
  const end = endOf(scene, positions)
  if (arc.kind === 'self') return loopShape(end(arc.parent), head)
  const [from, to] = [end(arc.parent), end(arc.child)]
  const bends = bendsOf(positions, index, arc.parent, arc.child)
  const bow = positions.bow[index] ?? 0
  const isThrough = bends.length > 0 || (bow === 0 && isBoxAbove(from, to, head))
  const curves = isThrough
    ? curvesThrough(from, bends, to, head)
    : [curveBetween(from, to, bow, head, arc.kind === 'cycle')]
  return shapeOf(curves, head)
}

/** Whether an arc has room to lead down from one box to another. */
function isBoxAbove(from: End, to: End, head: number): boolean {
  return from.halfWidth !== undefined && to.y - to.radius - from.y - from.radius > head + LEAST_RUN
}

function endOf(scene: Scene, { x, y }: Positions): (node: number) => End {
  return (node) => {
    const { halfWidth = 0, halfHeight = 0 } = scene.nodes[node] ?? {}
    return {
      x: x[node] ?? 0,
      y: y[node] ?? 0,
      radius: halfHeight + ARC_AIR,
      ...(scene.shape === 'box' ? { halfWidth: halfWidth + ARC_AIR } : {}),
    }
  }
}

function shapeOf(curves: readonly Curve[], head: number): ArcShape {
  const [first, last] = [curves[0], curves.at(-1)]
  if (!first || !last) return { path: '', head: '', labelPoints: [], points: [] }
  const on = (t: number): Place => {
    const whole = Math.min(curves.length - 1, Math.floor(t * curves.length))
    return pointOn(curves[whole] ?? first, t * curves.length - whole)
  }
  const parts = curves.map(
    (c) => `C${pointText(c.x1, c.y1)} ${pointText(c.x2, c.y2)} ${pointText(c.x3, c.y3)}`,
  )
  const { x2, y2, x3, y3 } = last
  return {
    path: `M${pointText(first.x0, first.y0)}${parts.join('')}`,
    head: headShape(x3, y3, Math.atan2(y3 - y2, x3 - x2), head),
    labelPoints: LABEL_SPOTS.map(on),
    points: SAMPLES.map(on),
  }
}

/**
 * Returns the shape of a removed arc: thin, on the side away from an arc in the other direction.
 */
export function cutShape(scene: Scene, positions: Positions, { parent, child }: DrawnCut): ArcShape {
  const end = endOf(scene, positions)
  if (parent === child) return loopShape(end(parent), CUT_HEAD)
  return shapeOf([curveBetween(end(parent), end(child), CUT_BOW, CUT_HEAD, false)], CUT_HEAD)
}

/** Returns the shapes of all arcs that are not removed, in their order. */
export function arcShapes(scene: Scene, positions: Positions): readonly ArcShape[] {
  return scene.nodeLink.arcs.map((arc, index) => arcShape(scene, positions, arc, index))
}

/** Returns the shape of an arc by its number among all arcs, including removed ones. */
export function shapeAt(scene: Scene, positions: Positions, index: number): ArcShape {
  const drawn = scene.nodeLink.arcs[index]
  if (drawn) return arcShape(scene, positions, drawn, index)
  const cut = scene.cuts[index - scene.nodeLink.arcs.length]
  return cut ? cutShape(scene, positions, cut) : shapeOf([], 0)
}

/** Returns the middle of an arc, see `shapeAt`. */
export function middleOf(scene: Scene, positions: Positions, index: number): Place {
  return shapeAt(scene, positions, index).labelPoints[0] ?? { x: 0, y: 0 }
}

/**
 * Largest arrowhead of a loop relative to its height: a longer one would cover the loop of a small
 * mark.
 */
const LOOP_HEAD = 0.9
/** How far a loop extends from its mark. Labels are to the right of marks, loops to the left. */
export const LOOP_REACH = 20
/** Returns the height of a loop at a mark of this radius, or half this height. */
export function loopHeight(radius: number): number {
  return Math.max(5, radius * 0.5)
}

function loopShape({ x, y, radius, halfWidth }: End, most: number): ArcShape {
  const half = loopHeight(radius)
  const head = Math.min(most, half * LOOP_HEAD)
  const edge = halfWidth ?? Math.sqrt(Math.max(0, radius * radius - half * half * 0.6))
  const out = (halfWidth ?? radius) + LOOP_REACH * 1.3
  const [endX, endY] = [x - edge - head * 0.85, y + half * 0.8 + head * 0.25]
  return {
    path: `M${pointText(x - edge, y - half * 0.75)}C${pointText(x - out, y - half * 2.4)} ${pointText(x - out, y + half * 2.6)} ${pointText(endX, endY)}`,
    head: headShape(endX, endY, -0.28, head),
    labelPoints: [{ x: x - (halfWidth ?? radius) - LOOP_REACH, y }],
    points: [],
  }
}

function headShape(x: number, y: number, angle: number, length: number): string {
  const half = length * 0.48
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corner = (along: number, across: number): string =>
    pointText(x + cos * along - sin * across, y + sin * along + cos * across)
  return `M${corner(0, -half)}L${corner(length, 0)}L${corner(0, half)}Z`
}

function pointText(x: number, y: number): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`
}
