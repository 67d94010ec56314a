// The outline round a cluster: the convex hull of its members' boxes with some room, its corners rounded.
import { polygonHull } from 'd3'
import type { Box } from './boxes.ts'

export type Point = readonly [x: number, y: number]

/** Corner points, counterclockwise on screen; every member's box lies inside by `pad`. */
export function hullAround(boxes: readonly Box[], pad: number): readonly Point[] {
  const corners: [number, number][] = boxes.flatMap((box): [number, number][] => {
    const [left, right] = [box.x - box.left - pad, box.x + box.right + pad]
    const [top, bottom] = [box.y - box.up - pad, box.y + box.down + pad]
    return [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ]
  })
  return polygonHull(corners) ?? corners
}

/** As an SVG path. A rounded corner stays within the room that `pad` gave. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const parts = points.map((point, at) => {
    const before = towards(point, points[(at + points.length - 1) % points.length], radius)
    const after = towards(point, points[(at + 1) % points.length], radius)
    return `${at === 0 ? 'M' : 'L'}${format(before)}Q${format(point)} ${format(after)}`
  })
  return points.length === 0 ? '' : `${parts.join('')}Z`
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const share = Math.min(distance / length, 0.5)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

function format([x, y]: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`
}
