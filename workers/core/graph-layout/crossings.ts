// How many links of a drawing cross one another.

/** A point in pixels. */
interface Place {
  readonly x: number
  readonly y: number
}

/** A link as it is drawn: points along it, in order, and the nodes at its ends. */
export interface DrawnLink {
  readonly points: readonly Place[]
  readonly from: number
  readonly to: number
}

/**
 * Counts the pairs of links that cross, however often. Links that share a node do not count where they meet
 * near it.
 *
 * @param discs by node, its middle and the distance from it within which two of its links may meet, in pixels
 */
export function countCrossings(
  links: readonly DrawnLink[],
  discs: readonly (Place & { readonly reach: number })[],
): number {
  let count = 0
  links.forEach((a, at) => {
    for (const b of links.slice(at + 1)) {
      const shared = [a.from, a.to].filter((end) => end === b.from || end === b.to).map((end) => discs[end])
      const isNear = ({ x, y }: Place): boolean =>
        shared.some((disc) => Math.hypot(x - disc.x, y - disc.y) <= disc.reach)
      if (doCross(a.points, b.points, isNear)) count++
    }
  })
  return count
}

function doCross(a: readonly Place[], b: readonly Place[], isNear: (place: Place) => boolean): boolean {
  for (let i = 1; i < a.length; i++) {
    for (let j = 1; j < b.length; j++) {
      const place = crossingOf(a[i - 1], a[i], b[j - 1], b[j])
      if (place && !isNear(place)) return true
    }
  }
  return false
}

/** Returns where two straight lines cross; null if they do not. */
function crossingOf(a: Place, toA: Place, b: Place, toB: Place): Place | null {
  const [ax, ay, bx, by] = [toA.x - a.x, toA.y - a.y, toB.x - b.x, toB.y - b.y]
  const across = ax * by - ay * bx
  if (Math.abs(across) < 1e-9) return null
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const t = (dx * by - dy * bx) / across
  const u = (dx * ay - dy * ax) / across
  return t < 0 || t > 1 || u < 0 || u > 1 ? null : { x: a.x + t * ax, y: a.y + t * ay }
}
