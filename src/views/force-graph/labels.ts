// The labels of discs: which to draw at a zoom, at which places.
import { isInHull, type Point } from '../../../workers/core/graph-layout/hulls.ts'
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import type { Positions } from './positions.ts'
import { BOLD, FONT_SIZE, LABEL_GAP, LABEL_ROOM, type Scene, type SceneNode } from './scene.ts'

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

export const NO_SIDES: ReadonlyMap<number, number> = new Map([])
const NO_HULLS: ReadonlyMap<number, readonly Point[]> = new Map([])
/** A frame without limits. */
export const EVERYWHERE: Rectangle = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

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
