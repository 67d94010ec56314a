// Boxes of nodes: detects and removes overlaps, and outlines the boxes of a cluster.
import { polygonContains, polygonHull } from 'd3'

/** A rectangle by its centre (`x`, `y`) and its edges relative to the centre. Pixels. */
export interface Box {
  x: number
  y: number
  readonly left: number
  readonly right: number
  readonly up: number
  readonly down: number
}

/** Shortest moves that separate two boxes, one per axis. */
export interface Overlap {
  /** How far the second box must move right (negative: left) to clear the first. */
  readonly x: number
  /** How far it must move down (negative: up). */
  readonly y: number
}

/** Returns how two boxes overlap, with a margin of `gap` pixels; null if they are at least `gap` apart. */
export function overlapOf(a: Box, b: Box, gap: number): Overlap | null {
  const toRight = a.x + a.right + gap - (b.x - b.left)
  const toLeft = b.x + b.right + gap - (a.x - a.left)
  if (toRight <= 0 || toLeft <= 0) return null
  const toBottom = a.y + a.down + gap - (b.y - b.up)
  const toTop = b.y + b.down + gap - (a.y - a.up)
  if (toBottom <= 0 || toTop <= 0) return null
  return { x: toRight < toLeft ? toRight : -toLeft, y: toBottom < toTop ? toBottom : -toTop }
}

/** A sideways move is cheaper than leaving the row, by this factor. */
const SIDEWAYS = 2.5
const ROUNDS = 400

/**
 * Moves boxes in place until none overlaps another. Each pair shares the move by size. Boxes that still
 * overlap after that move down past the boxes in their way, from the top on, which always terminates.
 *
 * @param gap margin between boxes, in pixels
 */
export function separate(boxes: readonly Box[], gap: number): void {
  for (let round = 0; round < ROUNDS; round++) {
    if (!pushApart(boxes, gap)) return
  }
  const placed: Box[] = []
  for (const box of boxes.toSorted((a, b) => a.y - a.up - (b.y - b.up))) {
    for (let blocked = true; blocked;) {
      blocked = false
      for (const other of placed) {
        if (!overlapOf(other, box, gap * 0.99)) continue
        box.y = other.y + other.down + gap + box.up
        blocked = true
      }
    }
    placed.push(box)
  }
}

function pushApart(boxes: readonly Box[], gap: number): boolean {
  let moved = false
  for (let i = 0; i < boxes.length; i++) {
    const a = boxes[i]
    for (let j = i + 1; j < boxes.length; j++) {
      const b = boxes[j]
      const overlap = overlapOf(a, b, gap)
      if (!overlap) continue
      if (Math.abs(overlap.x) < 1e-6 || Math.abs(overlap.y) < 1e-6) continue
      moved = true
      const ofB = areaOf(a) / (areaOf(a) + areaOf(b))
      if (Math.abs(overlap.x) <= Math.abs(overlap.y) * SIDEWAYS) {
        const by = overlap.x * 1.02 + Math.sign(overlap.x) * 0.01
        a.x -= by * (1 - ofB)
        b.x += by * ofB
      } else {
        const by = overlap.y * 1.02 + Math.sign(overlap.y) * 0.01
        a.y -= by * (1 - ofB)
        b.y += by * ofB
      }
    }
  }
  return moved
}

function areaOf(box: Box): number {
  return (box.left + box.right) * (box.up + box.down)
}

/**
 * Returns the smallest box around others, extended by `pad` pixels on every side and by `head` at the top,
 * about their common middle.
 *
 * @param boxes at least one
 */
export function boxAround(boxes: readonly Box[], pad: number, head: number): Box {
  let [left, right, up, down] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.x - box.left)
    right = Math.max(right, box.x + box.right)
    up = Math.min(up, box.y - box.up)
    down = Math.max(down, box.y + box.down)
  }
  const x = (left + right) / 2
  const y = (up + down) / 2
  return { x, y, left: x - left + pad, right: right - x + pad, up: y - up + pad + head, down: down - y + pad }
}

// Outline of a cluster: the convex hull of its members' boxes with a margin and rounded corners.

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
