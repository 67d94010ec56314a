// Where counts of calls stand along their arcs: where they cover neither a label, a badge nor another count, or not at all.
import { arcFigures } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import type { ArcShape } from './arc-paths.ts'
import {
  boxOf,
  isOver,
  labelHeight,
  widthAt,
  type LabelLevel,
  type LabelPlace,
  type Rectangle,
} from './label-level.ts'
import { textWidth } from '../scene/text-width.ts'
import type { Scene } from '../scene/scene.ts'

export const COUNT_SIZE = 10.5

export interface CountPlace {
  readonly arc: number
  readonly x: number
  readonly y: number
}

/** The heaviest arcs choose first; each tries the middle, then towards its ends. */
export function placeCounts(
  { nodeLink, nodes }: Scene,
  labels: ReadonlyMap<number, LabelPlace>,
  shapes: readonly ArcShape[],
  asked: ReadonlySet<number>,
  level: LabelLevel,
  badges: readonly Rectangle[],
): readonly CountPlace[] {
  const height = COUNT_SIZE * level.scale * 1.2
  const taken = [...badges]
  for (const [node, place] of labels) {
    const across = widthAt(nodes[node], level.hasFigures, place) * level.scale
    taken.push(boxOf(place, across, labelHeight(level)))
  }
  const placed: CountPlace[] = []
  for (const index of [...asked].toSorted((a, b) => b - a)) {
    const [arc, shape] = [nodeLink.arcs[index], shapes[index]]
    if (!arc || !shape) continue
    const width = textWidth(arcFigures(arc), COUNT_SIZE * level.scale)
    for (const { x, y } of shape.labelPoints) {
      const box = boxOf({ x, y, anchor: 'middle' }, width, height)
      if (taken.some((other) => isOver(box, other))) continue
      taken.push(box)
      placed.push({ arc: index, x, y })
      break
    }
  }
  return placed
}
