// Every number of the call tree explains itself: the formula with this path's operands, and whether it is certain.
import { callsOfHead } from '../../analysis/time/arc-share.ts'
import { partOf } from '../certain/certain-parts.ts'
import {
  ASSUMPTION,
  exactSeconds,
  explainCertainty,
  explainSampling,
  type Explanation,
} from '../details/explain-sampling.ts'
import { explainPossible } from '../possible-calls.ts'
import { formatCount, formatCounted, formatExact } from '../quantities.ts'
import { headTicks, type CallTree, type TreeNode } from './call-tree.ts'
import { calleeOf, formatCalls, isCounted, isUncounted, nodeName, pathText, treeRowText } from './row-text.ts'

export type TreeColumn = 'share' | 'total' | 'self' | 'calls'

export function explainNode(tree: CallTree, node: TreeNode, column: TreeColumn): Explanation | null {
  const { rate } = tree.analyzed.profile
  if (column === 'calls') return explainCalls(tree, node)
  if (node.kind === 'recursion' || node.kind === 'inside') return explainEnd(tree, node)
  if (!(rate > 0)) return { title: 'Time', formula: '', note: explainSampling(tree.analyzed, 0) }
  if (column === 'share') return explainShare(tree, node)
  return tree.direction === 'callees' ? explainCallee(tree, node, column) : explainCaller(tree, node, column)
}

/** A box of the icicle: whose it is, how wide, and why. */
export function explainBox(tree: CallTree, node: TreeNode): Explanation | null {
  const told = explainNode(tree, node, 'total')
  return told && { ...told, title: describeBox(tree, node) }
}

/** "parse <cycle 1>: 1.20 s, 34.2 %" */
export function describeBox(tree: CallTree, node: TreeNode): string {
  const { name, mark } = treeRowText(tree, node)
  return `${mark === '' ? name : `${name} ${mark}`}: ${boxFigures(tree, node)}`
}

/** "1.20 s, 34.2 %" */
export function boxFigures(tree: CallTree, node: TreeNode): string {
  return `${boxTime(tree, node)}, ${treeRowText(tree, node).share} %`
}

/** "1.20 s" */
export function boxTime(tree: CallTree, node: TreeNode): string {
  return `${treeRowText(tree, node).total} ${tree.analyzed.profile.abbreviation}`
}

/** "self 0.20 s · 300 calls", and shorter ways to say part of it. */
export function boxRest(tree: CallTree, node: TreeNode): readonly string[] {
  const { self, calls } = treeRowText(tree, node)
  // Of callers it is the root's, and no time of the box's own function.
  const whose = tree.direction === 'callees' ? 'self' : `self of ${nodeName(tree, tree.root)}`
  const time = self === '' ? '' : `${whose} ${self} ${tree.analyzed.profile.abbreviation}`
  const counted = calls === '' ? '' : `${calls} ${calls === '1' ? 'call' : 'calls'}`
  return [time && counted ? `${time} · ${counted}` : time || counted, time, counted]
}

function explainTotal({ analyzed }: CallTree, { totalTicks, certainTicks }: TreeNode): string {
  return explainCertainty(analyzed, totalTicks, partOf(certainTicks, totalTicks), 'on this path')
}

function explainShare(tree: CallTree, node: TreeNode): Explanation {
  const percent = tree.root.totalTicks > 0 ? (100 * node.totalTicks) / tree.root.totalTicks : 0
  return {
    title: `Share of ${nodeName(tree, tree.root)}’s total time`,
    formula: `${formatExact(percent)} % = ${exactSeconds(tree.analyzed, node.totalTicks)} of ${exactSeconds(tree.analyzed, tree.root.totalTicks)}`,
    note: explainTotal(tree, node),
  }
}

function explainCallee(tree: CallTree, node: TreeNode, column: 'total' | 'self'): Explanation {
  const { analyzed } = tree
  const name = nodeName(tree, node)
  const shown = column === 'self' ? node.selfTicks : node.totalTicks
  const note =
    column === 'self' && node.share === 1
      ? `Certain: all its calls came along this path. ${explainSampling(analyzed, node.selfTicks)}`
      : column === 'self'
        ? ASSUMPTION
        : explainTotal(tree, node)
  if (node.parent === null) {
    const what = column === 'self' ? 'Self time' : 'Total time'
    const sum = `${exactSeconds(tree.analyzed, node.selfTicks)} self + ${exactSeconds(tree.analyzed, node.totalTicks - node.selfTicks)} from children`
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
    const note = explainPossible(tree.analyzed, calleeOf(tree, node))
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
      : `${name} is in the same cycle, and stands beside its caller. Calls inside a cycle pass no time, so the path ends here.`
  return { title: `${formatCounted(Math.round(node.calls), 'call')} of ${name}`, formula: '', note }
}
