// The boxes as elements: those on screen that have room for a name, or that have the pointer or the
// focus.
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import {
  type CallTree,
  isFunctionNode,
  type TreeNode,
} from '../../../workers/core/reports/call-tree/tree-node.ts'
import { keyOf } from '../../../workers/core/reports/call-tree/call-tree.ts'
import { boxFigures, describeBox, MOST_MEMBERS } from '../../../workers/core/reports/call-tree/box-text.ts'
import { nodeName, rowName } from '../../../workers/core/reports/call-tree/tree-text.ts'
import type { Icicle, IcicleBox } from '../../../workers/core/reports/call-tree/icicle.ts'
import type { Window } from '../../../workers/core/reports/call-tree/icicle-window.ts'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import type { MarkRange } from '../../../workers/core/reports/search/match-marks.ts'
import { LongName, Marked } from '../../ui/LongName.tsx'
import { memberNames } from '../../../workers/core/reports/call-tree/cycle-bar.ts'
import { cycleOfNode, isNodeOf, menuOfNode, type SelectedHead } from '../tree-nodes.ts'
import styles from './flame.module.css'
import { canOpen, isClosed, ROW, GAP } from './box-rules.ts'
import { RecursionMark, RingMark } from './RingMark.tsx'

const HOLDS_A_NAME = 26
/** Narrower boxes show only the function's own name. */
const HOLDS_A_SCOPE = 104
/** Narrower boxes have no room for a mark beside the name. */
const HOLDS_A_MARK = 72
/** Wider boxes show their numbers after the name. */
const HOLDS_FIGURES = 240

export function Boxes({
  tree,
  levels,
  drawing,
  active,
  pointed,
  selected,
  mark,
  onZoom,
  onToggle,
  onFocus,
}: {
  readonly tree: CallTree
  /** Levels on screen. */
  readonly levels: Window
  readonly drawing: Icicle
  readonly active: IcicleBox | null
  readonly pointed: IcicleBox | null
  readonly selected: SelectedHead
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onZoom: (box: IcicleBox) => void
  readonly onToggle: (box: IcicleBox) => void
  readonly onFocus: (key: string) => void
}) {
  const wide = useMemo(
    () => drawing.levels.slice(levels.from, levels.to).flatMap((level) => level.filter(hasRoom)),
    [drawing, levels],
  )
  const isShown = (box: IcicleBox) => hasRoom(box) && box.level >= levels.from && box.level < levels.to
  const extra = [active, pointed === active ? null : pointed].filter((box) => box !== null && !isShown(box))
  // The handlers change with each drawing; the elements do not.
  const moves = useRef({ zoom: onZoom, toggle: onToggle })
  useEffect(() => {
    moves.current = { zoom: onZoom, toggle: onToggle }
  })
  return [...wide, ...(extra as IcicleBox[])].map((box) => (
    <Box
      key={keyOf(box.node)}
      {...{ tree, box, mark, onFocus, moves }}
      isActive={box === active}
      isSelected={isNodeOf(box.node, selected)}
    />
  ))
}

const hasRoom = ({ width }: IcicleBox): boolean => width >= HOLDS_A_NAME

const Box = memo(function Box({
  tree,
  box,
  isActive,
  isSelected,
  mark,
  moves,
  onFocus,
}: {
  readonly tree: CallTree
  readonly box: IcicleBox
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly mark: (text: string) => readonly MarkRange[]
  readonly moves: RefObject<{
    readonly zoom: (box: IcicleBox) => void
    readonly toggle: (box: IcicleBox) => void
  }>
  readonly onFocus: (key: string) => void
}) {
  const { node, width } = box
  const key = keyOf(node)
  return (
    <div
      role="treeitem"
      aria-level={box.level + 1}
      aria-selected={isSelected}
      aria-label={describeBox(tree, node)}
      aria-expanded={canOpen(tree, node) ? !isClosed(tree, node) : undefined}
      tabIndex={isActive ? 0 : -1}
      data-box={key}
      {...menuOfNode(node)}
      data-tip={key}
      className={styles.box}
      style={{ left: box.left, top: box.level * ROW, width: Math.max(2, width - GAP), height: ROW - GAP }}
      onClick={({ target }) => {
        const isOnRing = target instanceof Element && target.closest('[data-ring]') !== null
        if (isOnRing) moves.current.toggle(box)
        else moves.current.zoom(box)
      }}
      onFocus={() => onFocus(key)}
    >
      {hasRoom(box) && <Label tree={tree} box={box} mark={mark} />}
    </div>
  )
})

function Label({
  tree,
  box: { node, width },
  mark,
}: {
  readonly tree: CallTree
  readonly box: IcicleBox
  readonly mark: (text: string) => readonly MarkRange[]
}) {
  const cycle = cycleOfNode(node)
  if (cycle !== null) return <CycleLabel {...{ tree, node, width, mark }} />
  const name = rowName(tree, node)
  const parts = nameParts(name)
  const own = parts.own.replace(/^::/, '')
  const isRecursive =
    isFunctionNode(node) && (tree.analyzed.profile.functions.selfCalls[node.function] ?? 0) > 0
  return (
    <span className={styles.label}>
      <span className={styles.name}>
        {width < HOLDS_A_SCOPE ? (
          <Marked text={own} ranges={mark(own)} />
        ) : (
          <LongName {...parts} ranges={mark(name)} />
        )}
      </span>
      {isRecursive && width >= HOLDS_A_MARK && <RecursionMark />}
      <Figures {...{ tree, node, width }} />
    </span>
  )
}

/** The box's own label has these numbers; a second copy would be announced twice. */
function Figures({
  tree,
  node,
  width,
}: {
  readonly tree: CallTree
  readonly node: TreeNode
  readonly width: number
}) {
  return width >= HOLDS_FIGURES && <span className={styles.figures} data-figures={boxFigures(tree, node)} />
}

function CycleLabel({
  tree,
  node,
  width,
  mark,
}: {
  readonly tree: CallTree
  readonly node: TreeNode
  readonly width: number
  readonly mark: (text: string) => readonly MarkRange[]
}) {
  const members = width < HOLDS_A_SCOPE ? '' : memberNames(tree, node, MOST_MEMBERS)
  return (
    <span className={styles.label} data-cycle={isClosed(tree, node) ? 'closed' : 'open'}>
      <span data-ring={canOpen(tree, node) ? '' : undefined} className={styles.ring}>
        <RingMark />
      </span>
      <span className={styles.cycle}>{nodeName(tree, node)}</span>
      {members !== '' && (
        <>
          {/* Separates the two in the accessible name; a row of boxes draws no blank. */}{' '}
          <span className={styles.name}>
            <Marked text={members} ranges={mark(members)} />
          </span>
        </>
      )}
      <Figures {...{ tree, node, width }} />
    </span>
  )
}
