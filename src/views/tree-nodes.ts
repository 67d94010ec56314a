// A node of a call tree as the function or cycle that it shows: its selection, its menu, the pointer on
// it.
import { useMemo } from 'react'
import { NONE } from '../../workers/core/base/columns.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { functionOf, type TreeNode } from '../../workers/core/reports/call-tree/tree-node.ts'
import type { ProfileView } from '../../workers/api/contract.ts'
import { hoverCycle, selectCycle, useSelectedCycle } from '../state/selected-cycle.ts'
import { hover, select } from '../state/actions.ts'
import { useSelected } from '../state/selectors.ts'
import { menuOf, menuOfCycle } from './menu-subject.ts'

/** Returns the cycle that a node shows as a whole, or null. */
export const cycleOfNode = ({ kind, cycle }: TreeNode): CycleIndex | null =>
  kind === 'cycle' && cycle !== NONE ? cycle : null

/** Selects what a node shows. Parts of the program leave the selection as it is. */
export function selectNode(node: TreeNode, how: 'push' | 'replace'): void {
  const cycle = cycleOfNode(node)
  const f = functionOf(node)
  if (cycle !== null) selectCycle(cycle, how)
  else if (f !== null) select(f, how)
}

/** Returns the attribute for the menu of what a node shows; none for parts of the program. */
export function menuOfNode(node: TreeNode): { readonly 'data-menu'?: string } {
  const cycle = cycleOfNode(node)
  const f = functionOf(node)
  return cycle !== null ? menuOfCycle(cycle) : f === null ? {} : menuOf(f)
}

/** What is selected: a function, a cycle or nothing. */
export interface SelectedHead {
  readonly f: FunctionIndex | null
  readonly cycle: CycleIndex | null
}

/** Returns what is selected in this profile. */
export function useSelectedHead(opened: ProfileView): SelectedHead {
  const f = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  return useMemo(() => ({ f, cycle }), [f, cycle])
}

/** Whether a node shows this function or this cycle. A cycle's members show it, too, as long as it is open. */
export function isNodeOf(node: TreeNode, { f, cycle }: SelectedHead): boolean {
  const whole = cycleOfNode(node)
  return whole === null ? f !== null && functionOf(node) === f : whole === cycle
}

/** Highlights what is under the pointer in all views. */
export function hoverNode(node: TreeNode | null): void {
  const cycle = node && cycleOfNode(node)
  hover(node && cycle === null ? functionOf(node) : null)
  hoverCycle(cycle)
}
