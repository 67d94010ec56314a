// The node, arc or cycle of the graph that an event is on.
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'

export function nodeUnder(target: EventTarget | null): number | null {
  return indexUnder(target, 'node')
}

export function arcUnder(target: EventTarget | null): number | null {
  return indexUnder(target, 'arc')
}

/** Returns the cycle that is the node, or whose hull's name is at the event. */
export function cycleAt({ nodes }: NodeLink, target: EventTarget | null): CycleIndex | null {
  const node = nodeUnder(target)
  const closed = node === null ? NONE : (nodes[node]?.closed ?? NONE)
  if (closed !== NONE) return closed
  const cycle = node === null ? indexUnder(target, 'cycle') : null
  return cycle === null ? null : (cycle as CycleIndex)
}

function indexUnder(target: EventTarget | null, kind: 'node' | 'arc' | 'cycle'): number | null {
  const element = target instanceof Element ? target.closest<SVGElement>(`[data-${kind}]`) : null
  const index = element?.dataset[kind]
  return index === undefined ? null : Number(index)
}
