// What stands out at the moment: the selection or what is hovered with its arcs and neighbours, and what a search found.
import type { DrawnArc, NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'

export interface Emphasis {
  /** Nodes and arcs of what is under the pointer; everything else steps back. Null: nothing is. */
  readonly near: { readonly nodes: ReadonlySet<number>; readonly arcs: ReadonlySet<number> } | null
  /** Arcs of the selected and the focused node: darker, with their counts. */
  readonly strongArcs: ReadonlySet<number>
  /** By FunctionIndex, 1 for what a search found; null without a search. */
  readonly found: Uint8Array | null
}

/** Arcs from which on the light ones step back behind the heavy ones, and badges lose their frames. */
const CROWD = 40
/** Share of the time from which on an arc is in full strength. */
const HEAVY = 0.15
const LEAST_PRESENCE = 0.3
/** Inside a cycle no time passes, so that nothing tells light from heavy. */
const CYCLE_PRESENCE = 0.6

export function isCrowded({ arcs }: NodeLink): boolean {
  return arcs.length > CROWD
}

/** In a crowd an arc is as strong as the time that passes along it; on its own, or on the hot path, in full strength. */
export function arcPresence({ kind, isHot, share }: DrawnArc, isInCrowd: boolean): number {
  if (!isInCrowd || isHot) return 1
  if (kind === 'cycle') return CYCLE_PRESENCE
  return LEAST_PRESENCE + (1 - LEAST_PRESENCE) * Math.sqrt(Math.min(1, Math.max(0, share) / HEAVY))
}

function neighbourhood(nodeLink: NodeLink, node: number) {
  const nodes = new Set([node])
  const arcs = new Set<number>()
  nodeLink.arcs.forEach((arc, index) => {
    if (arc.parent !== node && arc.child !== node) return
    arcs.add(index)
    nodes.add(arc.parent).add(arc.child)
  })
  return { nodes, arcs }
}

/** `null` for any of the nodes means there is none. */
export function emphasise(
  nodeLink: NodeLink,
  hoveredNode: number | null,
  hoveredArc: number | null,
  strongNodes: readonly (number | null)[],
  found: Emphasis['found'],
): Emphasis {
  const strongArcs = new Set<number>()
  for (const node of strongNodes) {
    if (node !== null) for (const arc of neighbourhood(nodeLink, node).arcs) strongArcs.add(arc)
  }
  return { near: nearOf(nodeLink, hoveredNode, hoveredArc), strongArcs, found }
}

function nearOf(nodeLink: NodeLink, hoveredNode: number | null, hoveredArc: number | null): Emphasis['near'] {
  if (hoveredNode !== null) return neighbourhood(nodeLink, hoveredNode)
  const arc = hoveredArc === null ? undefined : nodeLink.arcs[hoveredArc]
  if (!arc || hoveredArc === null) return null
  return { nodes: new Set([arc.parent, arc.child]), arcs: new Set([hoveredArc]) }
}
