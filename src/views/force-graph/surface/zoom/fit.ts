// The zoom at which all of a drawing is in sight, labels included: the farther out, the larger these are in it. In a small
// figure that would leave nothing of the drawing: there labels have to do with the room on either side of their marks.
import type { ZoomTransform } from 'd3'
import type { LayoutStyle } from '../../../../../workers/core/graph-layout/layout-input.ts'
import { arcShapes, type ArcShape } from '../../drawing/arc-paths.ts'
import { hullShape } from '../../drawing/Hull.tsx'
import {
  boxOf,
  labelHeight,
  labelLevel,
  placeLabels,
  widthAt,
  type LabelLevel,
  type Rectangle,
} from '../../drawing/label-level.ts'
import { boundsOf, type Positions } from '../../drawing/positions.ts'
import type { Scene } from '../../scene/scene.ts'
import { fitTransform, type Size } from './use-zoom.ts'

/** Each round comes nearer to a zoom that has room for the labels drawn at it. */
const ROUNDS = 3
/** How much of the zoom that marks and arcs alone allow is not given up for labels. */
const LEAST_PART = 0.8
/** Kept free along the figure's edges, in pixels: widths of texts are estimates. */
const EDGE = 8

export function fitTo(scene: Scene, style: LayoutStyle, positions: Positions, size: Size): ZoomTransform {
  const shapes = arcShapes(scene, positions)
  const points = shapes.flatMap((shape) => shape.points)
  let level = labelLevel(1)
  let transform: ZoomTransform
  let rounds = 0
  do {
    const texts = textBoxes(scene, style, positions, shapes, level)
    transform = fitTransform(boundsOf(scene, positions, points, texts), size)
    level = labelLevel(transform.k)
  } while (++rounds < ROUNDS)
  const bare = boundsOf(scene, positions, points, [])
  return transform.k < LEAST_PART * fitTransform(bare, size).k
    ? fitTransform(bare, size, LEAST_PART)
    : transform
}

/** What of the drawing is in sight once it is fitted: labels are placed within. */
export function frameOf(scene: Scene, style: LayoutStyle, positions: Positions, size: Size): Rectangle {
  const { x, y, k } = fitTo(scene, style, positions, size)
  return {
    left: (EDGE - x) / k,
    top: (EDGE - y) / k,
    right: (size.width - EDGE - x) / k,
    bottom: (size.height - EDGE - y) / k,
  }
}

/** Of the names of functions and of cycles. */
function textBoxes(
  scene: Scene,
  style: LayoutStyle,
  positions: Positions,
  shapes: readonly ArcShape[],
  level: LabelLevel,
): readonly Rectangle[] {
  const hulls = scene.nodeLink.cycles.map(
    (cycle) => hullShape(scene, positions, cycle, shapes, level, style).labelBox,
  )
  const labels = placeLabels(scene, positions, level, new Set(), hulls)
  const boxes = [...labels].map(([node, place]) =>
    boxOf(place, widthAt(scene.nodes[node], level.hasFigures, place) * level.scale, labelHeight(level)),
  )
  return [...hulls, ...boxes]
}
