// Targets of a move, as d3 transforms: fitted, zoomed about the middle, centred, with a point in view.
import { ZoomTransform } from 'd3'
import type { Bounds } from './positions.ts'

export const LEAST_ZOOM = 0.08
export const MOST_ZOOM = 6
/** Small drawings are not enlarged to fill the figure. */
const MOST_FIT = 1.3
/** Pixels: a point closer to the figure's edge counts as out of view. */
const MARGIN = 60

/** A size in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Returns the transform that fits bounds into an area.
 *
 * @param part fraction of the zoom at which the bounds just fit, 0–1
 */
export function fitTransform(bounds: Bounds, area: Bounds, part = 1): ZoomTransform {
  const across = (area.right - area.left) / (bounds.right - bounds.left)
  const down = (area.bottom - area.top) / (bounds.bottom - bounds.top)
  const k = Math.max(LEAST_ZOOM, Math.min(MOST_FIT, part * Math.min(across, down)))
  return new ZoomTransform(
    k,
    (area.left + area.right - k * (bounds.left + bounds.right)) / 2,
    (area.top + area.bottom - k * (bounds.top + bounds.bottom)) / 2,
  )
}

/** Zooms about the middle of the figure. */
export function zoomedBy(factor: number, { x, y, k }: ZoomTransform, { width, height }: Size): ZoomTransform {
  const next = Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, k * factor))
  const ratio = next / k
  return new ZoomTransform(next, width / 2 - (width / 2 - x) * ratio, height / 2 - (height / 2 - y) * ratio)
}

export function centredOn(x: number, y: number, k: number, { width, height }: Size): ZoomTransform {
  return new ZoomTransform(k, width / 2 - x * k, height / 2 - y * k)
}

/**
 * Returns a transform with the point inside the figure; the same transform if it is inside already.
 */
export function revealing(x: number, y: number, now: ZoomTransform, { width, height }: Size): ZoomTransform {
  const margin = Math.min(MARGIN, width / 4, height / 4)
  const missing = (at: number, length: number): number =>
    Math.max(margin - at, 0) + Math.min(length - margin - at, 0)
  const [byX, byY] = [missing(now.applyX(x), width), missing(now.applyY(y), height)]
  return byX === 0 && byY === 0 ? now : new ZoomTransform(now.k, now.x + byX, now.y + byY)
}

/** Returns a transform between two others, `t` from 0 to 1. */
export function between(from: ZoomTransform, to: ZoomTransform, t: number): ZoomTransform {
  const mix = (a: number, b: number): number => a + (b - a) * t
  return new ZoomTransform(mix(from.k, to.k), mix(from.x, to.x), mix(from.y, to.y))
}
