// Shapes of the graph and places beside them: arcs, cycles' hulls, badges for what is left out, and where
// names and counts go, clear of one another.
import type { ReactNode } from 'react'
import {
  type Curve,
  curveBetween,
  curvesThrough,
  type End,
  pointOn,
} from '../../../workers/core/graph-layout/link-curves.ts'
import type {
  DrawnArc,
  DrawnCut,
  DrawnCycle,
  NodeLink,
} from '../../../workers/core/reports/graph/node-link.ts'
import {
  badgeWidth,
  BOLD,
  bendsOf,
  FONT_SIZE,
  LABEL_GAP,
  LABEL_ROOM,
  loopsOf,
  type OpenStub,
  type Place,
  type Positions,
  type Scene,
  type SceneNode,
  sidesOf,
  textWidth,
} from './scene.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import {
  type Box,
  boxAround,
  hullAround,
  isInHull,
  type Point,
  roundedPath,
} from '../../../workers/core/graph-layout/boxes.ts'
import { arcFigures, cycleLabels } from '../../../workers/core/reports/graph/drawing-text.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import styles from './drawing.module.css'

// The shapes of arcs, computed from positions: a curve and an arrowhead, or a loop for direct
// recursion.

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
const LOOP_REACH = 20
/** Returns the height of a loop at a mark of this radius, or half this height. */
function loopHeight(radius: number): number {
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

// The labels to draw at a zoom, with size and place: never smaller on screen than legible.

/** Smallest size of a name on screen, in pixels. */
const LEAST_ON_SCREEN = 10.5
/** Zooming in makes room instead of larger text. */
const MOST_ON_SCREEN = 15
const STEP = 1.15

/** How labels are drawn at a zoom. */
export interface LabelLevel {
  /** Font size relative to the layout's own. */
  readonly scale: number
  /** Whether the second line fits. */
  readonly hasFigures: boolean
}

/**
 * Returns how labels are drawn at a zoom. In steps, so that zooming does not relayout all labels in
 * every frame.
 */
export function labelLevel(zoom: number): LabelLevel {
  const onScreen = FONT_SIZE * zoom
  const wanted = Math.min(MOST_ON_SCREEN, Math.max(LEAST_ON_SCREEN, onScreen)) / onScreen
  const step = Math.log(wanted) / Math.log(STEP)
  const scale = wanted === 1 ? 1 : STEP ** (step > 0 ? Math.ceil(step) : Math.floor(step))
  return { scale, hasFigures: scale < 1.2 }
}

/** The place of a label: its anchor, and its middle relative to the node's. */
export interface LabelPlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'end' | 'middle'
  /** What fits: the name without the number beside it, or a shorter name; undefined for all of it. */
  readonly form?: 'name' | 'brief'
}

/** A rectangle in drawing units. */
export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The obstacles for labels. */
export interface Surroundings {
  readonly occupied?: readonly Rectangle[]
  readonly frame?: Rectangle | undefined
  /** By node of a cycle, the corners of its hull, in which its label stays. */
  readonly hulls?: ReadonlyMap<number, readonly Point[]>
  /** By node, the index of its own place around the mark; the first for others. */
  readonly sides?: ReadonlyMap<number, number>
}

/** Least distance between two labels side by side, in pixels at scale 1: widths are estimates. */
const WORD_SPACE = 4

const NO_SIDES: ReadonlyMap<number, number> = new Map()
const NO_HULLS: ReadonlyMap<number, readonly Point[]> = new Map()
/** A frame without limits. */
const EVERYWHERE: Rectangle = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

/**
 * Returns the labels to draw beside discs, by node, in this priority: requested ones, the hottest, the hot
 * path, then the heaviest. Each is to the right, left, below or above its mark, unless it would cover a label
 * or mark there, leave its cycle's hull or leave the frame. A shorter name may fit where a name does not; if
 * it does not either, there is none, but the requested ones and the hottest are drawn in any case. At the
 * layout's own scale all labels fit to the right, or on the given side, and only those that leave the frame
 * need another place.
 */
