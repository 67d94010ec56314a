// Places of call counts along their arcs, where they cover nothing, with the fewest arcs behind them.
import { arcFigures } from '../../../workers/core/reports/graph/drawing-text.ts'
import type { ArcShape } from './arc-shapes.ts'
import { arcsBehind, boundArcs } from './clear-sides.ts'
import {
  boxOf,
  EVERYWHERE,
  isOver,
  labelHeight,
  type LabelLevel,
  type LabelPlace,
  type Rectangle,
  type Surroundings,
  widthAt,
} from './labels.ts'
import type { Scene } from './scene.ts'
import { textWidth } from './text-width.ts'

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
