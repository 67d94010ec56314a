// The call tree as a grid of rows that unfold: its headings, the unfolded nodes, the focus, and the
// keys.
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import {
  arcsAbove,
  type CallTree,
  childCount,
  type Direction,
  keyOf,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/call-tree.ts'
import {
  explainNode,
  nodeName,
  type TreeColumn,
  treeDifferences,
  widestCalls,
} from '../../../../workers/core/reports/call-tree/tree-text.ts'
import {
  initiallyExpanded,
  nodeAtRow,
  placeAmong,
  rowOfNode,
  type TreeRows,
  treeRows,
} from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { NO_DIFFERENCES } from '../../../../workers/core/reports/what-if/differences.ts'
import { entryPatch, useHrefOf, useSearchMark, useSelected } from '../../../state/selectors.ts'
import { Tooltip, type TooltipContent } from '../../../ui/Tooltip.tsx'
import { VirtualGrid } from '../../../ui/table/VirtualGrid.tsx'
import { LEAST_DIGITS, TREE_WORDS, useRowShape } from '../columns.ts'
import { TreeRow } from './TreeRow.tsx'
import { openEntry, select } from '../../../state/actions.ts'
import { isPlainKeyOnRow, useGridRows } from '../../../ui/table/grid-rows.ts'
import { arcName } from '../../../../workers/core/reports/names/names.ts'
import { cut } from '../../../state/scenario.ts'
import { rootAt } from '../ArrangementSwitch.tsx'
import sheet from '../../../ui/table/sheet.module.css'
import lines from '../lines.module.css'
import styles from './call-tree.module.css'

/** Pixels of the time columns and the share column. */
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
    <Tooltip content={explain} className={sheet.tip}>
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
    </Tooltip>
  )
}

/** @param key of a cell in TreeRow: column and row; of a heading in TreeHead: the column alone */
function explainCell(
  tree: CallTree,
  plain: CallTree | null,
  rows: TreeRows,
  key: string,
): TooltipContent | null {
  const [column = '', row] = key.split(':')
  if (row === undefined) return TREE_WORDS[tree.direction][column as TreeColumn]
  if (Number(row) >= rows.length) return null
  const node = nodeAtRow(tree, rows, Number(row))
  const told = explainNode(tree, node, column as TreeColumn)
  const was = plain ? treeDifferences(tree, plain, node)[column as TreeColumn] : undefined
  return told && { ...told, was }
}

// The call tree's columns and their heading row.

/** The columns of the call tree. */
export const HEADINGS = [
  { column: 'share', label: '% of total', isTime: false },
  { column: 'total', label: 'Total', isTime: true },
  { column: 'self', label: 'Self', isTime: true },
  { column: 'calls', label: 'Calls', isTime: false },
  { column: 'name', label: 'Name', isTime: false },
] as const

/** For callers these are times of the root function along each path, not the callers' own times. */
const OF_FIRST: Partial<Record<string, string>> = { total: 'Of total', self: 'Of self' }

function TreeHead({ unit, direction }: { readonly unit: string; readonly direction: Direction }) {
  return (
    <div role="rowgroup" className={sheet.head}>
      <div role="row" aria-rowindex={1} className={`${lines.headings} ${styles.headRow}`}>
        {HEADINGS.map(({ column, label: plain, isTime }) => {
          const label = (direction === 'callers' ? OF_FIRST[column] : undefined) ?? plain
          return (
            <div
              key={column}
              role="columnheader"
              aria-label={label}
              data-tip={column === 'name' ? undefined : column}
              className={`${sheet.heading} ${styles.heading} ${styles[column] ?? ''} ${column === 'name' ? lines.onNameLine : ''}`}
            >
              {column === 'share' ? (
                <>
                  % <span className={styles.ofTotal}>of total</span>
                </>
              ) : (
                label
              )}
              {isTime && <span className={sheet.unit}>{unit}</span>}
            </div>
          )
        })}
      </div>
    </div>
  )
}

// The state of the rows: which are unfolded, which has the focus, and how keys and clicks change
// that.

function useTreeRows(
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
  return { rows, virtual: grid.rows, paths, current, nodeAt, setActive, pick, toggle, onKeyDown }
}

// The unfolded nodes by tree: kept while other views are shown, dropped with the profile.

type Paths = ReadonlySet<string>

const pathsByProfile = new WeakMap<ProfileView['files'], Map<string, Paths>>()

function useOpenedPaths(opened: ProfileView, tree: CallTree) {
  const [, setTurned] = useState(0)
  let ofProfile = pathsByProfile.get(opened.files)
  if (!ofProfile) {
    ofProfile = new Map()
    pathsByProfile.set(opened.files, ofProfile)
  }
  const all = ofProfile
  const key = `${tree.direction} ${tree.root.function}`
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another scenario's tree opens what was open
  const first = useMemo(() => initiallyExpanded(tree), [key, opened.files])
  const paths = all.get(key) ?? first
  const setPaths = (next: Paths) => {
    all.set(key, next)
    setTurned((turned) => turned + 1)
  }
  return { paths, setPaths }
}

// Keys on a row of the call tree, besides moving between rows.

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
  const turnsBy = isLeaf ? [] : [' ', isOpen ? 'ArrowLeft' : 'ArrowRight']
  if (turnsBy.includes(key)) moves.toggle()
  else if (key === 'ArrowLeft' && node.parent) moves.goUp(node.parent)
  else if (key === 'Enter') openEntry(node.function)
  else if (key === 'r') rootAt(opened, node.function)
  else if (key === 'x') cut(arcsAbove(tree, node).map((arc) => arcName(tree.analyzed, arc)))
  else return false
  return true
}
