// Rules for a box of the flame view: its height, its edges, whether it is a cycle that opens.
import { NONE } from '../../../workers/core/base/columns.ts'
import type { CallTree, TreeNode } from '../../../workers/core/reports/call-tree/tree-node.ts'
import { cycleOfNode } from '../tree-nodes.ts'

/** Height of a level in pixels. */
export const ROW = 20

/** Pixels between boxes that are wide enough for a gap. */
export const GAP = 1
export const SPARES_A_GAP = 2.5
/** Narrower boxes show no edge for an estimate. */
export const SHOWS_AN_EDGE = 4

/** Whether a box is a whole cycle that can show its members below it. */
export const canOpen = ({ direction }: CallTree, node: TreeNode): boolean =>
  direction === 'callees' && cycleOfNode(node) !== null

/** Whether a box is a cycle drawn as one node. */
export const isClosed = (tree: CallTree, node: TreeNode): boolean =>
  node.cycle !== NONE && canOpen(tree, node) && tree.closed.has(node.cycle)
