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
  formatShareOf,
  secondsOf,
  shareOf,
  wholeTicks,
} from '../quantities.ts'
import { headTicks } from '../roots.ts'
import {
  baseOf,
  type CallTree,
  childCount,
  type FunctionNode,
  isFunctionNode,
  nodeAlong,
  pathTo,
  type PlainNode,
  type TreeNode,
} from './call-tree.ts'
import type { ProgramPart } from './program.ts'
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
function pathText(tree: CallTree, node: TreeNode): string {
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
function stepOf({ direction }: CallTree, node: FunctionNode): readonly [FunctionIndex, FunctionIndex] {
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

function formatCalls(tree: CallTree, node: TreeNode): string {
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

// Explanations: the formula of every number with this path's operands, and whether it is certain.

/** Columns of a call tree that have an explanation. */
export type TreeColumn = 'share' | 'total' | 'self' | 'calls'

/**
 * Explains one number of a node: its formula with this path's operands, and whether it is certain. For an
 * unknown number it says why, so the result is never null.
 */
export function explainNode(tree: CallTree, node: TreeNode, column: TreeColumn): Explanation | null {
  const { rate } = tree.analyzed.profile
  if (!isFunctionNode(node)) return explainPlain(tree, node)
  if (column === 'calls') return explainCalls(tree, node)
  if (node.kind === 'recursion' || node.kind === 'inside') return explainEnd(tree, node)
  if (!(rate > 0)) return { title: 'Time', formula: '', note: explainSampling(tree.analyzed, 0) }
  if (column === 'share') return explainShare(tree, node)
  return tree.direction === 'callees' ? explainCallee(tree, node, column) : explainCaller(tree, node, column)
}

const PART_NOTES: Readonly<Record<ProgramPart, string>> = {
  library:
    'Functions without a counted caller: a library calls them, such as qsort or a thread’s start, or code compiled without -pg. Nothing is charged to who called the library.',
  sampled:
    'Functions with samples only: no call of them or by them was counted. They are of a library, or were compiled without -pg.',
  outside: 'Samples at addresses that belong to no function of the program.',
  profiler: 'Samples in the profiler’s own functions. gprof leaves them out.',
  removed: 'Time that the what-if removes or excludes.',
}

/** Explains the program, a part of it, or the narrow boxes at the end of a row. */
function explainPlain(tree: CallTree, node: PlainNode): Explanation {
  const { analyzed } = tree
  const share = formatShareOf(analyzed.profile, node.totalTicks)
  const formula = `${share} = ${exactSeconds(analyzed, node.totalTicks)} of ${exactSeconds(analyzed, wholeTicks(analyzed.profile))}`
  const title = nodeName(tree, node)
  if (node.kind === 'program')
    return { title, formula: '', note: 'All recorded samples. Each share is one of them.' }
  if (node.kind === 'part') return { title, formula, note: node.part ? PART_NOTES[node.part] : '' }
  const base = node.parent ? baseOf(node.parent) : node
  const note = `${tree.direction === 'callees' ? 'Callees' : 'Callers'} of ${nodeName(tree, base)} that are too narrow to be boxes here. A click shows them.`
  return { title, formula, note }
}

function explainTotal(
  { analyzed, direction, root }: CallTree,
  { totalTicks, certainTicks, function: f }: FunctionNode,
): string {
  // In a tree of callers the time is that of the root.
  const head = direction === 'callees' || !isFunctionNode(root) ? f : root.function
  const unseen = explainUnseen(analyzed, head, totalTicks)
  return explainCertainty(analyzed, totalTicks, partOf(certainTicks, totalTicks), 'on this path', unseen)
}

function explainShare(tree: CallTree, node: FunctionNode): Explanation {
  const { profile } = tree.analyzed
  const whole = wholeTicks(profile)
  return {
    title: 'Share of all recorded samples',
    formula: `${formatShareOf(profile, node.totalTicks)} = ${exactSeconds(tree.analyzed, node.totalTicks)} of ${exactSeconds(tree.analyzed, whole)}`,
    note: explainTotal(tree, node),
  }
}

function explainCallee(tree: CallTree, node: FunctionNode, column: 'total' | 'self'): Explanation {
  const { analyzed } = tree
  const name = nodeName(tree, node)
  const shown = column === 'self' ? node.selfTicks : node.totalTicks
  const note =
    column === 'self' && node.share === 1
      ? `Certain, as far as calls were counted: all came along this path. ${explainSelf(analyzed, node.function, node.selfTicks)}`
      : column === 'self'
        ? ASSUMPTION
        : explainTotal(tree, node)
  const base = node.parent && baseOf(node.parent)
  if (!base || !isFunctionNode(base)) {
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
    return { title, formula: product(tree, shown, all, '', node.scale, nodeName(tree, base)), note }
  }
  const { self, child } = headTicks(analyzed, node.function)
  const all = callsOfHead(analyzed, node.function)
  const calls = `${formatCount(node.count)} of ${formatCounted(all, 'call')}`
  const whole = column === 'self' ? self : self + child
  return {
    title,
    formula: product(tree, shown, whole, calls, base.scale, nodeName(tree, base)),
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

function explainCaller(tree: CallTree, node: FunctionNode, column: 'total' | 'self'): Explanation {
  const parent = node.parent && baseOf(node.parent)
  if (!parent || !isFunctionNode(parent)) return explainCallee(tree, node, column)
  const shown = column === 'self' ? node.selfTicks : node.totalTicks
  const whole = column === 'self' ? parent.selfTicks : parent.totalTicks
  const all = callsOfHead(tree.analyzed, parent.function)
  return {
    title: `${column === 'self' ? 'Self' : 'Total'} time of ${nodeName(tree, tree.root)}, called by way of ${pathText(tree, node)}`,
    formula: `${exactSeconds(tree.analyzed, shown)} = ${exactSeconds(tree.analyzed, whole)} × ${formatCount(node.count)} of ${formatCounted(all, 'call')} of ${nodeName(tree, parent)}`,
    note: explainTotal(tree, node),
  }
}

function explainCalls(tree: CallTree, node: FunctionNode): Explanation {
  const name = nodeName(tree, node)
  if (isUncounted(node)) {
    const note = explainStaticCall(tree.analyzed, ...stepOf(tree, node))
    return { title: `0 calls of ${name}`, formula: '', note }
  }
  if (node.kind === 'recursion' || node.kind === 'inside') return explainEnd(tree, node)
  if (isHead(node) && node.count === 0) {
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
  const above = node.parent ? nodeName(tree, baseOf(node.parent)) : name
  return {
    title,
    formula: `${formatCalls(tree, node)} = ${formatCounted(node.count, 'call')} × ${formatExact(share)} of ${above} on this path`,
    note: 'Assumes that calls made from elsewhere are like those made from here: gprof records no more.',
  }
}

function explainEnd(tree: CallTree, node: FunctionNode): Explanation {
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