export function placeLabels(
  scene: Scene,
  positions: Positions,
  { scale, hasFigures }: LabelLevel,
  wanted: ReadonlySet<number>,
  { occupied = [], frame = EVERYWHERE, sides = NO_SIDES, hulls = NO_HULLS }: Surroundings = {},
): ReadonlyMap<number, LabelPlace> {
  const { nodes, nodeLink, shape } = scene
  // A box contains its label.
  if (shape === 'box') return new Map()
  const x = (node: number): number => positions.x[node] ?? 0
  const y = (node: number): number => positions.y[node] ?? 0
  const placed = new Map<number, LabelPlace>()
  const taken: Rectangle[] = [...occupied]
  const later: (() => void)[] = []
  const height = labelHeight({ scale, hasFigures })
  const marks = marksOf(scene, positions)
  const hottest = hottestOf(nodeLink)
  const rank = (node: number): number =>
    wanted.has(node) ? 0 : node === hottest ? 1 : nodeLink.nodes[node]?.isHot ? 2 : 3
  const order = [...nodes.keys()].toSorted((a, b) => rank(a) - rank(b) || a - b)
  for (const node of order) {
    const { radius = 0 } = nodes[node] ?? {}
    // Some of the requested ones are bold.
    const size = scale * (wanted.has(node) ? BOLD : 1)
    const usual = placesAround(x(node), y(node), radius, height)
    const own = usual[sides.get(node) ?? 0] ?? usual[0]
    const around = [own, ...usual.filter((place) => place !== own)]
    const boxAt = (place: LabelPlace) => boxOf(place, widthAt(nodes[node], hasFigures, place) * size, height)
    const inForm = (form: LabelPlace['form']) =>
      around.map((place) => {
        const formed = form ? { ...place, form } : place
        return broughtInto(frame, formed, boxAt(formed))
      })
    const options = inForm(undefined)
    const isInSight = (place: LabelPlace): boolean => isWithin(boxAt(place), frame)
    const hull = hulls.get(node)
    const isFree = (place: LabelPlace, taker?: Rectangle): boolean => {
      const box = boxAt(place)
      const spaced = { ...box, left: box.left - WORD_SPACE * scale, right: box.right + WORD_SPACE * scale }
      return (
        isWithin(box, frame) &&
        (hull === undefined || isInHull(hull, box)) &&
        !taken.some((other) => other !== taker && isOver(spaced, other)) &&
        !marks.some((mark, other) => other !== node && isOver(box, mark))
      )
    }
    const isNeeded = wanted.has(node) || node === hottest
    const isOwnScale = scale <= LABEL_ROOM
    const otherwise = isNeeded ? (options.find(isInSight) ?? own) : isOwnScale ? own : undefined
    // Of two lines all is drawn; of one line the numbers come after the names, but on the hot path.
    const isFirst = hasFigures || isNeeded || nodeLink.nodes[node]?.isHot === true
    const forms = isFirst ? [options, ...(hasFigures ? [] : [inForm('name')])] : [inForm('name')]
    const place =
      isOwnScale && isInSight(own)
        ? own
        : ([...forms.flat(), ...inForm('brief')].find((one) => isFree(one)) ?? otherwise)
    if (!place) continue
    placed.set(node, place)
    const box = boxAt(place)
    taken.push(box)
    if (isFirst || place.form !== 'name') continue
    const { form: _, ...whole } = place
    later.push(() => {
      if (!isFree(whole, box)) return
      placed.set(node, whole)
      taken.push(boxAt(whole))
    })
  }
  for (const complete of later) complete()
  return placed
}

/** Returns the node with the most self time, of a drawing of calls the one called most; -1 without nodes. */
function hottestOf({ nodes }: NodeLink): number {
  let hottest = nodes.length > 0 ? 0 : -1
  nodes.forEach(({ selfShare }, node) => {
    if (selfShare > (nodes[hottest]?.selfShare ?? 0)) hottest = node
  })
  return hottest
}

/** Returns the width of a label at scale 1. */
export function widthAt(node: SceneNode | undefined, hasFigures: boolean, { form }: LabelPlace): number {
  const label = form === 'brief' ? node?.brief : node?.label
  return (hasFigures ? label?.withFigures : form ? label?.alone : label?.withAside) ?? 0
}

/** Returns the height of a label. */
export function labelHeight({ scale, hasFigures }: LabelLevel): number {
  return FONT_SIZE * scale * (hasFigures ? 2 : 1.2)
}

/** Returns the rectangles of the marks, by node. */
export function marksOf({ nodes }: Scene, positions: Positions): readonly Rectangle[] {
  return nodes.map(({ halfWidth, halfHeight }, node) => {
    const [x, y] = [positions.x[node] ?? 0, positions.y[node] ?? 0]
    return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight }
  })
}

/** Returns the places for a label around a mark, best first: right, left, below, above. */
function placesAround(
  x: number,
  y: number,
  radius: number,
  height: number,
): readonly [LabelPlace, ...LabelPlace[]] {
  const away = radius + height / 2 + 1
  return [
    { x: x + radius + LABEL_GAP, y, anchor: 'start' },
    { x: x - radius - LABEL_GAP, y, anchor: 'end' },
    { x, y: y + away, anchor: 'middle' },
    { x, y: y - away, anchor: 'middle' },
    { x, y: y + away + height / 3, anchor: 'middle' },
    { x, y: y - away - height / 3, anchor: 'middle' },
  ]
}

/** Moves a label below or above its mark sideways, so that it is inside the frame. */
function broughtInto(frame: Rectangle, place: LabelPlace, box: Rectangle): LabelPlace {
  if (place.anchor !== 'middle' || box.right - box.left > frame.right - frame.left) return place
  return { ...place, x: place.x + Math.max(0, frame.left - box.left) - Math.max(0, box.right - frame.right) }
}

/** Returns the rectangle of a label. */
export function boxOf({ x, y, anchor }: LabelPlace, width: number, height: number): Rectangle {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 }
}

/** Whether a box is inside the frame, allowing for rounding. */
function isWithin(box: Rectangle, frame: Rectangle): boolean {
  const least = 0.01
  return (
    box.left >= frame.left - least &&
    box.right <= frame.right + least &&
    box.top >= frame.top - least &&
    box.bottom <= frame.bottom + least
  )
}

