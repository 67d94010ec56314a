// The call graph as a tree under one function: its tools, the rows, and a legend.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
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
  functionOf,
  isFunctionNode,
  keyOf,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/call-tree.ts'
import {
  explainNode,
  nodeName,
  type TreeColumn,
  treeDifferences,
  treeRowText,
  widestCalls,
} from '../../../../workers/core/reports/call-tree/tree-text.ts'
import type { MarkRange } from '../../../../workers/core/reports/search.ts'
import { arcName, displayName, shortenName } from '../../../../workers/core/reports/names/names.ts'
import {
  entryPatch,
  hashFor,
  openEntry,
  useHrefOf,
  useSearchMark,
  useSelected,
  useStore,
} from '../../../state/store.ts'
import { cycleEntryPatch, openCycleEntry } from '../../../state/selected-cycle.ts'
import { NONE } from '../../../../workers/core/base/columns.ts'
import {
  ArrangementSwitch,
  type CallGraphParams,
  LEAST_DIGITS,
  rootAt,
  TREE_WORDS,
  useRowShape,
} from '../arrangement.tsx'
import {
  initiallyExpanded,
  nodeAtRow,
  placeAmong,
  rowOfNode,
  type TreeRows,
  treeRows,
} from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { type Differences, NO_DIFFERENCES } from '../../../../workers/core/reports/what-if.ts'
import { RightIcon, Tooltip, type TooltipContent } from '../../../ui/controls.tsx'
import { headed, isPlainKeyOnRow, spokenRow, TimeBar, useGridRows, VirtualGrid } from '../../../ui/table.tsx'
import { cut } from '../../../state/queries.ts'
import { shownUnit } from '../../../../workers/core/reports/quantities.ts'
import { groupOf } from '../../../../workers/core/reports/groups.ts'
import { GroupMark } from '../../../ui/group-colour.tsx'
import { NameLink } from '../../../ui/text.tsx'
import controls from '../../../ui/controls.module.css'
import { Breadcrumbs, useTrail } from '../../Breadcrumbs.tsx'
import { useCallTree } from '../../call-trees.ts'
import { CycleTag } from '../../CycleTag.tsx'
import { cycleOfNode, isNodeOf, menuOfNode, selectNode, useSelectedHead } from '../../tree-nodes.ts'
import table from '../../../ui/table.module.css'
import lines from '../lines.module.css'
import styles from './call-tree.module.css'

export function CallTreeView({
  opened,
  params,
  direction,
}: {
  readonly opened: ProfileView
  readonly params: CallGraphParams
  readonly direction: Direction
}) {
  const { tree, measured } = useCallTree(opened, direction, params.root)
  const crumbs = useTrail(opened, params.root, (f) => rootAt(opened, f))
  if (!tree) {
    return (
      <div className={`${table.view} ${styles.view}`}>
        <div className={`${table.tools} ${styles.tools}`}>
          <ArrangementSwitch opened={opened} />
        </div>
        <p className={table.empty}>No function was called or took time: there is no tree.</p>
      </div>
    )
  }
  const name = shortenName(nodeName(tree, tree.root), MOST_IN_TOOLS)
  return (
    <div className={`${table.view} ${styles.view}`}>
      <TreeTools opened={opened} tree={tree} />
      <Breadcrumbs crumbs={crumbs} />
      {childCount(tree, tree.root) === 0 && (
        <p className={styles.leafNote}>
          {direction === 'callees' ? `${name} has no recorded callees.` : `${name} has no recorded callers.`}
        </p>
      )}
      <TreeGrid key={`${direction} ${tree.root.step}`} opened={opened} tree={tree} measured={measured} />
      <Legend direction={direction} />
    </div>
  )
}

/** Characters of a name in the line above the tree; its title is the whole name. */
const MOST_IN_TOOLS = 48

/** The tree's root, and ways to choose another. */
function TreeTools({ opened, tree }: { readonly opened: ProfileView; readonly tree: CallTree }) {
  const selected = useSelected(opened)
  const { functions } = opened.analyzed.profile
  const name = nodeName(tree, tree.root)
  const other = selected !== null && selected !== functionOf(tree.root) ? selected : null
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      <ArrangementSwitch opened={opened} />
      <h2 className={styles.title}>
        <span className={styles.of}>of </span>
        <code title={name}>{shortenName(name, MOST_IN_TOOLS)}</code>
      </h2>
      {other !== null && (
        <button
          type="button"
          className={controls.quiet}
          title="Grows the tree under the selected function (r)"
          onClick={() => rootAt(opened, other)}
        >
          <span className={styles.other}>
            Root: {shortenName(displayName(functions, other), MOST_IN_TOOLS)}
          </span>
        </button>
      )}
    </div>
  )
}

// Explains the bars, and how they are estimated.

