// Keyboard navigation along arcs: up to a caller, down to a callee, left or right among siblings. Page
// keys go as far as possible up or down, Home to the heaviest function, End to the lightest.
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import type { Positions } from './positions.ts'

/** Only the positions of nodes matter. */
type Standing = Pick<Positions, 'x' | 'y'>

const WALK_KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
] as const

/** A key that moves between nodes. */
export type WalkKey = (typeof WALK_KEYS)[number]

/** Whether the key moves between nodes. */
export function isWalkKey(key: string): key is WalkKey {
  return (WALK_KEYS as readonly string[]).includes(key)
}

/** Returns the node to move to, or null if there is none in that direction. */
export function walk(nodeLink: NodeLink, positions: Standing, from: number, key: WalkKey): number | null {
  switch (key) {
    case 'Home':
      return nodeLink.nodes.length > 0 ? 0 : null
    case 'End':
      return nodeLink.nodes.length > 0 ? nodeLink.nodes.length - 1 : null
    case 'PageUp':
      return farthestKin(nodeLink, positions, from, 'callers')
    case 'PageDown':
      return farthestKin(nodeLink, positions, from, 'callees')
    case 'ArrowUp':
      return nearestKin(nodeLink, positions, from, 'callers')
    case 'ArrowDown':
      return nearestKin(nodeLink, positions, from, 'callees')
    case 'ArrowLeft':
    case 'ArrowRight':
      return sibling(nodeLink, positions, from, key === 'ArrowLeft' ? -1 : 1)
  }
}

type WalkSide = 'callers' | 'callees'

/** Follows the nearest relative repeatedly: to the last one, or until one repeats. */
function farthestKin(nodeLink: NodeLink, positions: Standing, from: number, side: WalkSide): number | null {
  const seen = new Set<number>()
  let at = from
  for (let next: number | null = from; next !== null && !seen.has(next);) {
    at = next
    seen.add(at)
    next = nearestKin(nodeLink, positions, at, side)
  }
  return at === from ? null : at
}

/** Returns the heaviest caller or callee; those on the side that the key points to come first. */
function nearestKin(nodeLink: NodeLink, { y }: Standing, from: number, side: WalkSide): number | null {
  const ahead = (node: number): boolean =>
    ((y[node] ?? 0) - (y[from] ?? 0)) * (side === 'callees' ? 1 : -1) > 0
  let best: number | null = null
  let bestKey: readonly number[] = []
  for (const arc of nodeLink.arcs) {
    const here = side === 'callees' ? arc.parent : arc.child
    const there = side === 'callees' ? arc.child : arc.parent
    if (here !== from || there === from) continue
    const key = [ahead(there) ? 1 : 0, arc.share, arc.count]
    if (best === null || isGreater(key, bestKey)) {
      best = there
      bestKey = key
    }
  }
  return best
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0
    if (value !== other) return value > other
  }
  return false
}

/**
 * Returns the next callee of the heaviest caller, in drawing order; functions without callers are
 * siblings of each other.
 */
function sibling(nodeLink: NodeLink, positions: Standing, from: number, step: -1 | 1): number | null {
  const { arcs, nodes } = nodeLink
  const caller = nearestKin(nodeLink, positions, from, 'callers')
  const called = new Set(arcs.filter((arc) => arc.kind !== 'self').map((arc) => arc.child))
  const row =
    caller === null
      ? [...nodes.keys()].filter((node) => !called.has(node))
      : arcs.filter((arc) => arc.parent === caller && arc.child !== caller).map((arc) => arc.child)
  const x = (node: number): number => positions.x[node] ?? 0
  const ordered = [...new Set([...row, from])].toSorted((a, b) => x(a) - x(b) || a - b)
  return ordered[ordered.indexOf(from) + step] ?? null
}
