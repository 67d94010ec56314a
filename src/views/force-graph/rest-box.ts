// The place of the node for all functions that are not drawn.
import { restLabel } from '../../../workers/core/reports/graph/left-out.ts'
import { type Bounds, boundsOf, type Positions } from './positions.ts'
import { BOLD, FIGURES_SIZE, FONT_SIZE, type Scene } from './scene.ts'
import { textWidth } from './text-width.ts'

/** Height of the node at scale 1, in drawing units. */
const REST_HEIGHT = 36
const PAD = 12
/** Distance below the other nodes. */
const BELOW = 26

/**
 * Returns the box of the node: below the drawing, at its right end; null without one.
 *
 * @param scale that of labels, so that its text stays legible
 */
export function restBox(scene: Scene, positions: Positions, scale: number): Bounds | null {
  const label = restLabel(scene.nodeLink.leftOut, scene.nodeLink.focus)
  if (label === null || scene.nodes.length === 0) return null
  const text = Math.max(textWidth(label[0], FONT_SIZE) * BOLD, textWidth(label[1], FIGURES_SIZE))
  const width = scale * (2 * PAD + text)
  const { left, right, bottom } = boundsOf(scene, positions, [], [])
  const end = Math.max(right, left + width)
  return { left: end - width, right: end, top: bottom + BELOW, bottom: bottom + BELOW + scale * REST_HEIGHT }
}