function Legend({ direction }: { readonly direction: Direction }) {
  return (
    <footer className={table.legend}>
      <p>Times along a path are gprof’s assumption: every call of a function costs the same.</p>
      <ul className={table.legendKeys} aria-label="Legend">
        <li>
          <span className={`${table.swatch} ${styles.certainChildren}`} />
          certain
        </li>
        <li>
          <span className={`${table.swatch} ${styles.assumedChildren}`} />
          assumed
        </li>
        <li>
          <span className={`${table.swatch} ${styles.certainSelf}`} />
          {direction === 'callees' ? 'self' : 'self, of the first row'}
        </li>
      </ul>
    </footer>
  )
}

// The call tree as a grid of rows that unfold: its headings, the unfolded nodes, the focus, and the
// keys.

/** Pixels of the time columns and the share column. */
const OTHER_COLUMNS = 248

function TreeGrid({
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
  const { rows, virtual, paths, current, nodeAt, ...moves } = useTreeRows(opened, tree, scroller, rowHeight)
  const explain = useCallback((key: string) => explainCell(tree, measured, rows, key), [tree, measured, rows])
  const mark = useSearchMark()
  const name = nodeName(tree, tree.root)
  const width = { '--calls': `${calls}ch` } as CSSProperties
  return (
    <Tooltip content={explain} className={table.tip}>
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

// The call tree's columns and their heading row.

/** The columns of the call tree. */
export const HEADINGS = [
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
  const key = `${tree.direction} ${tree.root.step}`
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

// One node of the call tree as a row, with a bar for its time: lower bounds solid, estimates
// hatched.

const NUMBERS: readonly TreeColumn[] = ['share', 'total', 'self', 'calls']
/** Deeper levels are not indented further. */
const MOST_INDENT = 24

/** Props of a row of the call tree. */
export interface TreeRowProps {
  readonly opened: ProfileView
  /** The link of the name; null for a part of the program. */
  readonly href: string | null
  readonly tree: CallTree
  readonly node: TreeNode
  readonly row: number
  readonly top: number
  readonly place: { readonly position: number; readonly of: number }
  readonly isOpen: boolean
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly was: Differences<TreeColumn>
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onFocus: (row: number) => void
  readonly onPick: (row: number, node: TreeNode) => void
  readonly onToggle: (row: number, node: TreeNode) => void
}

/** A row of the call tree. */
const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { opened, href, tree, node, row, top, place, isOpen, isActive, isSelected, was, mark } = props
  const text = treeRowText(tree, node)
  const name = [text.name, text.mark].join(' ').trim()
  const unit = shownUnit(opened.analyzed.profile.abbreviation)
  const isLeaf = childCount(tree, node) === 0
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const isLink = event.target instanceof Element && event.target.closest('a, button') !== null
    if (!isLink) props.onPick(row, node)
  }
  return (
    <div
      role="row"
      aria-label={spokenRow(
        name,
        text.share === '' ? '' : `${text.share} of all samples`,
        headed('total', text.total, unit),
        headed('self', text.self, unit),
        headed('calls', text.calls),
      )}
      aria-level={node.depth + 1}
      aria-posinset={place.position}
      aria-setsize={place.of}
      aria-rowindex={row + 2}
      aria-expanded={isLeaf ? undefined : isOpen}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-row={row}
      {...menuOfNode(node)}
      data-kind={node.kind}
      className={`${table.row} ${lines.line} ${styles.row}`}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => props.onFocus(row)}
      onClick={onClick}
      onDoubleClick={() => !isLeaf && props.onToggle(row, node)}
    >
      {NUMBERS.map((column) => (
        <div
          key={column}
          role="gridcell"
          tabIndex={-1}
          data-tip={`${column}:${row}`}
          className={`${lines.number} ${styles[column] ?? ''}`}
        >
          {column === 'share' && <TimeBar {...text.bar} />}
          <span data-was={was[column]}>{text[column]}</span>
        </div>
      ))}
      <div
        role="rowheader"
        tabIndex={-1}
        aria-label={name}
        className={`${lines.name} ${styles.name}`}
        style={{ '--depth': Math.min(node.depth, MOST_INDENT) } as object}
      >
        {isLeaf ? (
          <span className={styles.leaf} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={`${lines.fold} ${styles.fold}`}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Fold' : 'Open'} ${text.name}`}
            onClick={() => props.onToggle(row, node)}
          >
            <RightIcon />
          </button>
        )}
        {isFunctionNode(node) && <GroupMark group={groupOf(tree.analyzed.profile, node.function)} />}
        {href === null ? (
          <span className={styles.part}>{text.name}</span>
        ) : (
          <NameLink name={text.name} href={href} mark={mark} tabIndex={-1} className={styles.link} />
        )}
        {text.mark !== '' &&
          (node.cycle === NONE ? (
            <span className={`${controls.tag} ${styles.tag}`} title={text.mark}>
              {text.mark}
            </span>
          ) : (
            <CycleTag opened={opened} cycle={node.cycle} className={styles.tag} tabIndex={-1}>
              {text.mark}
            </CycleTag>
          ))}
      </div>
    </div>
  )
})
