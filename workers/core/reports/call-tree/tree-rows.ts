// Rows of a call tree of which some are expanded, as one long column.
//
// Rows are stored as runs of neighbours, so a node with 50,000 children costs no more than one with two.
import { firstPlace } from '../../base/binary-search.ts'
import type { CallTree, Step, TreeNode } from './tree-node.ts'
import { childAt, childCount, childStep, keyOf } from './call-tree.ts'

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
      enter(child, `${top.key},${child.step}`)
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
  const step: Step = Number(key.slice(cut + 1))
  for (let run = 0; run < rows.runs.length; run++) {
    const { start, parent, from } = rows.runs[run]
    if (parent.step !== Number(above.slice(above.lastIndexOf(',') + 1)) || keyOf(parent) !== above) continue
    const end = rows.runs[run + 1]?.start ?? rows.length
    for (let at = 0; at < end - start; at++) {
      if (childStep(tree, parent, from + at) === step) return start + at
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
    if (open.has(childStep(tree, node, at)) && childCount(tree, childAt(tree, node, at)) > 0) places.push(at)
  }
  return places
}
