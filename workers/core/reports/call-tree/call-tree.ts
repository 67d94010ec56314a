// The call graph as a tree under one function: what it calls level by level, or what called it, with the time that
// gprof's assumption passes along each path. Nothing is made before somebody opens it.
//
// A profile holds no paths. It counts how often each caller called each callee, and it samples how long each function
// ran; for whom it ran is not recorded. gprof fills the gap with one assumption: every call of a function costs the same.
// Carried on from arc to arc, that gives each path its part:
//
//     share(root)  = 1
//     share(child) = share(node) × calls(node → child) ÷ all calls of the child
//     time(child)  = share(child) × (self + children of the child), its self time likewise
//
// so that a node's own self time and the times of its children add up to its time. Calls are scaled by the same share: if
// `a` was called half from here, half of the calls it made count here.
//
//     main 10 calls of parse → parse 1.0 s             main           1.5 s
//     test 30 calls of parse   parse → lex 2.0 s         parse        0.75 s   share 10 of 40
//     lex is called by parse only                          lex        0.50 s   share ¼ × 1
//
// Certain, whatever calls cost: the self time of the root, and of every node whose share is 1, for then all calls of that
// function came along this very path. Of a node's total also the time of everything that runs below it only (see
// ../certain). All else is assumed, and is to look different wherever it is drawn.
//
// Cycles. Inside a cycle gprof passes no time: the whole takes part as one node, called as often as it is entered from
// outside. So does it here. The step into a cycle is a node that holds the part of the whole; below it stand all members,
// each with its own self time and what its callees outside the cycle hand it. Below a member, a call to another member is
// named, with its calls and without time, and ends there: the other member stands beside it. Direct recursion likewise.
// What is left has no loops, so that every path ends.
//
// Callers turn all this round: the root's time is divided among its callers by their calls, a caller's part among its
// callers, and so on. Each node's time is time of the root; the parts under a node add up to it, unless it was also
// called from where nothing is counted. A caller in a cycle stands for its cycle: calls between members say nothing about
// who asked for the root.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { childLines, parentLines } from '../listing/entry-lines.ts'
import type { Listing } from '../listing/listing.ts'
import { listCallersOfCycle, type CycleCallers } from './cycle-callers.ts'
import { calleeNode, callerNode, leafNode, memberNode, rootNode } from './node-values.ts'
import type { CallTree, Direction, TreeNode } from './tree-node.ts'

export { headTicks } from './node-values.ts'
export type { CallTree, Direction, TreeNode }

/** A tree under one function; under a member of a cycle, the tree of the whole cycle. */
export function callTree(
  analyzed: AnalyzedProfile,
  listing: Listing,
  direction: Direction,
  f: FunctionIndex,
  certain: Float64Array | null,
): CallTree {
  const root = rootNode(analyzed, f, certain)
  return { analyzed, listing, direction, root, certain, cycleCallers: new Map() }
}

/** Not a leaf: something stands below it. */
export function childCount(tree: CallTree, node: TreeNode): number {
  const { parentArcs, childArcs, cycleMembers } = tree.listing.lines
  if (node.kind === 'recursion' || node.kind === 'inside') return 0
  if (node.kind === 'cycle' && node.cycle !== NONE) {
    return tree.direction === 'callees'
      ? cycleMembers.offsets[node.cycle + 1] - cycleMembers.offsets[node.cycle]
      : callersOf(tree, node.cycle).parents.length
  }
  const groups = tree.direction === 'callees' ? childArcs : parentArcs
  return groups.offsets[node.function + 1] - groups.offsets[node.function]
}

/** The function of the nth child, most time first, without making the node. */
export function childFunction(tree: CallTree, node: TreeNode, at: number): FunctionIndex {
  const { arcs } = tree.analyzed.profile
  if (node.kind === 'cycle' && node.cycle !== NONE) {
    const { cycleMembers } = tree.listing.lines
    return tree.direction === 'callees'
      ? cycleMembers.items[cycleMembers.offsets[node.cycle] + at]
      : (callersOf(tree, node.cycle).parents[at] as FunctionIndex)
  }
  const arc = arcAt(tree, node, at)
  return tree.direction === 'callees' ? arcs.child[arc] : arcs.parent[arc]
}

/** The nth child, most time first. */
export function childAt(tree: CallTree, node: TreeNode, at: number): TreeNode {
  const f = childFunction(tree, node, at)
  if (node.kind === 'cycle' && node.cycle !== NONE) {
    return tree.direction === 'callees'
      ? memberNode(tree, node, f)
      : callerNode(tree, node, f, callersOf(tree, node.cycle).counts[at])
  }
  const count = tree.analyzed.profile.arcs.count[arcAt(tree, node, at)]
  if (f === node.function) return leafNode(tree, node, 'recursion', f, count)
  if (tree.direction === 'callers') return callerNode(tree, node, f, count)
  if (node.cycle !== NONE && tree.analyzed.cycles.cycleOf[f] === node.cycle) {
    return leafNode(tree, node, 'inside', f, count)
  }
  return calleeNode(tree, node, f, count)
}

/**
 * The arcs by which a node hangs on the one above it: one, or those from one caller to all members of a cycle; none for
 * the root and for a member below its cycle.
 */
export function arcsAbove({ analyzed, direction }: CallTree, node: TreeNode): ArcIndex[] {
  const { parent } = node
  if (!parent || node.kind === 'member') return []
  const { arcs, arcsByParent } = analyzed.profile
  const { cycleOf } = analyzed.cycles
  const [caller, callee] = direction === 'callees' ? [parent, node] : [node, parent]
  const isWhole = direction === 'callers' && parent.kind === 'cycle'
  const found: ArcIndex[] = []
  for (let at = arcsByParent.offsets[caller.function]; at < arcsByParent.offsets[caller.function + 1]; at++) {
    const arc = arcsByParent.items[at]
    const child = arcs.child[arc]
    if (child === callee.function || (isWhole && cycleOf[child] === callee.cycle)) found.push(arc)
  }
  return found
}

/** Names a node among all of its tree: the functions from the root to it. */
export function keyOf(node: TreeNode): string {
  const steps: number[] = []
  for (let at: TreeNode | null = node; at; at = at.parent) steps.push(at.function)
  return steps.toReversed().join(',')
}

/** From the root to the node, both included. */
export function pathTo(node: TreeNode): readonly TreeNode[] {
  const path: TreeNode[] = []
  for (let at: TreeNode | null = node; at; at = at.parent) path.push(at)
  return path.toReversed()
}

/** Follows the functions below the root as far as there are such children. */
export function nodeAlong(tree: CallTree, steps: readonly FunctionIndex[]): TreeNode {
  let node = tree.root
  for (const step of steps) {
    const count = childCount(tree, node)
    let at = 0
    while (at < count && childFunction(tree, node, at) !== step) at++
    if (at === count) break
    node = childAt(tree, node, at)
  }
  return node
}

/** Parents come in ascending order of time, as gprof prints them; here the most time comes first. */
function arcAt({ analyzed, listing, direction }: CallTree, node: TreeNode, at: number): ArcIndex {
  if (direction === 'callees') return childLines(analyzed, listing.lines, node.function)[at] as ArcIndex
  const parents = parentLines(analyzed, listing.lines, node.function)
  return parents[parents.length - 1 - at] as ArcIndex
}

function callersOf(tree: CallTree, cycle: CycleIndex): CycleCallers {
  let known = tree.cycleCallers.get(cycle)
  if (!known) {
    known = listCallersOfCycle(tree.analyzed, cycle)
    tree.cycleCallers.set(cycle, known)
  }
  return known
}
