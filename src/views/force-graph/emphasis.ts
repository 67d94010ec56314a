// Highlights: the selected, hovered and focused node with its arcs, and the search's matches.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  type DrawnArc,
  type NodeLink,
  nodesByFunction,
} from '../../../workers/core/reports/graph/node-link.ts'
import { useFound, useSelected, useStore } from '../../state/store.ts'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import { useMemo, useState } from 'react'
import type { Scene } from './scene.ts'

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
export function useMarkedNodes(opened: ProfileView, scene: Scene, hoveredArc: number | null) {
  const { nodeLink } = scene
  const [focusedFunction, setFocusedFunction] = useState<FunctionIndex | null>(null)
  const selectedFunction = useSelected(opened)
  const selectedCycle = useSelectedCycle(opened)
  const hoveredFunction = useStore((state) => state.ui.hovered)
  const hoveredCycle = useStore((state) => state.ui.hoveredCycle)
  const found = useFound(opened)
  const byFunction = useMemo(() => nodesByFunction(scene.analyzed, nodeLink.nodes), [scene, nodeLink])
  const nodeOf = (f: FunctionIndex | null): number | null => (f === null ? null : (byFunction.get(f) ?? null))
  const nodeOfCycle = (cycle: CycleIndex | null): number | null => {
    const node = cycle === null ? -1 : nodeLink.nodes.findIndex(({ closed }) => closed === cycle)
    return node < 0 ? null : node
  }
  const selected = nodeOfCycle(selectedCycle) ?? nodeOf(selectedFunction)
  const focused = nodeOf(focusedFunction)
  const hovered = nodeOfCycle(hoveredCycle) ?? nodeOf(hoveredFunction)
  const emphasis = useMemo(
    () => emphasise(nodeLink, hovered, hoveredArc, [selected, focused], found),
    [nodeLink, hovered, hoveredArc, selected, focused, found],
  )
  const focusOn = (node: number | null): void =>
    setFocusedFunction((node === null ? undefined : nodeLink.nodes[node]?.function) ?? null)
  const cycles: MarkedCycles = useMemo(
    () => ({ selected: selectedCycle, hovered: hoveredCycle }),
    [selectedCycle, hoveredCycle],
  )
  /** The node with the tab stop. */
  const active = focused ?? selected ?? 0
  return { selected, active, emphasis, focusOn, cycles, nodeOf }
}

/** The highlighted cycles. */
export interface MarkedCycles {
  readonly selected: CycleIndex | null
  /** The one under the pointer in any view. */
  readonly hovered: CycleIndex | null
}
