// The call tree as rows that open: a treegrid of which only what is on screen is made.
import { useCallback, useRef, type CSSProperties } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { keyOf, type CallTree } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { explainNode, type TreeColumn } from '../../../../workers/core/reports/call-tree/explain-node.ts'
import { nodeName, widestCalls } from '../../../../workers/core/reports/call-tree/row-text.ts'
import { nodeAtRow, placeAmong, type TreeRows } from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { NO_DIFFERENCES } from '../../../../workers/core/reports/what-if/differences.ts'
import { treeDifferences } from '../../../../workers/core/reports/what-if/tree-differences.ts'
import { entryPatch, useHrefOf, useSearchMark, useSelected } from '../../../state/selectors.ts'
import { Tip, type TipContent } from '../../../ui/overlays/Tip.tsx'
import { VirtualGrid } from '../../../ui/rows/VirtualGrid.tsx'
import { TREE_WORDS } from '../heading-words.ts'
import { LEAST_DIGITS, useRowShape } from '../use-row-shape.ts'
import { HEADINGS, TreeHead } from './TreeHead.tsx'
import { TreeRow } from './TreeRow.tsx'
import { useTreeRows } from './use-tree-rows.ts'
import sheet from '../../../ui/rows/sheet.module.css'
import styles from './tree-rows.module.css'

/** Pixels of the columns of times and of the share. */
const OTHER_COLUMNS = 248

export function TreeGrid({
  opened,
  tree,
  plain,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly plain: CallTree | null
}) {
  const hrefOf = useHrefOf(opened, entryPatch)
  const selected = useSelected(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const calls = widestCalls(tree)
  const { isStacked, rowHeight } = useRowShape(scroller, OTHER_COLUMNS, Math.max(LEAST_DIGITS, calls))
  const { rows, virtual, paths, current, nodeAt, ...moves } = useTreeRows(opened, tree, scroller, rowHeight)
  const explain = useCallback((key: string) => explainCell(tree, plain, rows, key), [tree, plain, rows])
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
        onKeyDown={moves.onKeyDown}
        scroller={scroller}
        rows={virtual}
        count={rows.length}
        head={<TreeHead unit={tree.analyzed.profile.abbreviation} direction={tree.direction} />}
      >
        {virtual.visible.map(({ index, top }) => {
          const node = nodeAt(index)
          const key = keyOf(node)
          return (
            <TreeRow
              key={key}
              {...{ opened, tree, node, top, mark }}
              href={hrefOf(node.function)}
              row={index}
              place={placeAmong(tree, rows, index, node)}
              isOpen={paths.has(key)}
              isActive={index === current}
              isSelected={node.function === selected}
              was={plain ? treeDifferences(tree, plain, node) : NO_DIFFERENCES}
              onFocus={moves.setActive}
              onPick={moves.pick}
              onToggle={moves.toggle}
            />
          )
        })}
      </VirtualGrid>
    </Tip>
  )
}

/** @param key as TreeRow names its cells, column and row, and TreeHead its own: the column alone */
function explainCell(tree: CallTree, plain: CallTree | null, rows: TreeRows, key: string): TipContent | null {
  const [column = '', row] = key.split(':')
  if (row === undefined) return TREE_WORDS[tree.direction][column as TreeColumn]
  if (Number(row) >= rows.length) return null
  const node = nodeAtRow(tree, rows, Number(row))
  const told = explainNode(tree, node, column as TreeColumn)
  const was = plain ? treeDifferences(tree, plain, node)[column as TreeColumn] : undefined
  return told && { ...told, was }
}
