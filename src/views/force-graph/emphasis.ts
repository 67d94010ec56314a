// Highlights: the node that is selected, hovered or focused with its arcs, the search's matches.
import type { DrawnArc, NodeLink } from '../../../workers/core/reports/graph/drawing.ts'

/** The highlights of a drawing. */
export interface Emphasis {
  /** Nodes and arcs around the hovered node; all others are faded. Null: nothing is hovered. */
  readonly near: { readonly nodes: ReadonlySet<number>; readonly arcs: ReadonlySet<number> } | null
  /** Arcs of the selected and the focused node: darker, with their counts. */
  readonly strongArcs: ReadonlySet<number>
  /** By FunctionIndex, 1 for each match of the search; null without a search. */
  readonly found: Uint8Array | null
}

/**
 * Number of arcs from which on light arcs are faded behind heavy ones, and badges lose their
 * frames.
 */
const CROWD = 40
/** Share of the time from which on an arc has full strength. */
const HEAVY = 0.15
const LEAST_PRESENCE = 0.42
/** Strength of arcs inside a cycle, where no time is propagated: down, and back up. */
const DOWN_PRESENCE = 0.85
const BACK_PRESENCE = 0.6

/** Whether there are so many arcs that light ones are faded. */
export function isCrowded({ arcs }: NodeLink): boolean {
  return arcs.length > CROWD
}

/**
 * Returns the strength of an arc, 0–1. In a crowd it depends on the arc's share of the time;
 * otherwise, and on the hot path, it is full.
 */
export function arcPresence({ kind, isBack, isHot, share }: DrawnArc, isInCrowd: boolean): number {
  if (!isInCrowd || isHot) return 1
  if (kind === 'cycle') return isBack ? BACK_PRESENCE : DOWN_PRESENCE
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

/** Null for a node means that there is none. */
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
