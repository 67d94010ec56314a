// Share → size and colour class: the scales that the legend tells.
import { scaleLinear, scaleSqrt, scaleThreshold } from 'd3'

const LARGEST_RADIUS = 34
const SMALLEST_RADIUS = 5

/** Area in proportion to the share of the whole. */
export const discRadius = scaleSqrt<number>([0, 1], [0, LARGEST_RADIUS]).clamp(true)

/** The same for the outer disc, but never too small to see and to hit: below about 2 % all are equal. */
export function markRadius(share: number): number {
  return Math.max(SMALLEST_RADIUS, discRadius(share))
}

/** Width in proportion to the time passed, from a hairline on. */
export const arcWidth = scaleLinear<number>([0, 1], [1.2, 12]).clamp(true)

/** Upper ends of the colour classes of self time, as shares of the whole; the last class is open. */
export const HEAT_STEPS = [0.001, 0.02, 0.05, 0.1, 0.2] as const

/** Colour class of a share of self time: 0 (next to nothing) to 5. The stylesheet has a colour for each. */
export const heatClass = scaleThreshold<number, number>(HEAT_STEPS, [0, 1, 2, 3, 4, 5])
