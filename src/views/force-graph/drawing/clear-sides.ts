// On which side of its mark a label stands. To the right, where the layout has left it room, unless arcs run behind it there and
// fewer do elsewhere: nothing is to be read through a line.
import { NONE } from '../../../../workers/core/base/brand.ts'
import type { LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import { loopHeight, LOOP_REACH, type ArcShape } from './arc-paths.ts'
import { hullShape } from './Hull.tsx'
import {
  BOLD,
  boxOf,
  isOver,
  labelHeight,
  labelLevel,
  marksOf,
  placesAround,
  widthAt,
  type Rectangle,
  type Surroundings,
} from './label-level.ts'
import type { Place, Positions } from './positions.ts'
import { loopsOf, type Scene } from '../scene/scene.ts'
import { badgeBox, placeStubs } from './stub-places.ts'

/** Of the layout's own scale, whatever the zoom: a label does not change sides as one comes nearer. */
const OWN = labelLevel(1)
/** Around a label that leaves its room. */
const AIR = 4

/** By node, the one of the places around its mark, if it is not the first. Labels in a cycle stay: its hull is drawn around them. */
export function clearSides(
  scene: Scene,
  style: LayoutStyle,
  positions: Positions,
  shapes: readonly ArcShape[],
): NonNullable<Surroundings['sides']> {
  const { nodes, nodeLink } = scene
  const height = labelHeight(OWN)
  const boxes = nodes.map((node, index) => {
    const around = placesAround(positions.x[index] ?? 0, positions.y[index] ?? 0, node.radius, height)
    return around.map((place) => boxOf(place, widthAt(node, true, place) * BOLD, height))
  })
  const labels = boxes.map(([own]) => own)
  const marks = marksOf(scene, positions)
  const others = [
    ...loopBoxes(scene, marks),
    ...placeStubs(scene, style, positions, OWN).flatMap((places) =>
      places.map((place) => badgeBox(place, OWN)),
    ),
    ...nodeLink.cycles.flatMap((cycle) => {
      const { box, labelBox } = hullShape(scene, positions, cycle, shapes, OWN, style)
      return [box, labelBox]
    }),
  ]
  const isFree = (box: Rectangle, of: number): boolean => {
    const wide = widened(box)
    const meets = (other: Rectangle | undefined, node?: number): boolean =>
      other !== undefined && node !== of && isOver(wide, other)
    return !labels.some(meets) && !marks.some(meets) && !others.some((other) => meets(other))
  }
  const arcs = boundArcs(shapes)
  const sides = new Map<number, number>()
  nodeLink.nodes.forEach(({ cycle }, node) => {
    const around = boxes[node] ?? []
    let least = cycle === NONE && around[0] ? arcsBehind(around[0], arcs).length : 0
    around.forEach((box, side) => {
      if (least === 0 || side === 0 || !isFree(box, node)) return
      const behind = arcsBehind(box, arcs).length
      if (behind >= least) return
      least = behind
      sides.set(node, side)
      labels[node] = box
    })
  })
  return sides
}

function loopBoxes({ nodeLink, nodes }: Scene, marks: readonly Rectangle[]): Rectangle[] {
  return [...loopsOf(nodeLink)].flatMap((node) => {
    const mark = marks[node]
    const reach = 1.5 * loopHeight(nodes[node]?.radius ?? 0)
    if (!mark) return []
    const middle = (mark.top + mark.bottom) / 2
    return [{ left: mark.left - LOOP_REACH, right: mark.left, top: middle - reach, bottom: middle + reach }]
  })
}

export interface BoundArc {
  readonly points: readonly Place[]
  readonly bounds: Rectangle
}

export function boundArcs(shapes: readonly ArcShape[]): readonly BoundArc[] {
  return shapes.map(({ points }) => ({ points, bounds: boundsOf(points) }))
}

function boundsOf(points: readonly Place[]): Rectangle {
  const [x, y] = [points.map((point) => point.x), points.map((point) => point.y)]
  return { left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y) }
}

/** Their numbers. */
export function arcsBehind(box: Rectangle, arcs: readonly BoundArc[]): readonly number[] {
  const behind: number[] = []
  for (const [index, { points, bounds }] of arcs.entries()) {
    const runsBehind = (point: Place, at: number): boolean => {
      const before = points[at - 1]
      return before !== undefined && runsThrough(before, point, box)
    }
    if (isOver(box, bounds) && points.some(runsBehind)) behind.push(index)
  }
  return behind
}

/** Whether part of a straight line is within. */
function runsThrough(from: Place, to: Place, { left, top, right, bottom }: Rectangle): boolean {
  if (Math.max(from.x, to.x) < left || Math.min(from.x, to.x) > right) return false
  if (Math.max(from.y, to.y) < top || Math.min(from.y, to.y) > bottom) return false
  // It passes by a corner unless corners lie on both of its sides.
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const sideOf = (x: number, y: number): number => Math.sign(dx * (y - from.y) - dy * (x - from.x))
  const first = sideOf(left, top)
  return sideOf(right, top) !== first || sideOf(left, bottom) !== first || sideOf(right, bottom) !== first
}

function widened({ left, top, right, bottom }: Rectangle): Rectangle {
  return { left: left - AIR, top: top - AIR, right: right + AIR, bottom: bottom + AIR }
}
