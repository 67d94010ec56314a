// The labels to draw at a zoom, with size and place: never smaller on screen than legible.
import type { Positions } from './positions.ts'
import { FONT_SIZE, LABEL_GAP, type Scene, type SceneNode } from '../scene.ts'

/** Smallest size of a name on screen, in pixels. */
const LEAST_ON_SCREEN = 10.5
/** Zooming in makes room instead of larger text. */
const MOST_ON_SCREEN = 15
const STEP = 1.15
/** Width of bold names relative to others. */
export const BOLD = 1.1

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
  /** Whether it is the shorter name. */
  readonly isBrief?: boolean
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
  /** By node, the index of its own place around the mark; the first for others. */
  readonly sides?: ReadonlyMap<number, number>
}

const NO_SIDES: ReadonlyMap<number, number> = new Map()
/** A frame without limits. */
export const EVERYWHERE: Rectangle = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

/**
 * Returns the labels to draw, by node, in this priority: requested ones, the hot path, then the
 * heaviest. Each is to the right, left, below or above its mark, unless it would cover a label or
 * mark there or leave the frame; requested ones and the hot path are drawn in any case. A shorter
 * name may fit where a name does not. At the layout's own scale all labels fit to the right, or on
 * the given side, and only those that leave the frame need another place.
 */
export function placeLabels(
  scene: Scene,
  positions: Positions,
  { scale, hasFigures }: LabelLevel,
  wanted: ReadonlySet<number>,
  { occupied = [], frame = EVERYWHERE, sides = NO_SIDES }: Surroundings = {},
): ReadonlyMap<number, LabelPlace> {
  const { nodes, nodeLink } = scene
  const x = (node: number): number => positions.x[node] ?? 0
  const y = (node: number): number => positions.y[node] ?? 0
  const placed = new Map<number, LabelPlace>()
  const taken: Rectangle[] = [...occupied]
  const height = labelHeight({ scale, hasFigures })
  const marks = marksOf(scene, positions)
  const rank = (node: number): number => (wanted.has(node) ? 0 : nodeLink.nodes[node]?.isHot ? 1 : 2)
  const order = [...nodes.keys()].toSorted((a, b) => rank(a) - rank(b) || a - b)
  for (const node of order) {
    const { radius = 0 } = nodes[node] ?? {}
    // Some of the requested ones are bold.
    const size = scale * (wanted.has(node) ? BOLD : 1)
    const usual = placesAround(x(node), y(node), radius, height)
    const own = usual[sides.get(node) ?? 0] ?? usual[0]
    const around = [own, ...usual.filter((place) => place !== own)]
    const boxAt = (place: LabelPlace) => boxOf(place, widthAt(nodes[node], hasFigures, place) * size, height)
    const options = around.map((place) => broughtInto(frame, place, boxAt(place)))
    const briefOptions = around.map((place) => {
      const brief = { ...place, isBrief: true }
      return broughtInto(frame, brief, boxAt(brief))
    })
    const isInSight = (place: LabelPlace): boolean => isWithin(boxAt(place), frame)
    const isFree = (place: LabelPlace): boolean => {
      const box = boxAt(place)
      return (
        isWithin(box, frame) &&
        !taken.some((other) => isOver(box, other)) &&
        !marks.some((mark, other) => other !== node && isOver(box, mark))
      )
    }
    const isNeeded = wanted.has(node) || nodeLink.nodes[node]?.isHot === true
    const isOwnScale = scale <= 1
    const otherwise = isNeeded ? (options.find(isInSight) ?? own) : isOwnScale ? own : undefined
    const place =
      isOwnScale && isInSight(own) ? own : ([...options, ...briefOptions].find(isFree) ?? otherwise)
    if (!place) continue
    placed.set(node, place)
    taken.push(boxAt(place))
  }
  return placed
}

/** Returns the width of a label at scale 1. */
export function widthAt(node: SceneNode | undefined, hasFigures: boolean, { isBrief }: LabelPlace): number {
  const label = isBrief ? node?.brief : node?.label
  return (hasFigures ? label?.withFigures : label?.withAside) ?? 0
}

/** Returns the height of a label. */
export function labelHeight({ scale, hasFigures }: LabelLevel): number {
  return FONT_SIZE * scale * (hasFigures ? 2 : 1.2)
}

/** Returns the rectangles of the marks, by node. */
export function marksOf({ nodes }: Scene, positions: Positions): readonly Rectangle[] {
  return nodes.map(({ radius }, node) => {
    const [x, y] = [positions.x[node] ?? 0, positions.y[node] ?? 0]
    return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
  })
}

/** Returns the places for a label around a mark, best first: right, left, below, above. */
export function placesAround(
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
