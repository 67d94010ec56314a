// Explains every number of a call tree’s node: its formula with this path’s operands, how certain it is.
import { callsOfHead } from '../../analysis/arc-times.ts'
import { explainStaticCall } from '../static-calls.ts'
import { formatCount, formatCounted, formatExact, formatShareOf, wholeTicks } from '../../quantities.ts'
import { headTicks } from '../roots.ts'
import {
  baseOf,
  type CallTree,
  type FunctionNode,
  isFunctionNode,
  type PlainNode,
  type TreeNode,
} from './tree-node.ts'
import type { ProgramPart } from './divide-program.ts'
import { ASSUMPTION, exactSeconds, type Explanation } from '../explain/explanation.ts'
import { explainCertainty, explainUnseen } from '../explain/total.ts'
import { explainSampling, explainSelf } from '../explain/sampling.ts'
import { partOf } from '../../trust/bounds/folded-self.ts'
import {
  type TreeColumn,
  nodeName,
  pathText,
  isUncounted,
  stepOf,
  isHead,
  isCounted,
  formatCalls,
} from './tree-text.ts'

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
  { analyzed, bounds, direction, root }: CallTree,
  { totalTicks, certainTicks, function: f }: FunctionNode,
): string {
  // In a tree of callers the time is that of the root.
  const head = direction === 'callees' || !isFunctionNode(root) ? f : root.function
  const unseen = explainUnseen(analyzed, bounds, head, totalTicks)
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
