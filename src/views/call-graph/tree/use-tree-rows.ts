// The state of the rows: which are unfolded, which has the focus, how keys change that. Unfolded nodes
// are kept while other views are shown, until the profile is closed.
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { arcsAbove, childCount, keyOf } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import {
  type CallTree,
  functionOf,
  isFunctionNode,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/tree-node.ts'
import { arcName } from '../../../../workers/core/names/arc-names.ts'
import { openEntry } from '../../../state/actions.ts'
import { openCycleEntry } from '../../../state/selected-cycle.ts'
import { rootAt } from '../params.ts'
import {
  initiallyExpanded,
  nodeAtRow,
  rowOfNode,
  treeRows,
} from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { isPlainKeyOnRow, useGridRows } from '../../../ui/use-grid-focus.ts'
import { cut } from '../../../state/questions/scenario.ts'
import { setUi, useStore } from '../../../state/store.ts'
import { cycleOfNode, selectNode } from '../../tree-nodes.ts'

export function useTreeRows(
  opened: ProfileView,
  tree: CallTree,
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const { paths, setPaths } = useOpenedPaths(opened, tree)
  const rows = useMemo(() => treeRows(tree, paths), [tree, paths])
  const [active, setActive] = useState(0)
  const current = Math.min(active, rows.length - 1)
  const nodeAt = useCallback((row: number) => nodeAtRow(tree, rows, row), [tree, rows])
  const choose = (row: number) => {
    setActive(row)
    selectNode(nodeAt(row), 'replace')
  }
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active: current, onMove: choose })
  const { focusRow } = grid

  // So that the keys work at once: a new tree has the focus on its root.
  useEffect(() => {
    if (document.activeElement === document.body) focusRow(0)
  }, [focusRow])

  const pick = (row: number) => {
    choose(row)
    focusRow(row)
  }
  const toggle = (row: number, node: TreeNode) => {
    const next = new Set(paths)
    const key = keyOf(node)
    if (!next.delete(key)) next.add(key)
    setPaths(next)
    setActive(row)
    focusRow(row)
  }
  const goUp = (to: TreeNode) => {
    const row = rowOfNode(tree, rows, keyOf(to))
    grid.rows.scrollTo(row, 'auto')
    pick(row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const node = nodeAt(current)
    const moves = { toggle: () => toggle(current, node), goUp }
    const isOpen = paths.has(keyOf(node))
    if (isPlainKeyOnRow(event) && pressOnNode(event.key, node, isOpen, { opened, tree }, moves)) {
      event.preventDefault()
    } else grid.onKeyDown(event)
  }
  return { rows, grid, paths, current, nodeAt, setActive, pick, toggle, onKeyDown }
}

type Paths = ReadonlySet<string>

const NONE_UNFOLDED: ReadonlyMap<string, Paths> = new Map([])

function useOpenedPaths(opened: ProfileView, tree: CallTree) {
  const { files } = opened
  const unfolded = useStore((state) => state.ui.unfoldedNodes)
  const byTree = unfolded?.of === files ? unfolded.byTree : NONE_UNFOLDED
  const key = `${tree.direction} ${tree.root.step}`
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another scenario's tree opens what was open
  const first = useMemo(() => initiallyExpanded(tree), [key, files])
  const paths = byTree.get(key) ?? first
  const setPaths = (next: Paths) =>
    setUi({ unfoldedNodes: { of: files, byTree: new Map(byTree).set(key, next) } })
  return { paths, setPaths }
}

/** Actions that unfold, fold and leave a row. */
export interface RowMoves {
  readonly toggle: () => void
  readonly goUp: (to: TreeNode) => void
}

/**
 * Handles Right (unfold), Left (fold, then go to the parent), Space (toggle) and Enter (open the
 * entry). Returns true if the key was one of these.
 */
export function pressOnNode(
  key: string,
  node: TreeNode,
  isOpened: boolean,
  { opened, tree }: { readonly opened: ProfileView; readonly tree: CallTree },
  moves: RowMoves,
): boolean {
  const isLeaf = childCount(tree, node) === 0
  const isOpen = !isLeaf && isOpened
  const cycle = cycleOfNode(node)
  const turnsBy = isLeaf ? [] : [' ', isOpen ? 'ArrowLeft' : 'ArrowRight']
  if (turnsBy.includes(key)) moves.toggle()
  else if (key === 'ArrowLeft' && node.parent) moves.goUp(node.parent)
  else if (key === 'Enter' && cycle !== null) openCycleEntry(cycle)
  else if (key === 'Enter' && isFunctionNode(node)) openEntry(node.function)
  else if (key === 'r') rootAt(opened, functionOf(node))
  else if (key === 'x') cut(arcsAbove(tree, node).map((arc) => arcName(tree.analyzed, arc)))
  else return false
  return true
}
