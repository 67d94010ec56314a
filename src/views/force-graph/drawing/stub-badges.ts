// Badges for omitted callers, callees and members: their texts, their places, and the room they
// take.
import { formatCount, formatCounted } from '../../../../workers/core/reports/quantities.ts'
import type { OpenStub } from '../params.ts'
import { loopsOf, type Scene, textWidth } from '../scene.ts'
import type { LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import { loopHeight } from './arc-paths.ts'
import type { LabelLevel, Rectangle } from './place-labels.ts'
import type { Place, Positions } from './positions.ts'

const WORDS = {
  callers: ['caller', 'callers'],
  callees: ['callee', 'callees'],
  members: ['member', 'members'],
} as const

/** Font size of badges. */
export const BADGE_FONT = 9.5

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
  return { counted, text, width: textWidth(text, BADGE_FONT) + 8 }
}

// Places of badges, and the room that they take from labels and counts.

/** Half of a badge's height. */
const BADGE_HALF = 7.5
const BADGE_WIDTH = 26

/** The place of a badge; `x` is its right end. */
export interface StubPlace extends Place {
  readonly side: 'callers' | 'callees'
  readonly count: number
}

/** Returns the places of each node's badges. */
export function placeStubs(
  { nodes, nodeLink }: Scene,
  style: LayoutStyle,
  positions: Positions,
  { scale }: LabelLevel,
): readonly (readonly StubPlace[])[] {
  const loops = loopsOf(nodeLink)
  return nodeLink.nodes.map(({ callersLeftOut, calleesLeftOut }, node) => {
    const { radius = 0 } = nodes[node] ?? {}
    const isBeside = style === 'layered' && !loops.has(node)
    const isOne = callersLeftOut === 0 || calleesLeftOut === 0
    const besideBy = isOne ? 0 : BADGE_HALF * scale
    const aboveLoop = loops.has(node) ? loopHeight(radius) * 1.25 + BADGE_HALF + 4 : 0
    const away = isBeside ? besideBy : Math.max(radius * 0.8 + 5, loopHeight(radius) + 9, aboveLoop)
    const x = (positions.x[node] ?? 0) - (isBeside ? radius + 3 : radius * 0.6 + 2)
    const y = positions.y[node] ?? 0
    return [
      { side: 'callers' as const, count: callersLeftOut, x, y: y - away },
      { side: 'callees' as const, count: calleesLeftOut, x, y: y + away },
    ].filter(({ count }) => count > 0)
  })
}

/** Returns the rectangle of a badge. */
export function badgeBox({ side, count, x, y }: StubPlace, { scale }: LabelLevel): Rectangle {
  const half = BADGE_HALF * scale
  const { width } = badgeOf(side, count)
  return { left: x - width * scale, right: x, top: y - half, bottom: y + half }
}

/** Returns the room that labels leave for badges beside their marks. */
export function roomBeside(
  { nodes, nodeLink }: Scene,
  { x, y }: Positions,
  { scale }: LabelLevel,
): readonly Rectangle[] {
  return nodes.flatMap(({ radius }, node) => {
    const drawn = nodeLink.nodes[node]
    if (!drawn || drawn.callersLeftOut + drawn.calleesLeftOut === 0) return []
    const [right, middle] = [(x[node] ?? 0) - radius, y[node] ?? 0]
    const half = 2 * BADGE_HALF * scale
    return [{ left: right - BADGE_WIDTH * scale, right, top: middle - half, bottom: middle + half }]
  })
}
