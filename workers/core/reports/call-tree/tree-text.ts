// Texts of a call tree's node: rounded numbers, its bar, an explanation of every number, and what
// a scenario changed.
import { NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { callsOfHead } from '../../analysis/analyze-profile.ts'
import { displayName } from '../names/names.ts'
import { explainStaticCall, staticCallText } from '../sources.ts'
import {
  countWidth,
  formatCount,
  formatCounted,
  formatExact,
  formatFixed,
  formatTime,
  fractionOf,
  percentOf,
  secondsOf,
} from '../quantities.ts'
import { type CallTree, headTicks, nodeAlong, pathTo, type TreeNode } from './call-tree.ts'
import type { Icicle } from './tree-rows.ts'
import {
  ASSUMPTION,
  exactSeconds,
  explainCertainty,
  explainSampling,
  explainSelf,
  explainUnseen,
  type Explanation,
  partOf,
} from '../bounds.ts'
import { type Differences, NO_DIFFERENCES, NOT_KNOWN } from '../what-if.ts'

/**
 * One row of a call tree as text. Times have two decimals and no unit; they are "" if the path passes none,
 * and without a rate.
 */
export interface TreeRowText {
  /** Percentage of the root's total time with one decimal, without a sign; "" if times are. */
  readonly share: string
  readonly total: string
  readonly self: string
  /** "12"; "≈12" for an estimated part of the count; "" where calls were not counted. */
  readonly calls: string
  readonly name: string
  /** "cycle 1", "as a whole", "recursion", "possible, never taken"; "" for most. */
  readonly mark: string
  readonly bar: TreeBar
}

/** Parts of a bar as shares of the root's total, 0–1, from left to right. */
export interface TreeBar {
  readonly certainSelf: number
  readonly assumedSelf: number
  readonly certainChildren: number
  readonly assumedChildren: number
}

/** Returns a node's row as text. */
export function treeRowText(tree: CallTree, node: TreeNode): TreeRowText {
  const { profile } = tree.analyzed
  const passesTime = node.kind !== 'recursion' && node.kind !== 'inside'
  const isTimed = profile.rate > 0 && passesTime
  const seconds = (ticks: number) => (isTimed ? formatFixed(secondsOf(ticks, profile.rate), 2) : '')
  return {
    share: isTimed ? formatFixed(percentOf(node.totalTicks, tree.root.totalTicks), 1) : '',
    total: seconds(node.totalTicks),
    self: seconds(node.selfTicks),
    calls: formatCalls(tree, node),
    name: rowName(tree, node),
    mark: [markOf(node), isUncounted(node) ? staticCallText(tree.analyzed, ...stepOf(tree, node)) : '']
      .filter((part) => part !== '')
      .join(', '),
    bar: barOf(tree, node),
  }
}

/** "main → parse → lex" */
function pathText(tree: CallTree, node: TreeNode): string {
  const names = pathTo(node).map((step) => displayName(tree.analyzed.profile.functions, step.function))
  return (tree.direction === 'callees' ? names : names.toReversed()).join(' → ')
}

/**
 * Whether the step to a node is a static call, which was not recorded. False for the root and for members
 * below their cycle.
 */
export function isUncounted(node: TreeNode): boolean {
  return node.count === 0 && node.parent !== null && node.kind !== 'member'
}

/** Returns the caller and the callee of the step between a node and its parent. */
function stepOf({ direction }: CallTree, node: TreeNode): readonly [FunctionIndex, FunctionIndex] {
  const other = (node.parent ?? node).function
  return direction === 'callees' ? [other, node.function] : [node.function, other]
}

/**
 * Returns what follows the name in a row: that the path ends here ("recursion", "back into cycle 1"), or
 * that the row represents more than one function ("as a whole", "cycle 1"); "" for a function.
 */
export function markOf(node: TreeNode): string {
  const cycle = node.cycle === NONE ? '' : `cycle ${node.cycle + 1}`
  switch (node.kind) {
    case 'recursion':
      return 'recursion'
    case 'inside':
      return `back into ${cycle}`
    case 'cycle':
      return node.parent === null ? 'as a whole' : cycle
    case 'member':
      return cycle
    case 'function':
      return ''
  }
}

/**
 * Whether the calls along this path are counted, not estimated by gprof's assumption. In a tree of callees
 * that is so if all calls of the parent came along this path.
 */
export function isCounted(tree: CallTree, node: TreeNode): boolean {
  if (tree.direction === 'callees') {
    return node.kind === 'member' ? node.share === 1 : node.parent === null || node.parent.share === 1
  }
  for (let at = node; at.parent && at.parent.parent; at = at.parent) {
    if (at.kind !== 'recursion' && at.count !== callsOfHead(tree.analyzed, at.parent.function)) return false
  }
  return true
}

function formatCalls(tree: CallTree, node: TreeNode): string {
  if (node.count === 0 && node.parent === null) return ''
  if (isCounted(tree, node)) return formatCount(Math.round(node.calls))
  return `≈${node.calls >= 10 ? formatCount(Math.round(node.calls)) : Number(node.calls.toPrecision(2))}`
}

/** Returns the length of the longest text that the calls column can have, in characters. */
export function widestCalls({ listing }: CallTree): number {
  return countWidth(listing.entries.callDigits) + 1
}

function barOf({ root }: CallTree, node: TreeNode): TreeBar {
  const self = fractionOf(node.selfTicks, root.totalTicks)
  const children = Math.max(0, fractionOf(node.totalTicks, root.totalTicks) - self)
  const certain = fractionOf(node.certainTicks, root.totalTicks)
  const certainSelf = Math.min(self, certain)
  const certainChildren = Math.min(children, certain - certainSelf)
  return {
    certainSelf,
    assumedSelf: self - certainSelf,
    certainChildren,
    assumedChildren: children - certainChildren,
  }
}

/**
 * Returns the name in a row. A step into a cycle has the name of the member it leads to; only a root has
 * the name of the cycle.
 */
export function rowName(tree: CallTree, node: TreeNode): string {
  return node.parent === null
    ? nodeName(tree, node)
    : displayName(tree.analyzed.profile.functions, node.function)
}

/** Returns the name of a node: a function, or "cycle 1" if the step represents the whole cycle. */
export function nodeName({ analyzed }: CallTree, node: TreeNode): string {
  if (node.kind === 'cycle' && node.cycle !== NONE) return `cycle ${node.cycle + 1}`
  return displayName(analyzed.profile.functions, node.function)
}

// What an icicle shows, in words.

/** With this part of the width in boxes that are not drawn, the drawing looks empty. */
const MUCH_OMITTED = 0.1

/**
 * Returns how much of a tree an icicle shows: "12 boxes on 4 levels; 3 matches marked."; "" for an icicle
 * without boxes.
 *
 * @param isFound by FunctionIndex, 1 for matches of a search; null without a search
 */
export function describeExtent(
  { levels, count, isCut, omitted }: Icicle,
  isFound: Uint8Array | null,
): string {
  if (count === 0) return ''
  const cut = isCut
    ? 'Deeper levels are not drawn: zoom in to see them.'
    : omitted >= MUCH_OMITTED
      ? `Up to ${formatFixed(100 * omitted, 0)}% of the width is in boxes too narrow to draw: zoom in to see them.`
      : ''
  if (!isFound) return cut
  let found = 0
  for (const level of levels) for (const { node } of level) if (isFound[node.function] === 1) found++
  return `${formatCounted(found, 'match', 'matches')} marked. ${cut}`.trim()
}

// Explanations: the formula of every number with this path's operands, and whether it is certain.

/** Columns of a call tree that have an explanation. */
export type TreeColumn = 'share' | 'total' | 'self' | 'calls'

/**
 * Explains one number of a node: its formula with this path's operands, and whether it is certain. For an
 * unknown number it says why, so the result is never null.
 */
export function explainNode(tree: CallTree, node: TreeNode, column: TreeColumn): Explanation | null {
  const { rate } = tree.analyzed.profile
  if (column === 'calls') return explainCalls(tree, node)
  if (node.kind === 'recursion' || node.kind === 'inside') return explainEnd(tree, node)
  if (!(rate > 0)) return { title: 'Time', formula: '', note: explainSampling(tree.analyzed, 0) }
  if (column === 'share') return explainShare(tree, node)
  return tree.direction === 'callees' ? explainCallee(tree, node, column) : explainCaller(tree, node, column)
}

/**
 * Explains a box of the icicle: the total time of its node, under a title with name and numbers ("parse:
 * 1.20 s, 34.2%"). Never null for a node with a box.
 */
export function explainBox(tree: CallTree, node: TreeNode): Explanation | null {
  const total = explainNode(tree, node, 'total')
  return total && { ...total, title: describeBox(tree, node) }
}

/** Returns a box's name and numbers: "parse cycle 1: 1.20 s, 34.2%". The profile must have a rate. */
export function describeBox(tree: CallTree, node: TreeNode): string {
  const { name, mark } = treeRowText(tree, node)
  return `${mark === '' ? name : `${name} ${mark}`}: ${boxFigures(tree, node)}`
}

/** Returns a box's numbers: "1.20 s, 34.2%", the share of the root's total. The profile must have a rate. */
export function boxFigures(tree: CallTree, node: TreeNode): string {
  const { rate, abbreviation } = tree.analyzed.profile
  return `${formatTime(secondsOf(node.totalTicks, rate), abbreviation)}, ${treeRowText(tree, node).share}%`
}

function explainTotal(
  { analyzed, direction, root }: CallTree,
  { totalTicks, certainTicks, function: f }: TreeNode,
): string {
  // In a tree of callers the time is that of the root.
  const unseen = explainUnseen(analyzed, direction === 'callees' ? f : root.function, totalTicks)
  return explainCertainty(analyzed, totalTicks, partOf(certainTicks, totalTicks), 'on this path', unseen)
}

function explainShare(tree: CallTree, node: TreeNode): Explanation {
  const percent = tree.root.totalTicks > 0 ? (100 * node.totalTicks) / tree.root.totalTicks : 0
  return {
    title: `Share of ${nodeName(tree, tree.root)}’s total time`,
    formula: `${formatExact(percent)}% = ${exactSeconds(tree.analyzed, node.totalTicks)} of ${exactSeconds(tree.analyzed, tree.root.totalTicks)}`,
    note: explainTotal(tree, node),
  }
}

function explainCallee(tree: CallTree, node: TreeNode, column: 'total' | 'self'): Explanation {
  const { analyzed } = tree
  const name = nodeName(tree, node)
  const shown = column === 'self' ? node.selfTicks : node.totalTicks
  const note =
    column === 'self' && node.share === 1
      ? `Certain, as far as calls were counted: all came along this path. ${explainSelf(analyzed, node.function, node.selfTicks)}`
      : column === 'self'
        ? ASSUMPTION
        : explainTotal(tree, node)
  if (node.parent === null) {
    const what = column === 'self' ? 'Self time' : 'Total time'
    const sum = `${exactSeconds(tree.analyzed, node.selfTicks)} self + ${exactSeconds(tree.analyzed, node.totalTicks - node.selfTicks)} from callees`
    return {
      title: `${what} of ${name}`,
      formula: column === 'self' ? '' : `${exactSeconds(tree.analyzed, shown)} = ${sum}`,
      note,
    }
  }
  const title =
    column === 'self' ? `Self time of ${name} along this path` : `Time of ${name} passed along this path`
  if (node.kind === 'member') {
    const { functions } = analyzed.profile
    const own = functions.selfTicks[node.function]
    const all = column === 'self' ? own : own + analyzed.times.childTicks[node.function]
    return { title, formula: product(tree, shown, all, '', node.scale, nodeName(tree, node.parent)), note }
  }
  const { self, child } = headTicks(analyzed, node.function)
  const all = callsOfHead(analyzed, node.function)
  const calls = `${formatCount(node.count)} of ${formatCounted(all, 'call')}`
  const whole = column === 'self' ? self : self + child
  return {
    title,
    formula: product(tree, shown, whole, calls, node.parent.scale, nodeName(tree, node.parent)),
    note,
  }
}

/** "0.34 s = 0.56 s × 6,000 of 10,000 calls × 0.5 of parse’s on this path" */
function product(tree: CallTree, shown: number, whole: number, calls: string, scale: number, parent: string) {
  const isAll = Math.abs(scale - 1) < 1e-9
  const factors = [
    exactSeconds(tree.analyzed, whole),
    ...(calls === '' ? [] : [calls]),
    ...(isAll ? [] : [`${formatExact(scale)} of ${parent} on this path`]),
  ]
  return `${exactSeconds(tree.analyzed, shown)} = ${factors.join(' × ')}`
}

function explainCaller(tree: CallTree, node: TreeNode, column: 'total' | 'self'): Explanation {
  const { parent } = node
  if (parent === null) return explainCallee(tree, node, column)
  const shown = column === 'self' ? node.selfTicks : node.totalTicks
  const whole = column === 'self' ? parent.selfTicks : parent.totalTicks
  const all = callsOfHead(tree.analyzed, parent.function)
  return {
    title: `${column === 'self' ? 'Self' : 'Total'} time of ${nodeName(tree, tree.root)}, called by way of ${pathText(tree, node)}`,
    formula: `${exactSeconds(tree.analyzed, shown)} = ${exactSeconds(tree.analyzed, whole)} × ${formatCount(node.count)} of ${formatCounted(all, 'call')} of ${nodeName(tree, parent)}`,
    note: explainTotal(tree, node),
  }
}

function explainCalls(tree: CallTree, node: TreeNode): Explanation {
  const name = nodeName(tree, node)
  if (isUncounted(node)) {
    const note = explainStaticCall(tree.analyzed, ...stepOf(tree, node))
    return { title: `0 calls of ${name}`, formula: '', note }
  }
  if (node.kind === 'recursion' || node.kind === 'inside') return explainEnd(tree, node)
  if (node.parent === null && node.count === 0) {
    return { title: 'Calls', formula: '', note: 'Not known: nothing that was counted calls it.' }
  }
  const isOfRoot = tree.direction === 'callers'
  const title = isOfRoot
    ? `Calls of ${nodeName(tree, tree.root)} that came by way of ${name}`
    : `Calls of ${name} along this path`
  if (isCounted(tree, node)) return { title, formula: '', note: 'Counted, not sampled.' }
  if (isOfRoot) {
    const formula = `${formatCalls(tree, node)} = ${formatExact(node.share)} × ${formatCounted(tree.root.calls, 'call')}`
    return { title, formula, note: ASSUMPTION }
  }
  const share = node.kind === 'member' ? node.share : (node.parent?.share ?? 1)
  const above = node.parent ? nodeName(tree, node.parent) : name
  return {
    title,
    formula: `${formatCalls(tree, node)} = ${formatCounted(node.count, 'call')} × ${formatExact(share)} of ${above} on this path`,
    note: 'Assumes that calls made from elsewhere are like those made from here: gprof records no more.',
  }
}

function explainEnd(tree: CallTree, node: TreeNode): Explanation {
  const name = nodeName(tree, node)
  const note =
    node.kind === 'recursion'
      ? `${name} calls itself. Direct recursion passes no time, so the path ends here.`
      : `${name} is in the same cycle and is listed beside its caller. Calls inside a cycle pass no time, so the path ends here.`
  return { title: `${formatCounted(Math.round(node.calls), 'call')} of ${name}`, formula: '', note }
}

// Numbers of a path that differ from those of the same path without a scenario.

const COLUMNS: readonly TreeColumn[] = ['share', 'total', 'self', 'calls']

/**
 * Returns the numbers of a node that the scenario changed, with their unit as measured; "not known" for an
 * unknown one. Empty if the plain profile has no such path, for example because a cycle fell apart.
 *
 * @param tree the tree under the scenario
 * @param plain the tree as measured, from the same root and in the same direction
 * @param node a node of `tree`
 */
export function treeDifferences(tree: CallTree, plain: CallTree, node: TreeNode): Differences<TreeColumn> {
  const steps = pathTo(node).map((step): FunctionIndex => step.function)
  const counterpart = nodeAlong(plain, steps.slice(1))
  if (counterpart.depth !== node.depth || counterpart.kind !== node.kind) return NO_DIFFERENCES
  const here = treeRowText(tree, node)
  const there = treeRowText(plain, counterpart)
  const differences: Partial<Record<TreeColumn, string>> = {}
  for (const column of COLUMNS) {
    if (here[column] === there[column]) continue
    const unit =
      column === 'share' ? '%' : column === 'calls' ? '' : ` ${plain.analyzed.profile.abbreviation}`
    differences[column] = there[column] === '' ? NOT_KNOWN : `${there[column]}${unit}`
  }
  return differences
}
