// What the keys do on a row of the call tree, beyond moving from row to row.
import type { ProfileView } from '../../../../workers/api/contract.ts'
import {
  arcsAbove,
  childCount,
  type CallTree,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { arcName } from '../../../../workers/core/reports/names/arc-names.ts'
import { openEntry } from '../../../state/actions.ts'
import { cut } from '../../../state/scenario.ts'
import { rootAt } from '../arrange.ts'

/** How the grid opens, folds and leaves a row. */
export interface RowMoves {
  readonly toggle: () => void
  readonly goUp: (to: TreeNode) => void
}

/** Right opens, Left folds and then goes up, Space turns, Enter opens the entry. True if the key was one of these. */
export function pressOnNode(
  key: string,
  node: TreeNode,
  isOpened: boolean,
  { opened, tree }: { readonly opened: ProfileView; readonly tree: CallTree },
  moves: RowMoves,
): boolean {
  const isLeaf = childCount(tree, node) === 0
  const isOpen = !isLeaf && isOpened
  const turnsBy = isLeaf ? [] : [' ', isOpen ? 'ArrowLeft' : 'ArrowRight']
  if (turnsBy.includes(key)) moves.toggle()
  else if (key === 'ArrowLeft' && node.parent) moves.goUp(node.parent)
  else if (key === 'Enter') openEntry(node.function)
  else if (key === 'r') rootAt(opened, node.function)
  else if (key === 'x') cut(arcsAbove(tree, node).map((arc) => arcName(tree.analyzed, arc)))
  else return false
  return true
}
