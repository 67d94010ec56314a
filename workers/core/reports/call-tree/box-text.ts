// The text of a box of the flame view: its name, its numbers with their explanation.
import { NONE } from '../../base/columns.ts'
import type { Explanation } from '../explain/explanation.ts'
import { sizeOfCycle } from '../cycle-size.ts'
import { displayName } from '../../names/names.ts'
import { formatCounted, formatFixed, formatShareOf, formatTime, secondsOf } from '../../quantities.ts'
import { type CallTree, isFunctionNode, type TreeNode } from './tree-node.ts'
import { memberNames } from './cycle-bar.ts'
import type { Icicle } from './icicle.ts'
import { explainNode } from './explain-node.ts'
import { isHead, nodeName, treeRowText } from './tree-text.ts'

/**
 * Explains a box of the icicle: the total time of its node, under a title with name and numbers ("parse:
 * 1.20 s, 34.2%"). Never null for a node with a box.
 */
export function explainBox(tree: CallTree, node: TreeNode): Explanation | null {
  const total = explainNode(tree, node, 'total')
  const notes = total && [explainCycle(tree, node), total.note, explainRecursion(tree, node)]
  return total && { ...total, title: describeBox(tree, node), note: notes?.filter(Boolean).join(' ') ?? '' }
}

function explainCycle(tree: CallTree, node: TreeNode): string {
  if (node.kind !== 'cycle' || node.cycle === NONE) return ''
  const { functions } = tree.analyzed.profile
  const members = `${formatCounted(sizeOfCycle(tree.analyzed, node.cycle), 'function')} that can all reach one another by calls`
  return isHead(node) ? `${members}.` : `${members}, by way of ${displayName(functions, node.function)}.`
}

function explainRecursion({ analyzed }: CallTree, node: TreeNode): string {
  if (!isFunctionNode(node) || node.kind === 'cycle') return ''
  const calls = analyzed.profile.functions.selfCalls[node.function]
  return calls > 0 ? `It calls itself ${formatCounted(calls, 'time')}.` : ''
}

/** Returns a box's name and numbers: "parse: 1.20 s, 34.2%", "cycle 1 eval, seq: 1.74 s, 91.6%". */
export function describeBox(tree: CallTree, node: TreeNode): string {
  return `${boxName(tree, node)}: ${boxFigures(tree, node)}`
}

/** Members named in the box of a cycle. */
export const MOST_MEMBERS = 3

/** Returns the name of a box: "parse", "b cycle 1 recursive", "cycle 1 eval, apply, seq and 2 more". */
export function boxName(tree: CallTree, node: TreeNode): string {
  if (node.kind === 'cycle' && node.cycle !== NONE)
    return `${nodeName(tree, node)} ${memberNames(tree, node, MOST_MEMBERS)}`
  const { name, mark } = treeRowText(tree, node)
  const calls = isFunctionNode(node) ? tree.analyzed.profile.functions.selfCalls[node.function] : 0
  return [name, mark, calls > 0 ? 'recursive' : ''].filter((part) => part !== '').join(' ')
}

/** Returns a box's numbers: "1.20 s, 34.2%", the share of all recorded samples; without a rate only that. */
export function boxFigures(tree: CallTree, node: TreeNode): string {
  const { profile } = tree.analyzed
  const time = formatTime(secondsOf(node.totalTicks, profile.rate), profile.abbreviation)
  return [time, formatShareOf(profile, node.totalTicks)].filter((part) => part !== '').join(', ')
}

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
  for (const level of levels)
    for (const { node } of level) if (isFunctionNode(node) && isFound[node.function] === 1) found++
  return `${formatCounted(found, 'match', 'matches')} marked. ${cut}`.trim()
}
