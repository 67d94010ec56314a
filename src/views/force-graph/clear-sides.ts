// The side of its mark on which a label is placed: that with the fewest arcs behind it.
import { NONE } from '../../../workers/core/base/columns.ts'
import { type ArcShape, LOOP_REACH, loopHeight } from './arc-shapes.ts'
import { badgeBox, placeStubs } from './badges.ts'
import { hullShape } from './hull-shape.ts'
import {
  boxOf,
  isOver,
  labelHeight,
  labelLevel,
  marksOf,
  NO_SIDES,
  placesAround,
  type Rectangle,
  type Surroundings,
  widthAt,
} from './labels.ts'
import type { Place, Positions } from './positions.ts'
import { BOLD, type Scene } from './scene.ts'

/** At the layout's own scale, whatever the zoom: a label does not change sides on zooming. */
const OWN = labelLevel(1)
/** Gap around a label outside its reserved room. */
const AIR = 4

/**
 * Returns by node the index of its label's place around the mark, if it is not the first. Labels in
 * a cycle stay, because its hull is drawn around them.
 */
export function clearSides(
  scene: Scene,
  positions: Positions,
  shapes: readonly ArcShape[],
): NonNullable<Surroundings['sides']> {
  const { nodes, nodeLink } = scene
  if (scene.shape === 'box') return NO_SIDES
  const height = labelHeight(OWN)
  const boxes = nodes.map((node, index) => {
    const around = placesAround(positions.x[index] ?? 0, positions.y[index] ?? 0, node.radius, height)
    return around.map((place) => boxOf(place, widthAt(node, true, place) * BOLD, height))
  })
  const labels = boxes.map(([own]) => own)
  const marks = marksOf(scene, positions)
  const others = [
    ...loopBoxes(scene, marks),
    ...placeStubs(scene, positions, OWN).flatMap((places) => places.map((place) => badgeBox(place, OWN))),
    ...nodeLink.cycles.flatMap((cycle) => {
      const { box, labelBox } = hullShape(scene, positions, cycle, shapes, OWN)
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

function loopBoxes({ loops, nodes }: Scene, marks: readonly Rectangle[]): Rectangle[] {
  return [...loops].flatMap((node) => {
    const mark = marks[node]
    const reach = 1.5 * loopHeight(nodes[node]?.radius ?? 0)
    if (!mark) return []
    const middle = (mark.top + mark.bottom) / 2
    return [{ left: mark.left - LOOP_REACH, right: mark.left, top: middle - reach, bottom: middle + reach }]
  })
}

/** An arc's points with their bounding box. */
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

/** Returns the numbers of the arcs behind a box. */
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

/** Whether a straight line crosses the box. */
function runsThrough(from: Place, to: Place, { left, top, right, bottom }: Rectangle): boolean {
  if (Math.max(from.x, to.x) < left || Math.min(from.x, to.x) > right) return false
  if (Math.max(from.y, to.y) < top || Math.min(from.y, to.y) > bottom) return false
  // The line misses the box unless corners lie on both of its sides.
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const sideOf = (x: number, y: number): number => Math.sign(dx * (y - from.y) - dy * (x - from.x))
  const first = sideOf(left, top)
  return sideOf(right, top) !== first || sideOf(left, bottom) !== first || sideOf(right, bottom) !== first
}

function widened({ left, top, right, bottom }: Rectangle): Rectangle {
  return { left: left - AIR, top: top - AIR, right: right + AIR, bottom: bottom + AIR }
}
