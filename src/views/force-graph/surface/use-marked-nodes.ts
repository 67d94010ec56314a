// Which nodes stand out: the selected one, the one hovered in any view, the one under the keyboard. They are kept by
// function, so that they stay the same when the picture is drawn anew.
import { useCallback, useMemo, useState } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/tables.ts'
import type { NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'
import { useSelected } from '../../../state/selectors.ts'
import { useStore } from '../../../state/store.ts'
import { useFound } from '../../../state/use-found.ts'
import { emphasise } from '../drawing/emphasis.ts'

/** @param hoveredArc the arc under the pointer */
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
  /** Which one the keyboard is at, or comes to first. */
  const active = focused ?? selected ?? 0
  return { selected, active, emphasis, focusOn }
}
