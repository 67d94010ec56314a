// Places labels beside their marks and counts along their arcs, where they cover nothing and have
// the fewest arcs behind them.
import { NONE } from '../../../../workers/core/base/columns.ts'
import type { LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import { type ArcShape, LOOP_REACH, loopHeight } from './arc-paths.ts'
import { hullShape } from './Hull.tsx'
import {
  BOLD,
  boxOf,
  EVERYWHERE,
  isOver,
  labelHeight,
  labelLevel,
  type LabelLevel,
  type LabelPlace,
  marksOf,
  placesAround,
  type Rectangle,
  type Surroundings,
  widthAt,
} from './place-labels.ts'
import type { Place, Positions } from './positions.ts'
import { loopsOf, type Scene, textWidth } from '../scene.ts'
import { badgeBox, placeStubs } from './stub-badges.ts'
import { arcFigures } from '../../../../workers/core/reports/graph/drawing-text.ts'

// The side of its mark on which a label is placed: to the right, where the layout reserves room,
// unless fewer arcs run behind it elsewhere. Text over a line is hard to read.

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

/** An arc's points with their bounding box. */
export interface BoundArc {
  readonly points: readonly Place[]
  readonly bounds: Rectangle
}

function boundArcs(shapes: readonly ArcShape[]): readonly BoundArc[] {
  return shapes.map(({ points }) => ({ points, bounds: boundsOf(points) }))
}

function boundsOf(points: readonly Place[]): Rectangle {
  const [x, y] = [points.map((point) => point.x), points.map((point) => point.y)]
  return { left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y) }
}

/** Returns the numbers of the arcs behind a box. */
function arcsBehind(box: Rectangle, arcs: readonly BoundArc[]): readonly number[] {
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

// Places of call counts along their arcs: where they cover no label, badge, mark or other count,
// else nowhere; of those, where the fewest arcs run behind them.

/** Font size of counts, in pixels at scale 1. */
export const COUNT_SIZE = 10.5

/** The centre of an arc's count. */
export interface CountPlace {
  readonly arc: number
  readonly x: number
  readonly y: number
}

/**
 * Weight of an arc behind a count if its own count is shown as well: the count could belong to
 * either.
 */
const ASKED = 3
/**
 * Above this number of pairs of counts and arcs the search is skipped: it would be slow, and with
 * so many arcs no place is better.
 */
const MOST_PAIRS = 50_000

/**
 * Places counts along their arcs. The heaviest arcs choose first; of equal places the one nearest
 * to the middle wins. A loop's count ends at the loop, if the frame has room for it there.
 */
export function placeCounts(
  { nodeLink, nodes }: Scene,
  labels: ReadonlyMap<number, LabelPlace>,
  shapes: readonly ArcShape[],
  asked: ReadonlySet<number>,
  level: LabelLevel,
  { occupied = [], frame = EVERYWHERE }: Surroundings,
): readonly CountPlace[] {
  const height = COUNT_SIZE * level.scale * 1.2
  const taken = [...occupied]
  for (const [node, place] of labels) {
    const across = widthAt(nodes[node], level.hasFigures, place) * level.scale
    taken.push(boxOf(place, across, labelHeight(level)))
  }
  const arcs = boundArcs(asked.size * shapes.length > MOST_PAIRS ? [] : shapes)
  const placed: CountPlace[] = []
  for (const index of [...asked].toSorted((a, b) => b - a)) {
    const [arc, shape] = [nodeLink.arcs[index], shapes[index]]
    if (!arc || !shape) continue
    // With a margin at both ends: the actual font may be wider than the estimate.
    const width = textWidth(arcFigures(arc), COUNT_SIZE * level.scale) + height / 2
    const isLoop = arc.kind === 'self'
    let least = Infinity
    let best: { readonly place: CountPlace; readonly box: Rectangle } | null = null
    for (const { x, y } of shape.labelPoints) {
      const place = { arc: index, x: isLoop ? Math.max(x - width / 2, frame.left + width / 2) : x, y }
      const box = boxOf({ ...place, anchor: 'middle' }, width, height)
      if (taken.some((other) => isOver(box, other))) continue
      let cost = 0
      for (const other of arcsBehind(box, arcs)) if (other !== index) cost += asked.has(other) ? ASKED : 1
      if (cost >= least) continue
      least = cost
      best = { place, box }
      if (cost === 0) break
    }
    if (best === null) continue
    taken.push(best.box)
    placed.push(best.place)
  }
  return placed
}
