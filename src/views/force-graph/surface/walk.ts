// Arrow keys walk along arcs: up to a caller, down to a callee, left and right among siblings.
import type { NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'
import type { Positions } from '../drawing/positions.ts'

/** Where nodes stand is all that matters. */
type Standing = Pick<Positions, 'x' | 'y'>

export type WalkKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home'

export function isWalkKey(key: string): key is WalkKey {
  return ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home'].includes(key)
}

/** The node to go to, or null when there is none that way. */
export function walk(nodeLink: NodeLink, positions: Standing, from: number, key: WalkKey): number | null {
  switch (key) {
    case 'Home':
      return nodeLink.nodes.length > 0 ? 0 : null
    case 'ArrowUp':
      return nearestKin(nodeLink, positions, from, 'callers')
    case 'ArrowDown':
      return nearestKin(nodeLink, positions, from, 'callees')
    case 'ArrowLeft':
    case 'ArrowRight':
      return sibling(nodeLink, positions, from, key === 'ArrowLeft' ? -1 : 1)
  }
}

/** The heaviest caller or callee; those drawn on the side the key points to come first. */
function nearestKin(
  nodeLink: NodeLink,
  { y }: Standing,
  from: number,
  side: 'callers' | 'callees',
): number | null {
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

/** Among the callees of its heaviest caller, in drawing order; a function without caller has the other such as siblings. */
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
