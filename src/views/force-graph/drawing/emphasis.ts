// Highlights in the graph: the selected, hovered and focused node with its arcs, and the search's
// matches.
import { useCallback, useMemo, useState } from 'react'
import type { DrawnArc, NodeLink } from '../../../../workers/core/reports/graph/node-link.ts'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/call-graph-profile.ts'
import { useFound, useSelected } from '../../../state/selectors.ts'
import { useStore } from '../../../state/store.ts'

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
const LEAST_PRESENCE = 0.3
/** Strength of arcs inside a cycle: no time is propagated along them, so all are alike. */
const CYCLE_PRESENCE = 0.6

/** Whether there are so many arcs that light ones are faded. */
export function isCrowded({ arcs }: NodeLink): boolean {
  return arcs.length > CROWD
}

/**
 * Returns the strength of an arc, 0–1. In a crowd it depends on the arc's share of the time;
 * otherwise, and on the hot path, it is full.
 */
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

/** Null for a node means that there is none. */
function emphasise(
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

// The highlighted nodes: selected, hovered in any view, and focused. Kept by function, so that they
// survive a new drawing.

/**
 * Returns the highlighted nodes of the drawing, and the highlights of its arcs.
 *
 * @param hoveredArc number of the arc under the pointer
 */
export function useMarkedNodes(opened: ProfileView, nodeLink: NodeLink, hoveredArc: number | null) {
  const [focusedFunction, setFocusedFunction] = useState<FunctionIndex | null>(null)
  const selectedFunction = useSelected(opened)
  const hoveredFunction = useStore((state) => state.ui.hovered)
  const found = useFound(opened)
  const nodeOf = useCallback(
    (f: FunctionIndex | null): number | null => {
      const index = f === null ? -1 : nodeLink.nodes.findIndex((node) => node.function === f)
      return index < 0 ? null : index
    },
    [nodeLink],
  )
  const selected = nodeOf(selectedFunction)
  const focused = nodeOf(focusedFunction)
  const hovered = nodeOf(hoveredFunction)
  const emphasis = useMemo(
    () => emphasise(nodeLink, hovered, hoveredArc, [selected, focused], found),
    [nodeLink, hovered, hoveredArc, selected, focused, found],
  )
  const focusOn = (node: number | null): void =>
    setFocusedFunction((node === null ? undefined : nodeLink.nodes[node]?.function) ?? null)
  /** The node with the tab stop. */
  const active = focused ?? selected ?? 0
  return { selected, active, emphasis, focusOn }
}
