// The geometry of the hull of an open cycle.
import { type Box, boxAround } from '../../../workers/core/graph-layout/boxes.ts'
import { hullAround, type Point, roundedPath } from '../../../workers/core/graph-layout/hulls.ts'
import { cycleLabels } from '../../../workers/core/reports/graph/drawing-text.ts'
import type { DrawnCycle } from '../../../workers/core/reports/graph/drawing.ts'
import { type ArcShape, LOOP_REACH } from './arc-shapes.ts'
import { badgeOf } from './badges.ts'
import type { LabelLevel, Rectangle, Surroundings } from './labels.ts'
import { bendsOf, type Place, type Positions } from './positions.ts'
import { type Scene, sidesOf } from './scene.ts'
import { textWidth } from './text-width.ts'

const PAD = 9
const ROUND = 14
export const FONT = 12
/** Distance between a cycle's label and its stub. */
const STUB_GAP = 6
/** Width of the button that closes the cycle, with its distance from the label. */
const TOGGLE = 20

/** The outline of a cycle and the place of its label. */
export interface HullShape {
  readonly path: string
  readonly corners: readonly Point[]
  readonly box: Rectangle
  readonly label: string
  /** The middle of the button that closes the cycle. */
  readonly toggle: Place
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
  scene: Scene,
  positions: Positions,
  cycle: DrawnCycle,
  arcs: readonly ArcShape[],
  { scale, hasFigures }: LabelLevel,
): HullShape {
  const { shape, nodeLink, nodes, loops, cycleColours } = scene
  const { x, y } = positions
  const boxes = cycle.members.map((member) => {
    const { halfWidth = 0, halfHeight = 0 } = nodes[member] ?? {}
    const reach = Math.max(halfHeight, shape === 'box' ? 0 : 14)
    return {
      x: x[member] ?? 0,
      y: y[member] ?? 0,
      left: halfWidth + (loops.has(member) ? LOOP_REACH : shape === 'box' ? 0 : 6),
      right: sidesOf(scene, member).right,
      up: reach,
      down: reach,
    }
  })
  const held = [...boxes, ...placesOfBack(scene, cycle, arcs)]
  const hull = hullAround(
    shape === 'box' ? [boxAround(withBends(held, scene, positions, cycle), 0, 0)] : held,
    PAD,
  )
  const ends = (at: 0 | 1): [number, number] => {
    const places = hull.map((point) => point[at])
    return [Math.min(...places), Math.max(...places)]
  }
  const [[left, right], [top, bottom]] = [ends(0), ends(1)]
  const upper = hull.filter((point) => point[1] < top + 1).map((point) => point[0])
  // Bold text.
  const widthOf = (text: string): number => 1.08 * textWidth(text, FONT * scale)
  const labels = cycleLabels(nodeLink, cycle)
  const label = labels.find((text) => widthOf(text) + TOGGLE * scale <= right - left) ?? labels.at(-1) ?? ''
  const stub =
    cycle.membersLeftOut === 0 || !hasFigures
      ? 0
      : (badgeOf('members', cycle.membersLeftOut).width + STUB_GAP) * scale
  const width = widthOf(label) + TOGGLE * scale + stub
  const labelY = top - 4
  const labelX = clearOf(arcs, [Math.min(...upper) + 4, Math.max(...upper) - width - 4], width, labelY)
  return {
    path: roundedPath(hull, ROUND),
    corners: hull,
    box: { left, top, right, bottom },
    label,
    labelX,
    labelBox: { left: labelX, right: labelX + width, top: labelY - FONT * scale, bottom: labelY + 3 },
    labelY,
    stub: { x: labelX + width, y: labelY - 4 * scale },
    toggle: { x: labelX + widthOf(label) + (TOGGLE - 8) * scale, y: labelY - 4 * scale },
    colour: cycleColours.get(cycle.cycle),
  }
}

/** Returns points of the arcs that lead back, which pass the members at the side. */
function placesOfBack({ nodeLink }: Scene, { members }: DrawnCycle, arcs: readonly ArcShape[]): Box[] {
  const own = new Set(members)
  return nodeLink.arcs.flatMap(({ parent, isBack }, index) =>
    isBack && own.has(parent)
      ? (arcs[index]?.points ?? []).map(({ x, y }) => ({ x, y, left: 0, right: 0, up: 0, down: 0 }))
      : [],
  )
}

/** Adds the bends of arcs of members, which the layout keeps between the rows of the cycle. */
function withBends(boxes: readonly Box[], { nodeLink }: Scene, places: Positions, cycle: DrawnCycle): Box[] {
  const { up, down, y } = boxAround(boxes, 0, 0)
  const members = new Set(cycle.members)
  const bends = nodeLink.arcs.flatMap(({ parent, child, kind }, index) => {
    if (!members.has(parent) && !members.has(child)) return []
    if (kind !== 'cycle' && (places.y[child] ?? 0) < (places.y[parent] ?? 0)) return []
    return bendsOf(places, index, parent, child).filter((bend) => bend.y > y - up && bend.y < y + down)
  })
  return [...boxes, ...bends.map((bend) => ({ ...bend, left: 0, right: 0, up: 0, down: 0 }))]
}

/** Returns the corners of the hull around each member of a cycle. */
export function hullsByNode(
  { nodeLink }: Scene,
  hulls: readonly HullShape[],
): NonNullable<Surroundings['hulls']> {
  return new Map(
    nodeLink.cycles.flatMap(({ members }, at) =>
      members.map((member): [number, readonly Point[]] => [member, hulls[at]?.corners ?? []]),
    ),
  )
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
