// How a link runs through the bends that a layered drawing gives it: smooth, and without turning back.
import { towards, type Curve, type End } from './route.ts'

export interface Bend {
  readonly x: number
  readonly y: number
}

/** At a mark a link leaves more steeply than it goes on, which tells up from down. */
const STEEP = 0.55

/**
 * One curve from stop to stop, from the edge of `from` to `headLength` before the edge of `to`. The stops run all down or all up;
 * slopes as in Fritsch and Carlson's monotone interpolation, so that no curve leaves the strip between its stops.
 */
export function curvesThrough(
  from: End,
  bends: readonly Bend[],
  to: End,
  headLength: number,
): readonly Curve[] {
  const stops: Bend[] = [from, ...bends, to]
  const secants = stops.slice(1).map((stop, at) => slope(stops[at], stop))
  const slopes = stops.map((_, at) => {
    const [before, after] = [secants[at - 1], secants[at]]
    if (before === undefined) return after * STEEP
    if (after === undefined) return before * STEEP
    if (before * after <= 0) return 0
    return (2 * before * after) / (before + after)
  })
  const curves: Curve[] = []
  for (let at = 1; at < stops.length; at++) {
    let [a, b] = [stops[at - 1], stops[at]]
    if (at === 1) a = towards(from, a.x + slopes[0] * (b.y - a.y), b.y, from.radius)
    if (at === stops.length - 1) b = towards(to, b.x - slopes[at] * (b.y - a.y), a.y, to.radius + headLength)
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

/** Across by down. */
function slope(a: Bend, b: Bend): number {
  return (b.x - a.x) / (Math.abs(b.y - a.y) < 1 ? 1 : b.y - a.y)
}
