// The shapes that arcs are drawn as, from positions: curve and arrowhead, or a loop for direct recursion.
import { curveBetween, pointOn, type End } from '../../../workers/core/graph-layout/route.ts'
import type { DrawnArc } from '../../../workers/core/reports/node-link.ts'
import type { Positions } from './positions.ts'
import type { Scene } from './scene.ts'

export interface ArcShape {
  readonly path: string
  readonly head: string
  /** Where its count stands. */
  readonly labelX: number
  readonly labelY: number
}

/** Air between a mark and an arc's end. */
const AIR = 2

export function arcShape(scene: Scene, positions: Positions, arc: DrawnArc, index: number): ArcShape {
  const width = scene.arcWidths[index] ?? 1
  const head = 5.5 + width * 1.15
  const end = (node: number): End => ({
    x: positions.x[node] ?? 0,
    y: positions.y[node] ?? 0,
    radius: (scene.nodes[node]?.radius ?? 0) + AIR,
  })
  if (arc.kind === 'self') return loopShape(end(arc.parent), head)
  const bow = positions.bow[index] ?? 0
  const curve = curveBetween(end(arc.parent), end(arc.child), bow, head, arc.kind === 'cycle')
  const middle = pointOn(curve, 0.5)
  return {
    path: `M${at(curve.x0, curve.y0)}C${at(curve.x1, curve.y1)} ${at(curve.x2, curve.y2)} ${at(curve.x3, curve.y3)}`,
    head: headShape(curve.x3, curve.y3, Math.atan2(curve.y3 - curve.y2, curve.x3 - curve.x2), head),
    labelX: middle.x,
    labelY: middle.y,
  }
}

/** Out at the upper left and back in at the lower left: labels stand to the right. */
function loopShape({ x, y, radius }: End, head: number): ArcShape {
  const edge = radius * 0.72
  const out = radius + 22
  const [startX, startY] = [x - edge, y - edge]
  const [endX, endY] = [x - edge - head * 0.55, y + edge + head * 0.5]
  const angle = Math.atan2(-1, 1.2)
  return {
    path: `M${at(startX, startY)}C${at(x - out, y - out * 0.9)} ${at(x - out, y + out * 1.1)} ${at(endX, endY)}`,
    head: headShape(endX, endY, angle, head),
    labelX: x - out * 0.9,
    labelY: y,
  }
}

function headShape(x: number, y: number, angle: number, length: number): string {
  const half = length * 0.48
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corner = (along: number, across: number): string =>
    at(x + cos * along - sin * across, y + sin * along + cos * across)
  return `M${corner(0, -half)}L${corner(length, 0)}L${corner(0, half)}Z`
}

function at(x: number, y: number): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`
}
