// The highlighted nodes: selected, hovered in any view, or focused. Kept by function, so that they
// survive a new drawing.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { nodesByFunction } from '../../../workers/core/reports/graph/drawing.ts'
import { useFound, useSelected } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import { useMemo, useState } from 'react'
import type { Scene } from './scene.ts'
import { emphasise } from './emphasis.ts'

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
