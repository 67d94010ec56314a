// Texts of a call tree’s node: rounded numbers, its bar, what a scenario changed.
import { NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { callsOfHead } from '../../analysis/arc-times.ts'
import { displayName } from '../../names/names.ts'
import { staticCallText } from '../static-calls.ts'
import {
  countWidth,
  formatCount,
  formatCounted,
  formatFixed,
  formatShareOf,
  secondsOf,
  shareOf,
} from '../../quantities.ts'
import { baseOf, type CallTree, type FunctionNode, isFunctionNode, type TreeNode } from './tree-node.ts'
import { childCount, nodeAlong, pathTo } from './call-tree.ts'
import type { ProgramPart } from './divide-program.ts'
import { type Differences, NO_DIFFERENCES, NOT_KNOWN } from '../differences.ts'
import { cycleTicksOf, totalTicksOf } from '../share-ticks.ts'
import type { Ticks } from '../../base/units.ts'
import type { BarLengths } from '../time-bar.ts'

/**
 * One row of a call tree as text. Times have two decimals and no unit; they are "" if the path passes none,
 * and without a rate.
 */
export interface TreeRowText {
  /** Share of all recorded samples: "34.2%"; "" if the path passes no time. */
  readonly share: string
  readonly total: string
  readonly self: string
  /** "12"; "≈12" for an estimated part of the count; "" where calls were not counted. */
  readonly calls: string
  readonly name: string
  /** "cycle 1", "as a whole", "recursion", "possible, never taken"; "" for most. */
  readonly mark: string
  /** As long as `share`. */
  readonly bar: BarLengths
}

/** Returns a node's row as text. */
export function treeRowText(tree: CallTree, node: TreeNode): TreeRowText {
  const { profile } = tree.analyzed
  const passesTime = node.kind !== 'recursion' && node.kind !== 'inside'
  const isTimed = profile.rate > 0 && passesTime
  const seconds = (ticks: number) => (isTimed ? formatFixed(secondsOf(ticks, profile.rate), 2) : '')
  return {
    share: passesTime ? formatShareOf(profile, shareTicks(tree, node)) : '',
    total: seconds(node.totalTicks),
    self: seconds(node.selfTicks),
    calls: formatCalls(tree, node),
    name: rowName(tree, node),
    mark: [
      markOf(node),
      isFunctionNode(node) && isUncounted(node) ? staticCallText(tree.analyzed, ...stepOf(tree, node)) : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
    bar: barOf(tree, node),
  }
}

/** "main → parse → lex" */
export function pathText(tree: CallTree, node: TreeNode): string {
  const names = pathTo(node)
    .filter(isFunctionNode)
    .map((step) => displayName(tree.analyzed.profile.functions, step.function))
  return (tree.direction === 'callees' ? names : names.toReversed()).join(' → ')
}

/**
 * Whether the step to a node is a static call, which was not recorded. False for the root and for members
 * below their cycle.
 */
export function isUncounted(node: TreeNode): boolean {
  return node.count === 0 && !isHead(node) && node.kind !== 'member'
}

/** Whether a node is the root, a root of the program, or represents no function. */
export const isHead = (node: TreeNode): boolean =>
  !isFunctionNode(node) || node.parent === null || !isFunctionNode(baseOf(node.parent))

/** Returns the caller and the callee of the step between a node and its parent. */
export function stepOf({ direction }: CallTree, node: FunctionNode): readonly [FunctionIndex, FunctionIndex] {
  const base = node.parent && baseOf(node.parent)
  const other = base && isFunctionNode(base) ? base.function : node.function
  return direction === 'callees' ? [other, node.function] : [node.function, other]
}

/**
 * Returns what follows the name in a row: that the path ends here ("recursion", "back into cycle 1"), or
 * that the row represents more than one function ("as a whole", "cycle 1"); "" for a function.
 */
function markOf(node: TreeNode): string {
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
    case 'program':
    case 'part':
    case 'rest':
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
  for (let at = node; at.parent; at = at.parent) {
    const base = baseOf(at.parent)
    if (at.kind === 'rest' || !base.parent || !isFunctionNode(base)) continue
    if (at.kind !== 'recursion' && at.count !== callsOfHead(tree.analyzed, base.function)) return false
  }
  return true
}

export function formatCalls(tree: CallTree, node: TreeNode): string {
  if (node.count === 0 && isHead(node)) return ''
  if (isCounted(tree, node)) return formatCount(Math.round(node.calls))
  return `≈${node.calls >= 10 ? formatCount(Math.round(node.calls)) : Number(node.calls.toPrecision(2))}`
}

/** Returns the length of the longest text that the calls column can have, in characters. */
export function widestCalls({ listing }: CallTree): number {
  return countWidth(listing.entries.callDigits) + 1
}

/**
 * Returns the time whose share is shown, in ticks: of a listing, the part that the node has of what the
 * percentage of its function or cycle represents.
 */
function shareTicks({ analyzed, direction, root }: CallTree, node: TreeNode): Ticks {
  const head = direction === 'callees' ? node : root
  if (!analyzed.asPrinted || !isFunctionNode(node) || !isFunctionNode(head)) return node.totalTicks
  const { kind, cycle, function: f } = head
  const { times, profile } = analyzed
  const isCycle = kind === 'cycle' && cycle !== NONE
  const held = isCycle
    ? times.cycleSelfTicks[cycle] + times.cycleChildTicks[cycle]
    : profile.functions.selfTicks[f] + times.childTicks[f]
  const printed = isCycle ? cycleTicksOf(analyzed, cycle) : totalTicksOf(analyzed, f)
  return held > 0 && printed > 0 ? (node.totalTicks * printed) / held : node.totalTicks
}

function barOf(tree: CallTree, node: TreeNode): BarLengths {
  const { profile } = tree.analyzed
  const total = shareOf(profile, shareTicks(tree, node))
  const certain = Math.min(total, shareOf(profile, node.certainTicks))
  return { self: Math.min(certain, shareOf(profile, node.selfTicks)), certain, total }
}

/**
 * Returns the name in a row. A step into a cycle has the name of the member it leads to; only a root has
 * the name of the cycle.
 */
export function rowName(tree: CallTree, node: TreeNode): string {
  return node.parent === null || !isFunctionNode(node)
    ? nodeName(tree, node)
    : displayName(tree.analyzed.profile.functions, node.function)
}

const PART_NAMES: Readonly<Record<ProgramPart, string>> = {
  library: 'called by a library',
  sampled: 'samples only',
  outside: 'outside all functions',
  profiler: 'profiler',
  removed: 'removed by the what-if',
}

/**
 * Returns the name of a node: a function, "cycle 1" if the step represents the whole cycle, "program", a part of
 * it, or "291 more".
 */
export function nodeName(tree: CallTree, node: TreeNode): string {
  const { analyzed } = tree
  if (!isFunctionNode(node)) {
    if (node.kind === 'rest') {
      const count = childCount(tree, node)
      return node.from === 0 ? formatCounted(count, 'function') : `${formatCount(count)} more`
    }
    return node.part ? PART_NAMES[node.part] : 'program'
  }
  if (node.kind === 'cycle' && node.cycle !== NONE) return `cycle ${node.cycle + 1}`
  return displayName(analyzed.profile.functions, node.function)
}

/** Columns of a call tree that have an explanation. */
export type TreeColumn = 'share' | 'total' | 'self' | 'calls'

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
  const steps = pathTo(node).map(({ step }) => step)
  const counterpart = nodeAlong(plain, steps.slice(1))
  if (counterpart.depth !== node.depth || counterpart.kind !== node.kind) return NO_DIFFERENCES
  const here = treeRowText(tree, node)
  const there = treeRowText(plain, counterpart)
  const differences: Partial<Record<TreeColumn, string>> = {}
  for (const column of COLUMNS) {
    if (here[column] === there[column]) continue
    const unit = column === 'share' || column === 'calls' ? '' : ` ${plain.analyzed.profile.abbreviation}`
    differences[column] = there[column] === '' ? NOT_KNOWN : `${there[column]}${unit}`
  }
  return differences
}
