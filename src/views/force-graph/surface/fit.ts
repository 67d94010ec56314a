// The zoom at which all of a drawing is in sight, labels included: the farther out, the larger these are in it.
import type { ZoomTransform } from 'd3'
import type { LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import { arcShapes, type ArcShape } from '../drawing/arc-paths.ts'
import { hullShape } from '../drawing/Hull.tsx'
import {
  boxOf,
  labelHeight,
  labelLevel,
  placeLabels,
  widthAt,
  type LabelLevel,
  type Rectangle,
} from '../drawing/label-level.ts'
import { boundsOf, type Positions } from '../drawing/positions.ts'
import type { Scene } from '../scene/scene.ts'
import { fitTransform, type Size } from './use-zoom.ts'

/** Each round comes nearer to a zoom that has room for the labels drawn at it. */
const ROUNDS = 3

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
  return transform
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
    boxOf(place, widthAt(scene.nodes[node], level.hasFigures) * level.scale, labelHeight(level)),
  )
  return [...hulls, ...boxes]
}
