// Keys on a node: open its entry, select it, move to another node or to an arc.
import type { KeyboardEvent } from 'react'
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import type { Positions } from './positions.ts'
import { openEntry, select } from '../../state/actions.ts'
import { openCycleEntry, selectCycle } from '../../state/selected-cycle.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { type WalkKey, isWalkKey, walk } from './walk.ts'
import { nodeUnder, cycleAt } from './event-target.ts'

/** What the keys on a node act on. */
export interface Walking {
  /** Positions of nodes at rest. */
  readonly resting: Positions
  readonly goTo: (node: number) => void
  /** Moves from a node to its arcs to callers or callees. */
  readonly beginOnArc: (node: number, key: WalkKey) => void
  /** Opens or closes a cycle. */
  readonly onCycle: (cycle: CycleIndex, isOpen: boolean) => void
}

/** Handles a key on a node, and stops its propagation. */
export function pressOnNode(
  event: KeyboardEvent,
  nodeLink: NodeLink,
  { resting, goTo, beginOnArc, onCycle }: Walking,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (pressOnCycle(event, nodeLink, onCycle)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  const node = nodeUnder(event.target)
  const f = node === null ? undefined : nodeLink.nodes[node]?.function
  if (node === null || f === undefined) return
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

/** Handles a key on a closed cycle, on a member of an open one or on its hull's name; returns whether it did. */
function pressOnCycle(
  { key, target }: KeyboardEvent,
  nodeLink: NodeLink,
  onCycle: Walking['onCycle'],
): boolean {
  const node = nodeUnder(target)
  const whole = cycleAt(nodeLink, target)
  const own = whole ?? (node === null ? NONE : (nodeLink.nodes[node]?.cycle ?? NONE))
  if (own === NONE) return false
  if (key === '+' && node !== null && whole !== null) onCycle(own, true)
  else if ((key === '-' || key === '−') && (node === null || whole === null)) onCycle(own, false)
  else if (whole !== null && key === 'Enter') openCycleEntry(whole)
  else if (whole !== null && key === ' ') selectCycle(whole, 'push')
  else return false
  return true
}
