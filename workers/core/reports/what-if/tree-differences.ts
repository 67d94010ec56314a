// Which numbers of a path differ from those of the same path without a scenario.
import type { FunctionIndex } from '../../profile/tables.ts'
import { nodeAlong, pathTo, type CallTree, type TreeNode } from '../call-tree/call-tree.ts'
import type { TreeColumn } from '../call-tree/explain-node.ts'
import { treeRowText } from '../call-tree/row-text.ts'
import { NO_DIFFERENCES, NOT_KNOWN, type Differences } from './differences.ts'

const COLUMNS: readonly TreeColumn[] = ['share', 'total', 'self', 'calls']

/** Nothing where the plain profile has no such path, as when a cycle came apart. */
export function treeDifferences(tree: CallTree, plain: CallTree, node: TreeNode): Differences<TreeColumn> {
  const steps = pathTo(node).map((step): FunctionIndex => step.function)
  const counterpart = nodeAlong(plain, steps.slice(1))
  if (counterpart.depth !== node.depth || counterpart.kind !== node.kind) return NO_DIFFERENCES
  const here = treeRowText(tree, node)
  const there = treeRowText(plain, counterpart)
  const differences: Partial<Record<TreeColumn, string>> = {}
  for (const column of COLUMNS) {
    if (here[column] === there[column]) continue
    const unit =
      column === 'share' ? ' %' : column === 'calls' ? '' : ` ${plain.analyzed.profile.abbreviation}`
    differences[column] = there[column] === '' ? NOT_KNOWN : `${there[column]}${unit}`
  }
  return differences
}
