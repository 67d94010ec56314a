// Curves of links: from mark to mark around other marks with their labels.
import { NONE } from '../base/columns.ts'
import type { LayoutInput } from './layout-input.ts'

/**
 * A cubic Bézier curve: start, two controls, end. The direction at its end is that of the
 * arrowhead.
 */
export interface Curve {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly x3: number
  readonly y3: number
}

/** An end of a link: the centre and radius of a disc, or the centre and half the sides of a box, in pixels. */
export interface End {
  readonly x: number
  readonly y: number
  /** Of a box, half its height. */
  readonly radius: number
  /** Half the width of a box; undefined for a disc. */
  readonly halfWidth?: number
}

/** Returns the distance from a mark's centre to its rim in the direction of a point. */
function rimOf({ x, y, radius, halfWidth }: End, toX: number, toY: number): number {
  if (halfWidth === undefined) return radius
  const [dx, dy] = [Math.abs(toX - x), Math.abs(toY - y)]
  return Math.hypot(dx, dy) * Math.min(halfWidth / Math.max(dx, 1e-9), radius / Math.max(dy, 1e-9)) || radius
}

/** Largest deviation of a link from the straight line, in pixels, however long it is. */
const MOST_SWING = 130

/**
 * Returns the curve from the edge of `from` to `headLength` pixels before the edge of `to`. `bow` moves its
 * middle aside by that share of the length. A downward link leaves and arrives more steeply than the straight
 * line, which shows its direction. Links inside a cluster are plain arcs, so that two opposite links do not
 * cross. Marks that are close together are joined by a straight line.
 */
export function curveBetween(from: End, to: End, bow: number, headLength: number, isInside: boolean): Curve {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = Math.hypot(dx, dy) || 1
  const swing = (Math.sign(bow) * Math.min(Math.abs(bow) * length, MOST_SWING) * 1.33) / length
  const along = isInside || dy <= 0 ? 0.33 : 0.18
  const rise = isInside ? 0.33 : 0.38
  const room = Math.max(4, length - rimOf(from, to.x, to.y) - rimOf(to, from.x, from.y))
  const head = Math.min(headLength, room * 0.6)
  if (room < headLength * 2.5) {
    return straight(
      towards(from, to.x, to.y, rimOf(from, to.x, to.y)),
      towards(to, from.x, from.y, rimOf(to, from.x, from.y) + head),
    )
  }
  const control1 = outside(from, from.x + dx * along + dy * swing, from.y + dy * rise - dx * swing, 0)
  const control2 = outside(to, to.x - dx * along + dy * swing, to.y - dy * rise - dx * swing, head)
  const start = towards(from, control1.x, control1.y, rimOf(from, control1.x, control1.y))
  const end = towards(to, control2.x, control2.y, rimOf(to, control2.x, control2.y) + head)
  return {
    x0: start.x,
    y0: start.y,
    x1: control1.x,
    y1: control1.y,
    x2: control2.x,
    y2: control2.y,
    x3: end.x,
    y3: end.y,
  }
}

/** A control point too close to its mark would make the curve turn back before its end. */
function outside(end: End, x: number, y: number, head: number): { x: number; y: number } {
  const least = rimOf(end, x, y) + head + 10
  return Math.hypot(x - end.x, y - end.y) < least ? towards(end, x, y, least) : { x, y }
}

function straight(start: { x: number; y: number }, end: { x: number; y: number }): Curve {
  const [dx, dy] = [(end.x - start.x) / 3, (end.y - start.y) / 3]
  return {
    x0: start.x,
    y0: start.y,
    x1: start.x + dx,
    y1: start.y + dy,
    x2: end.x - dx,
    y2: end.y - dy,
    x3: end.x,
    y3: end.y,
  }
}

/**
 * Returns the point at a distance from a mark's centre, in the direction of another point; the centre itself
 * if that is the same.
 *
 * @param distance in pixels
 */
export function towards(from: End, x: number, y: number, distance: number): { x: number; y: number } {
  const length = Math.hypot(x - from.x, y - from.y) || 1
  return { x: from.x + ((x - from.x) / length) * distance, y: from.y + ((y - from.y) / length) * distance }
}

/**
 * Returns a point of a curve.
 *
 * @param t 0 at the curve's start, 1 at its end
 */
export function pointOn(curve: Curve, t: number): { readonly x: number; readonly y: number } {
  const s = 1 - t
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return {
    x: a * curve.x0 + b * curve.x1 + c * curve.x2 + d * curve.x3,
    y: a * curve.y0 + b * curve.y1 + c * curve.y2 + d * curve.y3,
  }
}

const BOWS = [0, 0.07, -0.07, 0.14, -0.14, 0.22, -0.22, 0.32, -0.32]
/** Bow of arcs inside a cluster, which may have an opposite arc on the other side. */
const INSIDE_BOW = 0.16
const SAMPLES = 14

