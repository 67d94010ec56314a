// Where counts of calls stand along their arcs: where they cover no label, badge, mark or other count, or not at all, and where
// fewest arcs run behind them.
import { arcFigures } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import type { ArcShape } from './arc-paths.ts'
import { arcsBehind, boundArcs } from './clear-sides.ts'
import {
  boxOf,
  EVERYWHERE,
  isOver,
  labelHeight,
  widthAt,
  type LabelLevel,
  type LabelPlace,
  type Rectangle,
  type Surroundings,
} from './label-level.ts'
import { textWidth } from '../scene/text-width.ts'
import type { Scene } from '../scene/scene.ts'

export const COUNT_SIZE = 10.5

export interface CountPlace {
  readonly arc: number
  readonly x: number
  readonly y: number
}

/** What an arc behind a count weighs if its own is asked for, too: whose would a count be that both run through? */
const ASKED = 3
/** Of more pairs of counts and arcs nobody looks for fewest: it would be felt, and where so many run no place is better. */
const MOST_PAIRS = 50_000

/** The heaviest arcs choose first, of places that are alike the one nearest to the middle. A loop's ends at it, if
 * the frame has room for it there. */
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
    // With air at both ends: a font may be wider than ours.
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
