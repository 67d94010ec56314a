// A node of a call tree as people read it: its numbers rounded, its marks, and the parts of its bar.
import { NONE } from '../../base/brand.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead } from '../../analysis/time/arc-share.ts'
import { displayName } from '../names/names.ts'
import { possibleText } from '../possible-calls.ts'
import { countWidth, formatCount, formatFixed, fractionOf, percentOf, secondsOf } from '../quantities.ts'
import { pathTo, type CallTree, type TreeNode } from './call-tree.ts'

export interface TreeRowText {
  /** Of the root's total time, in percent. */
  readonly share: string
  readonly total: string
  readonly self: string
  /** "12"; "≈12" where they are an assumed part of what was counted; "" where nothing counted them. */
  readonly calls: string
  readonly name: string
  /** "<cycle 1>", "as a whole", "recursion", "possible, never taken"; "" for most. */
  readonly mark: string
  readonly bar: TreeBar
}

/** Lengths 0–1 of the root's total, in the order in which they stand. */
export interface TreeBar {
  readonly certainSelf: number
  readonly assumedSelf: number
  readonly certainChildren: number
  readonly assumedChildren: number
}

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
    mark: [markOf(node), isUncounted(node) ? possibleText(tree.analyzed, calleeOf(tree, node)) : '']
      .filter((part) => part !== '')
      .join(', '),
    bar: barOf(tree, node),
  }
}

/** "main → parse → lex" */
export function pathText(tree: CallTree, node: TreeNode): string {
  const names = pathTo(node).map((step) => displayName(tree.analyzed.profile.functions, step.function))
  return (tree.direction === 'callees' ? names : names.toReversed()).join(' → ')
}

/** A step that nothing counted: it stands in the program's code alone. */
export function isUncounted(node: TreeNode): boolean {
  return node.count === 0 && node.parent !== null && node.kind !== 'member'
}

/** The called one of a node and the one above it. */
export function calleeOf({ direction }: CallTree, node: TreeNode): FunctionIndex {
  return direction === 'callees' ? node.function : (node.parent ?? node).function
}

/** What else a row's name has to say: that it ends here, or stands for more than one function. */
export function markOf(node: TreeNode): string {
  const cycle = node.cycle === NONE ? '' : `<cycle ${node.cycle + 1}>`
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

/** Whether the calls along this path are what was counted, not a part of it by gprof's assumption. */
export function isCounted(tree: CallTree, node: TreeNode): boolean {
  if (tree.direction === 'callees') {
    return node.kind === 'member' ? node.share === 1 : node.parent === null || node.parent.share === 1
  }
  for (let at = node; at.parent && at.parent.parent; at = at.parent) {
    if (at.kind !== 'recursion' && at.count !== callsOfHead(tree.analyzed, at.parent.function)) return false
  }
  return true
}

export function formatCalls(tree: CallTree, node: TreeNode): string {
  if (node.count === 0 && node.parent === null) return ''
  if (isCounted(tree, node)) return formatCount(Math.round(node.calls))
  return `≈${node.calls >= 10 ? formatCount(Math.round(node.calls)) : Number(node.calls.toPrecision(2))}`
}

/** Letters of the longest text in the column of calls. */
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

/** What its mark follows: a step into a cycle is named after the member it leads to, and only a root after the cycle. */
export function rowName(tree: CallTree, node: TreeNode): string {
  return node.parent === null
    ? nodeName(tree, node)
    : displayName(tree.analyzed.profile.functions, node.function)
}

/** A function, or "<cycle 1>" where the step into a cycle stands for all of it. */
export function nodeName({ analyzed }: CallTree, node: TreeNode): string {
  if (node.kind === 'cycle' && node.cycle !== NONE) return `<cycle ${node.cycle + 1}>`
  return displayName(analyzed.profile.functions, node.function)
}
