// Smooth curves through the bends of a layered drawing, without turning back.
import { type End, type Curve, towards } from './link-curves.ts'

/** A point that a link passes. */
export interface Bend {
  readonly x: number
  readonly y: number
}

/** How much more steeply a link leaves a mark than it continues, which shows its direction. */
const STEEP = 0.55
/** The same for a box, which a link leaves nearly at a right angle. */
const STEEP_FROM_BOX = 0.25
/** How far along the edge of a box a link leaves it, as a share of the way to its next stop. */
const ALONG_EDGE = 0.2
/** Distance of links from the corners of a box, in pixels. */
const CORNER = 12

/**
 * Returns the curves of a link, one from each stop to the next: from the edge of `from`, through the bends, to
 * `headLength` pixels before the edge of `to`. The stops lead all down or all up. Slopes follow Fritsch and
 * Carlson's monotone interpolation, so no curve leaves the strip between its stops.
 *
 * @param bends points between the ends, in order; their `y` must differ from one another and from the ends'
 */
export function curvesThrough(
  from: End,
  bends: readonly Bend[],
  to: End,
  headLength: number,
): readonly Curve[] {
  const stops: Bend[] = [from, ...bends, to]
  // The edges of boxes, which links leave and reach at different places.
  const last = stops.length - 1
  if (from.halfWidth !== undefined) stops[0] = edgeOf(from, stops[1])
  if (to.halfWidth !== undefined) stops[last] = edgeOf(to, stops[last - 1], headLength)
  const steep = from.halfWidth === undefined ? STEEP : STEEP_FROM_BOX
  const secants = stops.slice(1).map((stop, at) => slope(stops[at], stop))
  const slopes = stops.map((_, at) => {
    const [before, after] = [secants[at - 1], secants[at]]
    if (before === undefined) return after * steep
    if (after === undefined) return before * steep
    if (before * after <= 0) return 0
    return (2 * before * after) / (before + after)
  })
  const curves: Curve[] = []
  for (let at = 1; at < stops.length; at++) {
    let [a, b] = [stops[at - 1], stops[at]]
    if (at === 1 && from.halfWidth === undefined)
      a = towards(from, a.x + slopes[0] * (b.y - a.y), b.y, from.radius)
    if (at === last && to.halfWidth === undefined)
      b = towards(to, b.x - slopes[at] * (b.y - a.y), a.y, to.radius + headLength)
    const third = (b.y - a.y) / 3
    curves.push({
      x0: a.x,
      y0: a.y,
      x1: a.x + slopes[at - 1] * third,
      y1: a.y + third,
      x2: b.x - slopes[at] * third,
      y2: b.y - third,
      x3: b.x,
      y3: b.y,
    })
  }
  return curves
}

/** Returns where a link leaves a box, `distance` pixels beyond its upper or lower edge. */
function edgeOf({ x, y, radius, halfWidth = radius }: End, next: Bend, distance = 0): Bend {
  const most = Math.max(0, halfWidth - CORNER)
  return {
    x: x + Math.max(-most, Math.min(most, (next.x - x) * ALONG_EDGE)),
    y: y + Math.sign(next.y - y) * (radius + distance),
  }
}

/** Horizontal change per vertical change. */
function slope(a: Bend, b: Bend): number {
  return (b.x - a.x) / (Math.abs(b.y - a.y) < 1 ? 1 : b.y - a.y)
}
