// The children of a box that are too narrow to be boxes, as a table.
import { useCallback, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import {
  type CallTree,
  functionOf,
  type TreeNode,
} from '../../../workers/core/reports/call-tree/tree-node.ts'
import { childAt, childCount } from '../../../workers/core/reports/call-tree/call-tree.ts'
import { boxName, describeBox } from '../../../workers/core/reports/call-tree/box-text.ts'
import { nodeName, treeRowText } from '../../../workers/core/reports/call-tree/tree-text.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import { formatTime, secondsOf } from '../../../workers/core/quantities.ts'
import { useSearchMark } from '../../state/selectors.ts'
import { GridRow } from '../../ui/GridRow.tsx'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { useGridRows } from '../../ui/use-grid-focus.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { LongName } from '../../ui/LongName.tsx'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import { zoomTo } from '../call-trees.ts'
import { isNodeOf, menuOfNode, selectNode, useSelectedHead } from '../tree-nodes.ts'
import table from '../../ui/table.module.css'
import styles from './flame.module.css'

const ROW_HEIGHT = 25

export function RestTable({
  opened,
  tree,
  rest,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly rest: TreeNode
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const count = childCount(tree, rest)
  const current = Math.min(active, count - 1)
  const selected = useSelectedHead(opened)
  const mark = useSearchMark()
  const nodeAt = useCallback((row: number) => childAt(tree, rest, row), [tree, rest])
  const choose = (row: number) => {
    setActive(row)
    selectNode(nodeAt(row), 'replace')
  }
  const grid = useGridRows({ scroller, count, rowHeight: ROW_HEIGHT, active: current, onMove: choose })
  const { profile } = tree.analyzed
  const time = (ticks: number) => formatTime(secondsOf(ticks, profile.rate), profile.abbreviation)
  return (
    <div className={styles.restTable}>
      <VirtualGrid
        role="grid"
        aria-label={`Rows of ${nodeName(tree, rest)}`}
        aria-colcount={5}
        onKeyDown={(event) => {
          if (event.key === 'Enter') zoomTo(opened, tree, nodeAt(current))
          else grid.onKeyDown(event)
        }}
        grid={grid}
        head={
          <div role="rowgroup" className={table.head}>
            <div role="row" aria-rowindex={1} className={styles.restRow}>
              {['% of all', 'Total', 'Self', 'Calls', 'Name'].map((label) => (
                <div key={label} role="columnheader" className={table.heading}>
                  {label}
                </div>
              ))}
            </div>
          </div>
        }
      >
        {grid.rows.visible.map(({ index, top, key }) => {
          const node = nodeAt(index)
          const text = treeRowText(tree, node)
          const f = functionOf(node)
          const name = boxName(tree, node)
          return (
            <GridRow
              key={key}
              row={index}
              top={top}
              isActive={index === current}
              isSelected={isNodeOf(node, selected)}
              aria-label={describeBox(tree, node)}
              {...menuOfNode(node)}
              className={styles.restRow}
              onFocus={() => setActive(index)}
              onPlainClick={() => choose(index)}
              onDoubleClick={() => zoomTo(opened, tree, node)}
            >
              {[text.share, time(node.totalTicks), time(node.selfTicks), text.calls].map((cell, at) => (
                <div key={at} role="gridcell" tabIndex={-1} className={styles.restNumber}>
                  {cell}
                </div>
              ))}
              <div role="rowheader" tabIndex={-1} className={styles.restName}>
                {f !== null && <GroupMark group={groupsOf(profile).groupOf(f)} />}
                <LongName {...nameParts(name)} ranges={mark(name)} />
              </div>
            </GridRow>
          )
        })}
      </VirtualGrid>
    </div>
  )
}
