// The call tree as rows that open: a treegrid of which only what is on screen is made.
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react'
import type { OpenedProfile } from '../../../../workers/api/contract.ts'
import { keyOf, type CallTree, type TreeNode } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { explainNode, type TreeColumn } from '../../../../workers/core/reports/call-tree/explain-node.ts'
import { nodeName, widestCalls } from '../../../../workers/core/reports/call-tree/row-text.ts'
import {
  nodeAtRow,
  placeAmong,
  rowOfNode,
  treeRows,
  type TreeRows,
} from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { NO_DIFFERENCES } from '../../../../workers/core/reports/what-if/differences.ts'
import { treeDifferences } from '../../../../workers/core/reports/what-if/tree-differences.ts'
import { select } from '../../../state/actions.ts'
import { useSearchMark, useSelected } from '../../../state/selectors.ts'
import { useStore } from '../../../state/store.ts'
import { isPlainKeyOnRow } from '../../../ui/rows/grid-focus.ts'
import { Tip, type TipContent } from '../../../ui/overlays/Tip.tsx'
import { VirtualGrid } from '../../../ui/rows/VirtualGrid.tsx'
import { useGridRows } from '../../../ui/rows/use-grid-rows.ts'
import { LEAST_DIGITS, useRowShape } from '../use-row-shape.ts'
import { HEADINGS, TreeHead } from './TreeHead.tsx'
import { pressOnNode } from './tree-keys.ts'
import { TreeRow } from './TreeRow.tsx'
import sheet from '../../../ui/rows/sheet.module.css'
import styles from './tree-rows.module.css'
import { useOpenedPaths } from './use-opened-paths.ts'

/** Pixels of the columns of times and of the share. */
const OTHER_COLUMNS = 248

export function TreeGrid({
  opened,
  tree,
  plain,
}: {
  readonly opened: OpenedProfile
  readonly tree: CallTree
  readonly plain: CallTree | null
}) {
  const shared = useStore((state) => state.shared)
  const selected = useSelected(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const { paths, setPaths } = useOpenedPaths(opened, tree)
  const calls = widestCalls(tree)
  const { isStacked, rowHeight } = useRowShape(scroller, OTHER_COLUMNS, Math.max(LEAST_DIGITS, calls))
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
  const explain = useCallback((key: string) => explainCell(tree, plain, rows, key), [tree, plain, rows])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const node = nodeAt(current)
    const moves = { toggle: () => toggle(current, node), goUp }
    const isOpen = paths.has(keyOf(node))
    if (isPlainKeyOnRow(event) && pressOnNode(event.key, node, isOpen, { opened, tree }, moves)) {
      event.preventDefault()
    } else grid.onKeyDown(event)
  }

  const mark = useSearchMark()
  const name = nodeName(tree, tree.root)
  const width = { '--calls': `${calls}ch` } as CSSProperties
  return (
    <Tip content={explain} className={sheet.tip}>
      <VirtualGrid
        role="treegrid"
        aria-label={`${tree.direction === 'callees' ? 'Callees' : 'Callers'} of ${name}`}
        aria-rowcount={rows.length + 1}
        aria-colcount={HEADINGS.length}
        data-stacked={isStacked}
        className={styles.grid}
        style={width}
        onKeyDown={onKeyDown}
        scroller={scroller}
        rows={grid.rows}
        count={rows.length}
        head={<TreeHead unit={tree.analyzed.profile.abbreviation} />}
      >
        {grid.rows.visible.map(({ index, top }) => {
          const node = nodeAt(index)
          const key = keyOf(node)
          return (
            <TreeRow
              key={key}
              {...{ opened, shared, tree, node, top, mark }}
              row={index}
              place={placeAmong(tree, rows, index, node)}
              isOpen={paths.has(key)}
              isActive={index === current}
              isSelected={node.function === selected}
              was={plain ? treeDifferences(tree, plain, node) : NO_DIFFERENCES}
              onFocus={setActive}
              onPick={pick}
              onToggle={toggle}
            />
          )
        })}
      </VirtualGrid>
    </Tip>
  )
}

/** @param key as TreeRow names its cells: column and row */
function explainCell(tree: CallTree, plain: CallTree | null, rows: TreeRows, key: string): TipContent | null {
  const [column = '', row = ''] = key.split(':')
  if (Number(row) >= rows.length) return null
  const node = nodeAtRow(tree, rows, Number(row))
  const told = explainNode(tree, node, column as TreeColumn)
  const was = plain ? treeDifferences(tree, plain, node)[column as TreeColumn] : undefined
  return told && { ...told, was }
}
