// The zoom at which a whole drawing is visible, including its labels, which are larger relative to the
// drawing when zoomed out. In a small figure that would leave no room for the drawing; labels then use
// the room beside their marks.
import { ZoomTransform } from 'd3'
import { arcShapes } from './arc-shapes.ts'
import {
  boxOf,
  labelHeight,
  labelLevel,
  type LabelLevel,
  placeLabels,
  type Rectangle,
  widthAt,
} from './labels.ts'
import { clearSides } from './clear-sides.ts'
import { hullsByNode, hullShape } from './hull-shape.ts'
import { type Positions, boundsOf } from './positions.ts'
import { restBox } from './rest-box.ts'
import { type Scene, sidesOf } from './scene.ts'
import { type Size, fitTransform } from './zoom-targets.ts'

/** Iterations; each is closer to a zoom with room for its own labels. */
const ROUNDS = 3
/** Least part of the zoom that marks and arcs alone would allow. */
const LEAST_PART = 0.8
/** Size of the zoom buttons in their corner, in pixels. */
const BUTTONS = { width: 112, height: 38 }
/** Width of the button that closes stubs, beside them. */
const FOLD_WIDTH = 96
/** Margin along the figure's edges, in pixels: widths of texts are estimates. */
const EDGE = 8

/** A zoom, and the visible part of the drawing at it, in which labels are placed. */
export interface Fit {
  readonly transform: ZoomTransform
  readonly frame: Rectangle
}

/**
 * Returns the zoom at which the drawing fits. If a name or mark would be below the zoom buttons, it
 * uses the area below these.
 */
export function fitTo(
  scene: Scene,
  positions: Positions,
  { width, height }: Size,
  hasOpenStubs = false,
): Fit {
  const shapes = arcShapes(scene, positions)
  const points = shapes.flatMap((shape) => shape.points)
  const sides = clearSides(scene, positions, shapes)
  const textsAt = (level: LabelLevel, frame?: Rectangle) => {
    const hulls = scene.nodeLink.cycles.map((cycle) => hullShape(scene, positions, cycle, shapes, level))
    const rest = [restBox(scene, positions, level.scale) ?? []].flat()
    const titles = hulls.map(({ labelBox }) => labelBox)
    const around = { occupied: titles, frame, sides, hulls: hullsByNode(scene, hulls) }
    const names = [...placeLabels(scene, positions, level, new Set(), around)].map(([node, place]) =>
      boxOf(place, widthAt(scene.nodes[node], level.hasFigures, place) * level.scale, labelHeight(level)),
    )
    return { hulls: [...titles, ...rest, ...hulls.map(({ box }) => box)], texts: [...titles, ...names] }
  }
  const fitInto = (area: Rectangle): Fit => {
    const into = (boxes: readonly Rectangle[], part?: number) =>
      fitTransform(boundsOf(scene, positions, points, boxes), area, part)
    let level = labelLevel(1)
    let transform: ZoomTransform
    let rounds = 0
    do {
      const { hulls, texts } = textsAt(level)
      transform = into([...hulls, ...texts])
      const least = into(hulls, LEAST_PART)
      if (transform.k < least.k) transform = least
      level = labelLevel(transform.k)
    } while (++rounds < ROUNDS)
    const [left, top] = transform.invert([area.left + EDGE, area.top + EDGE])
    const [right, bottom] = transform.invert([area.right - EDGE, area.bottom - EDGE])
    return { transform, frame: { left, top, right, bottom } }
  }
  const all = { left: 0, top: 0, right: width, bottom: height }
  const top = BUTTONS.height
  const first = fitInto(all)
  const { transform, frame } = first
  const [right, bottom] = transform.invert([width - BUTTONS.width - (hasOpenStubs ? FOLD_WIDTH : 0), top])
  const isBox = scene.shape === 'box'
  const marks = scene.nodes.map(({ halfHeight }, node) => ({
    right: (positions.x[node] ?? 0) + (isBox ? sidesOf(scene, node).right : 0),
    top: (positions.y[node] ?? 0) - (isBox ? halfHeight : 0),
  }))
  const drawn = [...textsAt(labelLevel(transform.k), frame).texts, ...marks]
  return drawn.some((box) => box.right > right && box.top < bottom) ? fitInto({ ...all, top }) : first
}
