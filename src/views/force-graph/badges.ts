// Badges for omitted neighbours: texts, places, the room that they take from labels or counts.
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import { loopHeight } from './arc-shapes.ts'
import type { LabelLevel, Rectangle } from './labels.ts'
import type { OpenStub } from './params.ts'
import type { Place, Positions } from './positions.ts'
import { badgeWidth, type Scene } from './scene.ts'

const WORDS = {
  callers: ['caller', 'callers'],
  callees: ['callee', 'callees'],
  members: ['member', 'members'],
} as const

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
  return { counted, text, width: badgeWidth(text) }
}

/** Half of a badge's height. */
const BADGE_HALF = 7.5

/** The place of a badge; `x` is its right end. */
export interface StubPlace extends Place {
  readonly side: 'callers' | 'callees'
  readonly count: number
}

/** Returns the places of each node's badges. */
export function placeStubs(
  { shape, nodes, nodeLink, loops }: Scene,
  positions: Positions,
  { scale }: LabelLevel,
): readonly (readonly StubPlace[])[] {
  return nodeLink.nodes.map(({ callersLeftOut, calleesLeftOut }, node) => {
    const { radius = 0, halfWidth = 0, halfHeight = 0 } = nodes[node] ?? {}
    const aboveLoop = loops.has(node) ? loopHeight(radius) * 1.25 + BADGE_HALF + 4 : 0
    const away =
      shape === 'box'
        ? halfHeight - BADGE_HALF
        : Math.max(radius * 0.8 + 5, loopHeight(radius) + 9, aboveLoop)
    const y = positions.y[node] ?? 0
    return [
      { side: 'callers' as const, count: callersLeftOut, y: y - away },
      { side: 'callees' as const, count: calleesLeftOut, y: y + away },
    ]
      .filter(({ count }) => count > 0)
      .map((place) => {
        const { width } = badgeOf(place.side, place.count)
        // Beside a box, at its right; beside a disc, at its left.
        const by = shape === 'box' ? halfWidth + width * scale : -(radius * 0.6 + 2)
        return { ...place, x: (positions.x[node] ?? 0) + by }
      })
  })
}

/** Returns the rectangle of a badge. */
export function badgeBox({ side, count, x, y }: StubPlace, { scale }: LabelLevel): Rectangle {
  const half = BADGE_HALF * scale
  const { width } = badgeOf(side, count)
  return { left: x - width * scale, right: x, top: y - half, bottom: y + half }
}
