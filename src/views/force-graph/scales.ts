// Sizes of discs, widths of arcs, by share.

const LARGEST_RADIUS = 30
const SMALLEST_RADIUS = 7
const HAIRLINE = 1.2
const WIDEST_ARC = 12
/** Of a loop: a wider one would have no hole. */
const WIDEST_LOOP = 4

/** Returns the radius of a disc whose area is proportional to the share. */
export function discRadius(share: number): number {
  return LARGEST_RADIUS * Math.sqrt(clamp(share))
}

/**
 * Returns the radius of the outer disc, large enough to see and to hit: below about 5% all are
 * equal.
 */
export function markRadius(share: number): number {
  return Math.max(SMALLEST_RADIUS, discRadius(share))
}

/** Returns the width of an arc, proportional to the propagated time, but at least a hairline. */
export function arcWidth(share: number, isLoop: boolean): number {
  const width = HAIRLINE + (WIDEST_ARC - HAIRLINE) * clamp(share)
  return isLoop ? Math.min(width, WIDEST_LOOP) : width
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}
