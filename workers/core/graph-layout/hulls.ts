// Outline of a cluster: the convex hull of its members’ boxes with a margin, its corners rounded.
import { polygonContains, polygonHull } from 'd3'
import type { Box } from './boxes.ts'

/** A point of the drawing, in pixels. */
export type Point = readonly [x: number, y: number]

/**
 * Returns the corners of the convex hull of boxes, counterclockwise on screen. Every box lies inside it by
 * `pad` pixels. No boxes give no corners.
 */
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

/** Whether a rectangle lies inside the polygon. */
export function isInHull(
  corners: readonly Point[],
  { left, right, top, bottom }: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
): boolean {
  const hull = corners.map(([x, y]): [number, number] => [x, y])
  return [left, right].every((x) => [top, bottom].every((y) => polygonContains(hull, [x, y])))
}

/**
 * Returns the polygon as an SVG path with rounded corners; "" without points. Corners stay within the margin
 * that `pad` gave.
 *
 * @param radius length of each side that a corner takes, in pixels
 */
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
