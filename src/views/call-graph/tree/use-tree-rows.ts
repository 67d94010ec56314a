// The rows of a call tree in a grid: which are open, which one has the focus, and what keys and clicks change of that.
import { useCallback, useEffect, useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { keyOf, type CallTree, type TreeNode } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { nodeAtRow, rowOfNode, treeRows } from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { select } from '../../../state/actions.ts'
import { isPlainKeyOnRow } from '../../../ui/rows/grid-focus.ts'
import { useGridRows } from '../../../ui/rows/use-grid-rows.ts'
import { pressOnNode } from './tree-keys.ts'
import { useOpenedPaths } from './use-opened-paths.ts'

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
    select(nodeAt(row).function, 'replace')
  }
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active: current, onMove: choose })
  const { focusRow } = grid

  // The keys work at once: a tree of another function has the focus at its top.
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
  return { rows, virtual: grid.rows, paths, current, nodeAt, setActive, pick, toggle, onKeyDown }
}
