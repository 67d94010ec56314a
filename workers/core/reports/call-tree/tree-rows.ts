// Layout of a call tree: as rows of which some are expanded, or as an icicle of boxes as wide as
// their time.
import { firstPlace } from '../../base/sorting.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import {
  type CallTree,
  childAt,
  childCount,
  childFunction,
  keyOf,
  pathTo,
  type TreeNode,
} from './call-tree.ts'

// Expanded rows: a call tree as one long column of rows. Rows are stored as runs of neighbours,
// so a node with 50,000 children costs no more than one with two.

interface Run {
  /** First row of the run. */
  readonly start: number
  readonly parent: TreeNode
  /** Index of the child at row `start`; the following children come next. */
  readonly from: number
}

/** The visible rows of a call tree; read them with `nodeAtRow`. */
export interface TreeRows {
  /** Number of rows, the root included. */
  readonly length: number
  /** Runs by row, ascending. Row 0 is the root and is in no run. */
  readonly runs: readonly Run[]
  /** Keys of the expanded nodes. */
  readonly opened: ReadonlySet<string>
}

interface Frame {
  readonly node: TreeNode
  readonly key: string
  /** Indexes of the expanded children, and how many of them are done. */
  readonly open: readonly number[]
  turned: number
  /** Index of the next child. */
  next: number
}

/**
 * Returns the rows of a tree, of which only the expanded nodes show their children.
 *
 * @param opened keys of expanded nodes (see `keyOf`); keys of hidden or missing nodes have no effect
 */
export function treeRows(tree: CallTree, opened: ReadonlySet<string>): TreeRows {
  const openChildren = byParent(opened)
  const runs: Run[] = []
  let row = 1
  const stack: Frame[] = []
  const enter = (node: TreeNode, key: string): void => {
    stack.push({ node, key, next: 0, turned: 0, open: ranks(tree, node, openChildren.get(key)) })
  }
  const rootKey = keyOf(tree.root)
  if (opened.has(rootKey)) enter(tree.root, rootKey)
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const open = top.open.at(top.turned)
    const count = childCount(tree, top.node)
    const to = open === undefined ? count : open + 1
    if (to > top.next) runs.push({ start: row, parent: top.node, from: top.next })
    row += to - top.next
    if (open === undefined) stack.pop()
    else {
      // The run continues after the expanded child.
      top.next = to
      top.turned++
      const child = childAt(tree, top.node, open)
      enter(child, `${top.key},${child.function}`)
    }
  }
  return { length: row, runs, opened }
}

/** Returns the node at a row, from 0 (the root); it must be below `rows.length`. */
export function nodeAtRow(tree: CallTree, rows: TreeRows, row: number): TreeNode {
  if (row <= 0) return tree.root
  const behind = firstPlace(rows.runs.length, (run) => rows.runs[run].start <= row)
  const { start, parent, from } = rows.runs[behind - 1]
  return childAt(tree, parent, from + row - start)
}

/**
 * Returns the row of a node, from 0; −1 if an ancestor is collapsed or there is no such node.
 *
 * @param key from `keyOf`
 */
export function rowOfNode(tree: CallTree, rows: TreeRows, key: string): number {
  if (key === keyOf(tree.root)) return 0
  const cut = key.lastIndexOf(',')
  const above = key.slice(0, cut)
  const f = Number(key.slice(cut + 1))
  for (let run = 0; run < rows.runs.length; run++) {
    const { start, parent, from } = rows.runs[run]
    if (parent.function !== Number(above.slice(above.lastIndexOf(',') + 1)) || keyOf(parent) !== above)
      continue
    const end = rows.runs[run + 1]?.start ?? rows.length
    for (let at = 0; at < end - start; at++) {
      if (childFunction(tree, parent, from + at) === f) return start + at
    }
  }
  return -1
}

/**
 * Returns the position of a visible node among all children of its parent, from 1, and their
 * number; 1 of 1 for the root.
 *
 * @param row the row of `node`
 */
export function placeAmong(tree: CallTree, rows: TreeRows, row: number, node: TreeNode) {
  if (!node.parent) return { position: 1, of: 1 }
  const run = rows.runs.findLast(({ start }) => start <= row)
  return { position: run ? run.from + row - run.start + 1 : 1, of: childCount(tree, node.parent) }
}

/**
 * Returns the keys (`keyOf`) of nodes expanded by default: the root and, below it, the heaviest child while
 * it has at least half of its parent's time. At most 12 levels; only nodes with children.
 */
