// Share → size and colour class: the scales that the legend tells. Plain arithmetic; d3-scale would be half the view.

const LARGEST_RADIUS = 30
const SMALLEST_RADIUS = 5
const HAIRLINE = 1.2
const WIDEST_ARC = 12
/** Of a loop: a wider one has no hole. */
const WIDEST_LOOP = 4

/** Area in proportion to the share of the whole. */
export function discRadius(share: number): number {
  return LARGEST_RADIUS * Math.sqrt(clamp(share))
}

/** The same for the outer disc, but never too small to see and to hit: below about 2 % all are equal. */
export function markRadius(share: number): number {
  return Math.max(SMALLEST_RADIUS, discRadius(share))
}

/** Width in proportion to the time passed, from a hairline on. */
export function arcWidth(share: number, isLoop: boolean): number {
  const width = HAIRLINE + (WIDEST_ARC - HAIRLINE) * clamp(share)
  return isLoop ? Math.min(width, WIDEST_LOOP) : width
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}