/** Whether two rectangles overlap. */
export function isOver(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// Badges for omitted callers, callees and members: their texts, their places, and the room they
// take.

const WORDS = {
  callers: ['caller', 'callers'],
  callees: ['callee', 'callees'],
  members: ['member', 'members'],
} as const

/** The text of a badge. */
export interface Badge {
  /** For example "12 callers". */
  readonly counted: string
  readonly text: string
  /** At scale 1. */
  readonly width: number
}

/** Returns the badge for a number of omitted neighbours. */
export function badgeOf(side: OpenStub['side'], count: number): Badge {
  const [one, many] = WORDS[side]
  const counted = formatCounted(count, one, many)
  const text = side === 'members' ? `+${counted}` : `+${formatCount(count)}`
  return { counted, text, width: badgeWidth(text) }
}

// Places of badges, and the room that they take from labels and counts.

/** Half of a badge's height. */
const BADGE_HALF = 7.5

/** The place of a badge; `x` is its right end. */
export interface StubPlace extends Place {
  readonly side: 'callers' | 'callees'
  readonly count: number
}

/** Returns the places of each node's badges. */
export function placeStubs(
  { shape, nodes, nodeLink }: Scene,
  positions: Positions,
  { scale }: LabelLevel,
): readonly (readonly StubPlace[])[] {
  const loops = loopsOf(nodeLink)
  return nodeLink.nodes.map(({ callersLeftOut, calleesLeftOut }, node) => {
    const { radius = 0, halfWidth = 0, halfHeight = 0 } = nodes[node] ?? {}
    const aboveLoop = loops.has(node) ? loopHeight(radius) * 1.25 + BADGE_HALF + 4 : 0
    const away =
      shape === 'box'
        ? halfHeight - BADGE_HALF
        : Math.max(radius * 0.8 + 5, loopHeight(radius) + 9, aboveLoop)
    const y = positions.y[node] ?? 0
    return [
      { side: 'callers' as const, count: callersLeftOut, y: y - away },
      { side: 'callees' as const, count: calleesLeftOut, y: y + away },
    ]
      .filter(({ count }) => count > 0)
      .map((place) => {
        const { width } = badgeOf(place.side, place.count)
        // Beside a box, at its right; beside a disc, at its left.
        const by = shape === 'box' ? halfWidth + width * scale : -(radius * 0.6 + 2)
        return { ...place, x: (positions.x[node] ?? 0) + by }
      })
  })
}

/** Returns the rectangle of a badge. */
export function badgeBox({ side, count, x, y }: StubPlace, { scale }: LabelLevel): Rectangle {
  const half = BADGE_HALF * scale
  const { width } = badgeOf(side, count)
  return { left: x - width * scale, right: x, top: y - half, bottom: y + half }
}

// A cycle: its filled outline behind everything, and the group with its name that holds its
// members.

const PAD = 9
const ROUND = 14
const FONT = 12
/** Distance between a cycle's label and its stub. */
const STUB_GAP = 6

/** The outline of a cycle and the place of its label. */
export interface HullShape {
  readonly path: string
  readonly corners: readonly Point[]
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
  scene: Scene,
  positions: Positions,
  cycle: DrawnCycle,
  arcs: readonly ArcShape[],
  { scale, hasFigures }: LabelLevel,
): HullShape {
  const { shape, nodeLink, nodes, cycleColours } = scene
  const { x, y } = positions
  const loops = loopsOf(nodeLink)
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
  const hull = hullAround(
    shape === 'box' ? [boxAround(withBends(boxes, scene, positions, cycle), 0, 0)] : boxes,
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
    corners: hull,
    box: { left, top, right, bottom },
    label,
    labelX,
    labelBox: { left: labelX, right: labelX + width, top: labelY - FONT * scale, bottom: labelY + 3 },
    labelY,
    stub: { x: labelX + width, y: labelY - 4 * scale },
    colour: cycleColours.get(cycle.cycle),
  }
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

// Places labels beside their marks and counts along their arcs, where they cover nothing and have
// the fewest arcs behind them.

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

/** Distance of a count from the line beside it. */
const COUNT_ASIDE = 2

/** Whether an arc runs rather down or up than sideways. */
function isSteep({ points }: ArcShape): boolean {
  const [first, last] = [points[0], points.at(-1)]
  return first !== undefined && last !== undefined && Math.abs(last.x - first.x) < Math.abs(last.y - first.y)
}

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
  { nodeLink, nodes, shape: nodeShape }: Scene,
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
    // Beside a steep line between boxes, which may be shorter than its count is high.
    const aside = nodeShape === 'box' && isSteep(shape) ? width / 2 + COUNT_ASIDE * level.scale : 0
    let least = Infinity
    let best: { readonly place: CountPlace; readonly box: Rectangle } | null = null
    for (const { x, y } of shape.labelPoints) {
      const place = { arc: index, x: isLoop ? Math.max(x - width / 2, frame.left + width / 2) : x + aside, y }
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
