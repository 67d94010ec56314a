// The call tree as a grid of rows that unfold, below its headings.
import { type CSSProperties, useCallback, useRef } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import {
  type CallTree,
  type Direction,
  isFunctionNode,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/tree-node.ts'
import { keyOf } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { explainNode } from '../../../../workers/core/reports/call-tree/explain-node.ts'
import {
  nodeName,
  type TreeColumn,
  treeDifferences,
  widestCalls,
} from '../../../../workers/core/reports/call-tree/tree-text.ts'
import { entryPatch, hashFor, useHrefOf, useSearchMark } from '../../../state/selectors.ts'
import { useStore } from '../../../state/store.ts'
import { cycleEntryPatch } from '../../../state/selected-cycle.ts'
import { LEAST_DIGITS, useRowShape } from '../use-row-shape.ts'
import { TREE_WORDS } from '../column-tips.ts'
import { nodeAtRow, placeAmong, type TreeRows } from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { NO_DIFFERENCES } from '../../../../workers/core/reports/differences.ts'
import { Tooltip, type TooltipContent } from '../../../ui/Tooltip.tsx'
import { VirtualGrid } from '../../../ui/VirtualGrid.tsx'
import { cycleOfNode, isNodeOf, useSelectedHead } from '../../tree-nodes.ts'
import table from '../../../ui/table.module.css'
import lines from '../lines.module.css'
import styles from './call-tree.module.css'
import { useTreeRows } from './use-tree-rows.ts'
import { TreeRow } from './TreeRow.tsx'

/** Pixels of the time columns and the share column. */
const OTHER_COLUMNS = 248

export function TreeGrid({
  opened,
  tree,
  measured,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly measured: CallTree | null
}) {
  const hrefOf = useHrefOf(opened, entryPatch)
  const shared = useStore((state) => state.shared)
  const hrefOfNode = (node: TreeNode): string | null => {
    const cycle = cycleOfNode(node)
    // A step into a cycle has the name of the member that it leads to.
    if (cycle !== null && node.parent === null) return hashFor(shared, cycleEntryPatch(shared, opened, cycle))
    return isFunctionNode(node) ? hrefOf(node.function) : null
  }
  const selected = useSelectedHead(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const calls = widestCalls(tree)
  const { isStacked, rowHeight } = useRowShape(scroller, OTHER_COLUMNS, Math.max(LEAST_DIGITS, calls))
  const { rows, grid, paths, current, nodeAt, ...moves } = useTreeRows(opened, tree, scroller, rowHeight)
  const explain = useCallback((key: string) => explainCell(tree, measured, rows, key), [tree, measured, rows])
  const mark = useSearchMark()
  const name = nodeName(tree, tree.root)
  const width = { '--calls': `${calls}ch` } as CSSProperties
  return (
    <Tooltip content={explain} className={table.tip}>
      <VirtualGrid
        role="treegrid"
        aria-label={`${tree.direction === 'callees' ? 'Callees' : 'Callers'} of ${name}`}
        aria-colcount={HEADINGS.length}
        data-stacked={isStacked}
        className={styles.grid}
        style={width}
        onKeyDown={moves.onKeyDown}
        grid={grid}
        head={<TreeHead unit={tree.analyzed.profile.abbreviation} direction={tree.direction} />}
      >
        {grid.rows.visible.map(({ index, top }) => {
          const node = nodeAt(index)
          const key = keyOf(node)
          return (
            <TreeRow
              key={key}
              {...{ opened, tree, node, top, mark }}
              href={hrefOfNode(node)}
              row={index}
              place={placeAmong(tree, rows, index, node)}
              isOpen={paths.has(key)}
              isActive={index === current}
              isSelected={isNodeOf(node, selected)}
              was={measured ? treeDifferences(tree, measured, node) : NO_DIFFERENCES}
              onFocus={moves.setActive}
              onPick={moves.pick}
              onToggle={moves.toggle}
            />
          )
        })}
      </VirtualGrid>
    </Tooltip>
  )
}

/** @param key of a cell in TreeRow: column and row; of a heading in TreeHead: the column alone */
function explainCell(
  tree: CallTree,
  measured: CallTree | null,
  rows: TreeRows,
  key: string,
): TooltipContent | null {
  const [column = '', row] = key.split(':')
  if (row === undefined) return TREE_WORDS[tree.direction][column as TreeColumn]
  if (Number(row) >= rows.length) return null
  const node = nodeAtRow(tree, rows, Number(row))
  const explanation = explainNode(tree, node, column as TreeColumn)
  const was = measured ? treeDifferences(tree, measured, node)[column as TreeColumn] : undefined
  return explanation && { ...explanation, was }
}

/** The columns of the call tree. */
const HEADINGS = [
  { column: 'share', label: '% of all', isTime: false },
  { column: 'total', label: 'Total', isTime: true },
  { column: 'self', label: 'Self', isTime: true },
  { column: 'calls', label: 'Calls', isTime: false },
  { column: 'name', label: 'Name', isTime: false },
] as const

/** For callers these are times of the root function along each path, not the callers' own times. */
const OF_FIRST: Partial<Record<string, string>> = { total: 'Of total', self: 'Of self' }

function TreeHead({ unit, direction }: { readonly unit: string; readonly direction: Direction }) {
  return (
    <div role="rowgroup" className={table.head}>
      <div role="row" aria-rowindex={1} className={`${lines.headings} ${styles.headRow}`}>
        {HEADINGS.map(({ column, label: plain, isTime }) => {
          const label = (direction === 'callers' ? OF_FIRST[column] : undefined) ?? plain
          return (
            <div
              key={column}
              role="columnheader"
              aria-label={label}
              data-tip={column === 'name' ? undefined : column}
              className={`${table.heading} ${styles.heading} ${styles[column] ?? ''} ${column === 'name' ? lines.onNameLine : ''}`}
            >
              {column === 'share' ? (
                <>
                  % <span className={styles.ofTotal}>of all</span>
                </>
              ) : (
                label
              )}
              {isTime && <span className={table.unit}>{unit}</span>}
            </div>
          )
        })}
      </div>
    </div>
  )
}
