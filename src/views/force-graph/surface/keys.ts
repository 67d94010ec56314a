// What a key does on a node: opens its entry, selects it, walks to another node or onto an arc.
import type { KeyboardEvent } from 'react'
import type { NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'
import { openEntry, select } from '../../../state/actions.ts'
import type { Positions } from '../drawing/positions.ts'
import { nodeUnder } from './use-drag.ts'
import { isWalkKey, walk, type WalkKey } from './walk.ts'

export interface Walking {
  /** Where nodes stand once nothing moves. */
  readonly resting: Positions
  readonly goTo: (node: number) => void
  /** From a node, towards callers or callees. */
  readonly beginOnArc: (node: number, key: WalkKey) => void
}

/** A key that means something here is no one else's. */
export function pressOnNode(
  event: KeyboardEvent,
  nodeLink: NodeLink,
  { resting, goTo, beginOnArc }: Walking,
): void {
  const node = nodeUnder(event.target)
  const f = node === null ? undefined : nodeLink.nodes[node]?.function
  if (node === null || f === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter') openEntry(f)
  else if (event.key === ' ') select(f, 'push')
  else if (event.shiftKey && isWalkKey(event.key)) beginOnArc(node, event.key)
  else if (isWalkKey(event.key)) {
    const next = walk(nodeLink, resting, node, event.key)
    if (next !== null) goTo(next)
  } else return
  event.preventDefault()
  event.stopPropagation()
}