/**
 * Returns the bow of each link that crosses the fewest marks and labels, as a share of its length; links
 * inside a cluster keep to one side. 0 for a link from a node to itself.
 *
 * @param x centre of each node, in pixels, as `y`
 */
export function routeLinks(
  input: LayoutInput,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): Float64Array<ArrayBuffer> {
  const { parent, child, cluster, radius, isBoxed, isBack } = input
  const bows = new Float64Array(parent.length)
  const lowest = Math.max(0, ...Array.from(y))
  const highest = Math.min(0, ...Array.from(y))
  for (let link = 0; link < parent.length; link++) {
    const from = parent[link]
    const to = child[link]
    if (from === to) continue
    const isInside = cluster[from] !== NONE && cluster[from] === cluster[to]
    const end = (node: number): End => ({
      x: x[node],
      y: y[node],
      radius: radius[node],
    })
    if (isBack[link] === 1 && Math.abs(y[from] - y[to]) > LEVEL) {
      bows[link] = bowAtSide(input, x, y, from, to)
      continue
    }
    if (isBoxed) {
      // Links pass between the boxes of a row by their bends.
      bows[link] = isInside && y[to] - y[from] < LEVEL ? INSIDE_BOW : 0
      continue
    }
    let best = Infinity
    for (const candidate of isInside ? BOWS.map((bow) => bow + INSIDE_BOW) : BOWS) {
      const curve = curveBetween(end(from), end(to), candidate, 0, isInside)
      const cost = obstruction(input, x, y, curve, from, to) + Math.abs(candidate) * 4 + beyond(curve)
      if (cost < best - 1e-9) {
        best = cost
        bows[link] = candidate
      }
    }
  }
  return bows

  /** How far a curve extends beyond the upper or lower end of the drawing. */
  function beyond({ y1, y2 }: Curve): number {
    return Math.max(0, y1 - lowest, y2 - lowest, highest - y1, highest - y2) / 10
  }
}

/** Vertical distance up to which two nodes are side by side. */
const LEVEL = 12
/** Distance of a link that leads back from the marks that it passes, in pixels. */
const BACK_AIR = 14
/** Least bow of such a link. */
const LEAST_BACK = 0.22

/** Returns the bow of a link that passes the members between its ends at the side with fewer of them. */
function bowAtSide(
  { cluster, left, right, up, down }: LayoutInput,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  from: number,
  to: number,
): number {
  const [top, bottom] = [Math.min(y[from], y[to]), Math.max(y[from], y[to])]
  const length = Math.hypot(x[to] - x[from], y[to] - y[from]) || 1
  const middle = (x[from] + x[to]) / 2
  // Ends rather side by side: below the straight line, inside the cluster.
  const isFlat = Math.abs(x[to] - x[from]) > Math.abs(y[to] - y[from])
  if (isFlat) return (x[to] < x[from] ? -1 : 1) * -INSIDE_BOW
  let [reachLeft, reachRight] = [LEAST_BACK * length, LEAST_BACK * length]
  for (let node = 0; node < cluster.length; node++) {
    const isBetween = y[node] + down[node] > top && y[node] - up[node] < bottom
    if (node === from || node === to || cluster[node] !== cluster[from] || !isBetween) continue
    reachLeft = Math.max(reachLeft, middle - (x[node] - left[node]) + BACK_AIR)
    reachRight = Math.max(reachRight, x[node] + right[node] + BACK_AIR - middle)
  }
  // To the left of a link that leads up is left on the page.
  const side = (reachRight < reachLeft ? -1 : 1) * (y[to] < y[from] ? 1 : -1)
  return (side * Math.min(reachLeft, reachRight)) / length
}

function obstruction(
  input: LayoutInput,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  curve: Curve,
  from: number,
  to: number,
): number {
  const { radius, right } = input
  const minX = Math.min(curve.x0, curve.x1, curve.x2, curve.x3)
  const maxX = Math.max(curve.x0, curve.x1, curve.x2, curve.x3)
  const minY = Math.min(curve.y0, curve.y1, curve.y2, curve.y3)
  const maxY = Math.max(curve.y0, curve.y1, curve.y2, curve.y3)
  let cost = 0
  for (let node = 0; node < radius.length; node++) {
    const centreX = x[node]
    const centreY = y[node]
    const reach = radius[node] + 4
    if (centreX + right[node] < minX || centreX - reach > maxX) continue
    if (centreY + reach < minY || centreY - reach > maxY) continue
    for (let sample = 1; sample < SAMPLES; sample++) {
      const point = pointOn(curve, sample / SAMPLES)
      const dx = point.x - centreX
      const dy = point.y - centreY
      if (node !== from && node !== to && dx * dx + dy * dy < reach * reach) cost += 3
      else if (dx > 0 && dx < right[node] && Math.abs(dy) < 13) cost += 0.6
    }
  }
  return cost
}
