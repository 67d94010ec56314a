// The current places of nodes: the layout's, those set by the user, the way from the previous drawing.
import type { LayoutResult, LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import { useCallback, useState } from 'react'
import { FIGURES_SIZE, type Scene, sidesOf } from './scene.ts'

type PinsByStyle = Readonly<Record<LayoutStyle, Pins>>

/** Returns the pinned nodes of a layout style, and functions that change them. */
export function usePins(style: LayoutStyle) {
  const [all, setAll] = useState<PinsByStyle>({ force: NO_PINS, layered: NO_PINS })
  const setPins = useCallback(
    (next: (before: Pins) => Pins) => setAll((before) => ({ ...before, [style]: next(before[style]) })),
    [style],
  )
  return { pins: all[style], setPins }
}

/** Positions of nodes and the bends of arcs, in drawing units. */
export interface Positions {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  /** By arc. */
  readonly bow: ArrayLike<number>
  /** The layout itself, with the arcs' bends before any node was moved. */
  readonly layout: LayoutResult | null
}

/** A point in drawing units. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Nodes that the user has moved; they stay in place until unpinned. */
export type Pins = ReadonlyMap<FunctionIndex, Place>

/** No node is pinned. */
export const NO_PINS: Pins = new Map([])

/** Returns the pins with a function pinned at a place. */
export function pinned(pins: Pins, f: FunctionIndex, place: Place): Pins {
  return new Map(pins).set(f, place)
}

/** Returns the pins without a function. */
export function unpinned(pins: Pins, f: FunctionIndex): Pins {
  return new Map([...pins].filter(([other]) => other !== f))
}

/** Returns the layout's positions with pinned nodes at their places. */
export function applyPins(result: LayoutResult, { nodes }: NodeLink, pins: Pins): Positions {
  if (pins.size === 0) return { x: result.x, y: result.y, bow: result.bow, layout: result }
  const x = Float64Array.from(result.x)
  const y = Float64Array.from(result.y)
  nodes.forEach((node, index) => {
    const place = pins.get(node.function)
    if (!place) return
    x[index] = place.x
    y[index] = place.y
  })
  return { x, y, bow: result.bow, layout: result }
}

/**
 * Returns positions on the way from the previous ones; new functions start at their final place.
 */
export function between(
  before: ReadonlyMap<FunctionIndex, Place>,
  scene: Scene,
  to: Positions,
  t: number,
): Positions {
  if (t >= 1) return to
  const x = Float64Array.from(to.x)
  const y = Float64Array.from(to.y)
  scene.nodeLink.nodes.forEach((node, index) => {
    const from = before.get(node.function)
    if (!from) return
    x[index] = from.x + ((x[index] ?? 0) - from.x) * t
    y[index] = from.y + ((y[index] ?? 0) - from.y) * t
  })
  return { x, y, bow: to.bow, layout: to.layout }
}

/**
 * Returns an arc's bends for the current positions of its ends: each bend moves with the nearer
 * end.
 */
export function bendsOf({ x, y, layout }: Positions, arc: number, parent: number, child: number): Place[] {
  if (!layout) return []
  const [start, end] = [layout.bendStart[arc] ?? 0, layout.bendStart[arc + 1] ?? 0]
  if (start === end) return []
  const by = (now: ArrayLike<number>, then: ArrayLike<number>, node: number): number =>
    (now[node] ?? 0) - (then[node] ?? 0)
  const [parentX, parentY] = [by(x, layout.x, parent), by(y, layout.y, parent)]
  const [childX, childY] = [by(x, layout.x, child), by(y, layout.y, child)]
  return Array.from({ length: end - start }, (_, at) => {
    const t = (at + 1) / (end - start + 1)
    return {
      x: (layout.bendX[start + at] ?? 0) + parentX * (1 - t) + childX * t,
      y: (layout.bendY[start + at] ?? 0) + parentY * (1 - t) + childY * t,
    }
  })
}

/** Returns the positions of all nodes by function. */
export function placesOf({ nodeLink }: Scene, positions: Positions): Map<FunctionIndex, Place> {
  return new Map(
    nodeLink.nodes.map((node, index) => [
      node.function,
      { x: positions.x[index] ?? 0, y: positions.y[index] ?? 0 },
    ]),
  )
}

/** A bounding box in drawing units. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Distance from a disc to the far end of a badge. */
const BADGE_REACH = 22
/** Distance from a box to the ring around it. */
const RING_REACH = 8

/** Returns the bounding box of marks with their badges, hulls, points and the given boxes. */
export function boundsOf(
  scene: Scene,
  { x, y }: Positions,
  points: readonly Place[],
  boxes: readonly Bounds[],
): Bounds {
  const { nodes } = scene
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const take = (box: Bounds, margin: number): void => {
    left = Math.min(left, box.left - margin)
    top = Math.min(top, box.top - margin)
    right = Math.max(right, box.right + margin)
    bottom = Math.max(bottom, box.bottom + margin)
  }
  nodes.forEach(({ halfWidth, halfHeight }, index) => {
    const [atX, atY] = [x[index] ?? 0, y[index] ?? 0]
    if (scene.shape === 'box') {
      const { left: before, right: after } = sidesOf(scene, index)
      take(
        { left: atX - before, right: atX + after, top: atY - halfHeight, bottom: atY + halfHeight },
        RING_REACH,
      )
      return
    }
    const reach = Math.max(halfHeight, FIGURES_SIZE) + BADGE_REACH
    const beside = halfWidth + BADGE_REACH
    take({ left: atX - beside, right: atX + halfWidth, top: atY - reach, bottom: atY + reach }, 4)
  })
  for (const { x: atX, y: atY } of points) take({ left: atX, right: atX, top: atY, bottom: atY }, 14)
  for (const box of boxes) take(box, 10)
  return nodes.length === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : { left, top, right, bottom }
}