export function initiallyExpanded(tree: CallTree): ReadonlySet<string> {
  const opened = new Set<string>()
  let node = tree.root
  for (let depth = 0; depth < DEEPEST_AT_FIRST && childCount(tree, node) > 0; depth++) {
    opened.add(keyOf(node))
    const heaviest = childAt(tree, node, 0)
    if (heaviest.totalTicks * 2 < node.totalTicks || heaviest.totalTicks <= 0) break
    node = heaviest
  }
  return opened
}

const DEEPEST_AT_FIRST = 12

function byParent(opened: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<number>> {
  const groups = new Map<string, Set<number>>()
  for (const key of opened) {
    const cut = key.lastIndexOf(',')
    if (cut < 0) continue
    const above = key.slice(0, cut)
    const group = groups.get(above)
    const f = Number(key.slice(cut + 1))
    if (group) group.add(f)
    else groups.set(above, new Set([f]))
  }
  return groups
}

/** Indexes of the expanded children, ascending. */
function ranks(tree: CallTree, node: TreeNode, open: ReadonlySet<number> | undefined): readonly number[] {
  if (!open) return []
  const places: number[] = []
  const count = childCount(tree, node)
  for (let at = 0; at < count && places.length < open.size; at++) {
    const f: FunctionIndex = childFunction(tree, node, at)
    if (open.has(f) && childCount(tree, childAt(tree, node, at)) > 0) places.push(at)
  }
  return places
}

// Icicle: one row of boxes per level, each as wide as its time, children below their parent.
// Boxes narrower than half a pixel are omitted with everything below them, so the cost depends on
// what is visible.

/** One box of an icicle. Lengths are in pixels. */
export interface IcicleBox {
  readonly node: TreeNode
  /** Level, 0 for the top box. */
  readonly level: number
  /** Left edge. */
  readonly left: number
  readonly width: number
  /** Length of the certain part, from the left. */
  readonly certain: number
  /** Where its children end; the rest of the box is its self time. */
  readonly childrenEnd: number
  readonly isSelfCertain: boolean
}

/** The boxes of an icicle. */
export interface Icicle {
  /** Boxes by level, from left to right. */
  readonly levels: readonly (readonly IcicleBox[])[]
  /** Number of boxes. */
  readonly count: number
  /** Whether boxes are missing, below the deepest level or beyond the limit of boxes. */
  readonly isCut: boolean
  /** Part of the width that boxes too narrow to draw take, on the level where it is most. */
  readonly omitted: number
}

/** A part of a node's width, from 0 to 1. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** The window that shows all of a node. */
export const WHOLE: Window = { from: 0, to: 1 }

/** Narrowest window: beyond it, sampled times say nothing any more. */
const NARROWEST_WINDOW = 1e-6

/** Returns the part of the root's width that a node takes. */
export function extentOf(tree: CallTree, node: TreeNode): Window {
  const { totalTicks } = tree.root
  let from = 0
  for (const { parent, function: f } of pathTo(node)) {
    for (let at = 0; parent && childFunction(tree, parent, at) !== f; at++)
      from += childAt(tree, parent, at).totalTicks
  }
  return totalTicks > 0 ? { from: from / totalTicks, to: (from + node.totalTicks) / totalTicks } : WHOLE
}

/** Returns a window of this width around a centre, moved to stay inside the node. */
export function windowAround(centre: number, width: number): Window {
  const wide = Math.min(1, Math.max(NARROWEST_WINDOW, width))
  const from = Math.max(0, Math.min(1 - wide, centre - wide / 2))
  return { from, to: from + wide }
}

/**
 * Returns a window made narrower or wider by a factor. What is at `at`, from 0 to 1 in the window,
 * stays in place.
 */
export function zoomWindow({ from, to }: Window, factor: number, at: number): Window {
  const wide = Math.min(1, Math.max(NARROWEST_WINDOW, (to - from) * factor))
  const left = Math.max(0, Math.min(1 - wide, from + at * (to - from - wide)))
  return { from: left, to: left + wide }
}

/** Returns a part of a part of a node, as a part of the node. */
export const windowOf = ({ from, to }: Window, outer: Window): Window => {
  const wide = outer.to - outer.from
  return { from: outer.from + from * wide, to: outer.from + to * wide }
}

// The scale above the boxes: round percentages of the root's time.

/** A mark of the scale. */
export interface ScaleMark {
  /** Pixels from the left. */
  readonly left: number
  /** "20%" */
  readonly text: string
}

/** Pixels between two marks. */
const LEAST_APART = 64

/**
 * Returns round percentages, from 0% at the left edge of the top box.
 *
 * @param share part of the root's time that the top box has, from 0 to 1
 */
export function scaleMarks(width: number, share: number, { from, to }: Window = WHOLE): readonly ScaleMark[] {
  const shown = 100 * share * (to - from)
  if (!(width > 0) || !(shown > 0)) return []
  const least = (shown * LEAST_APART) / width
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? 10 * power
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const marks: ScaleMark[] = []
  const first = Math.ceil((100 * share * from) / step - 1e-9)
  for (let nth = first; nth * step <= 100 * share * to + 1e-9; nth++) {
    const left = ((nth * step - 100 * share * from) / shown) * width
    marks.push({ left, text: `${(nth * step).toFixed(digits)}%` })
  }
  return marks
}

/** Smallest width of a box, in pixels. */
export const NARROWEST = 0.5
const DEEPEST = 200
const MOST = 8000

/**
 * Lays out a tree as an icicle; `top` spans the whole width. Empty if `top` has no time. At most 200
 * levels; from about 8000 boxes on, only the upper levels are kept.
 *
 * @param top a node of the tree
 * @param width in pixels
 */
export function icicle(tree: CallTree, top: TreeNode, width: number, { from, to }: Window = WHOLE): Icicle {
  const levels: IcicleBox[][] = []
  let count = 1
  let isCut = false
  let omitted = 0
  if (!(top.totalTicks > 0) || !(width > 0)) return { levels, count: 0, isCut, omitted }
  const whole = width / (to - from)
  const perTick = whole / top.totalTicks
  const begin = -from * whole
  let above: Placed[] = [{ node: top, left: begin, wide: whole }]
  while (above.length > 0) {
    if (levels.length === DEEPEST || count > MOST) {
      isCut = true
      break
    }
    const below: Placed[] = []
    const level = levels.length
    let lacks = 0
    levels.push(
      above.map((placed) => {
        const { node } = placed
        let { left } = placed
        const children = childCount(tree, node)
        for (let at = 0; at < children && left < width; at++) {
          // Children are sorted by width, so all after a narrow one are narrow, too.
          const child = childAt(tree, node, at)
          const wide = child.totalTicks * perTick
          if (wide < NARROWEST) break
          if (left + wide > 0) below.push({ node: child, left, wide })
          left += wide
        }
        const rest = Math.max(0, node.totalTicks - ownTicks(tree, node)) * perTick
        const end = placed.left + rest
        lacks += Math.max(0, Math.min(end, width) - Math.max(left, 0))
        return boxOf(placed, level, Math.max(left, end), width)
      }),
    )
    omitted = Math.max(omitted, lacks / width)
    count += below.length
    above = below
  }
  return { levels, count: levels.reduce((sum, level) => sum + level.length, 0), isCut, omitted }
}

/** A node with its place in pixels, before it is cut to the window. */
interface Placed {
  readonly node: TreeNode
  readonly left: number
  readonly wide: number
}

/** Returns the box at a level and a distance from the left (pixels). */
export function boxAt({ levels }: Icicle, level: number, x: number): IcicleBox | null {
  const row = levels[level] as readonly IcicleBox[] | undefined
  if (!row) return null
  const behind = firstPlace(row.length, (at) => row[at].left <= x)
  if (behind === 0) return null
  const box = row[behind - 1]
  return x <= box.left + box.width ? box : null
}

/**
 * Returns the box that an arrow key leads to: the widest child, the parent, or the neighbour on the same
 * level. Returns null at an edge of the drawing.
 */
export function stepFrom(
  drawing: Icicle,
  from: IcicleBox,
  key: 'down' | 'up' | 'left' | 'right',
): IcicleBox | null {
  const at = (level: number): readonly IcicleBox[] => drawing.levels[level] ?? []
  if (key === 'down') return at(from.level + 1).find(({ node }) => node.parent === from.node) ?? null
  if (key === 'up') return at(from.level - 1).find(({ node }) => node === from.node.parent) ?? null
  const row = at(from.level)
  const place = row.findIndex(({ node }) => node === from.node) + (key === 'right' ? 1 : -1)
  return place >= 0 && place < row.length ? row[place] : null
}

/**
 * Self time of a box. For a cycle, its members below represent it; in a tree of callers it
 * belongs to the root.
 */
const ownTicks = ({ direction }: CallTree, node: TreeNode): number =>
  node.kind === 'cycle' || direction === 'callers' ? 0 : node.selfTicks

function boxOf({ node, left, wide }: Placed, level: number, childrenEnd: number, width: number): IcicleBox {
  const cut = (x: number): number => Math.max(0, Math.min(width, x))
  const certain = node.totalTicks > 0 ? (node.certainTicks / node.totalTicks) * wide : 0
  return {
    node,
    level,
    left: cut(left),
    width: cut(left + wide) - cut(left),
    certain: cut(left + certain) - cut(left),
    childrenEnd: cut(childrenEnd),
    isSelfCertain: node.share === 1,
  }
}
