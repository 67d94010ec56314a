// The call tree under one function: what it calls level by level, or what called it, with the
// time that gprof's assumption passes along each path. Nodes are created when a person expands
// them.
//
// A profile holds no paths. It counts how often each caller called each callee and samples how
// long each function ran; on whose behalf it ran is not recorded. gprof fills the gap with one
// assumption: every call of a function costs the same. Applied arc by arc, that gives each path
// its part:
//
//     share(root)  = 1
//     share(child) = share(node) × calls(node → child) ÷ all calls of the child
//     time(child)  = share(child) × (self + children of the child), and its self time in the same way
//
// so that a node's self time and the times of its children add up to its time. Calls are scaled
// by the same share: if half the calls of `a` came from here, half of the calls it made count
// here.
//
//     main 10 calls of parse → parse 1.0 s             main           1.5 s
//     test 30 calls of parse   parse → lex 2.0 s         parse        0.75 s   share 10 of 40
//     lex is called by parse only                          lex        0.50 s   share ¼ × 1
//
// Certain, whatever calls cost, is the self time of the root and of every node whose share is 1,
// because all calls of that function came along this path. Of a node's total, the time of
// everything that runs only below it is certain too (see trust/bounds/lower-bound.ts). Everything else is an
// estimate and must look different wherever it is drawn.
//
// Cycles. gprof passes no time inside a cycle: the whole cycle is one node, called as often as it
// is entered from outside. The tree does the same. The step into a cycle is a node with the
// cycle's share. Below it are all members, each with its own self time and the time of its
// callees outside the cycle. Below a member, a call to another member shows its calls but no time
// and has no children, because the other member is its sibling. Direct recursion is shown in the
// same way. So the tree has no loops, and every path ends.
//
// A tree of callers reverses this. The root's time is divided among its callers by their calls, a
// caller's part among its callers, and so on. Each node's time is time of the root. The parts
// under a node add up to its time, unless some of its calls were not counted. A caller in a cycle
// represents its cycle: calls between members do not show who called the root.
import { finish } from '../../base/yielder.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { Listing } from '../listing/listing.ts'
import { childLines, parentLines } from '../listing/lines-on-request.ts'
import { membersOf } from '../../analysis/arc-times.ts'
import { cycleEntry, type CycleEntry, type OutsideLine } from '../cycle-entry.ts'
import { type Head, headTicks, inheritedScale } from '../roots.ts'
import type { Program } from './divide-program.ts'
import {
  type Direction,
  NO_CYCLES,
  type CallTree,
  PROGRAM_STEP,
  type TreeNode,
  baseOf,
  type Step,
  stepOfPart,
  type FunctionNode,
  isFunctionNode,
  stepOfRest,
  FIRST_REST,
  type PlainNode,
} from './tree-node.ts'
import {
  rootNode,
  plainNode,
  childOfProgram,
  headNode,
  callerNode,
  memberNode,
  calleeNode,
  scaledCalls,
  leafNode,
} from './create-nodes.ts'

/**
 * Returns the tree under one function; for a member of a cycle, the tree of the whole cycle. Nodes are
 * created by `childAt`, so a tree costs nothing until it is read.
 *
 * @param listing of the same analysis; its lines give the order of children
 * @param closed cycles that are one node; none by default
 */
export function callTree(
  analyzed: AnalyzedProfile,
  listing: Listing,
  direction: Direction,
  f: FunctionIndex,
  bounds: Bounds | null,
  closed = NO_CYCLES,
): CallTree {
  const root = rootNode(analyzed, f, bounds)
  return treeOf({ analyzed, listing, direction, root, bounds, closed, program: null })
}

/**
 * Returns the tree of callees under the whole program: its roots side by side, and what belongs to no root.
 *
 * @param program result of `divideProgram` for the same analysis
 * @param closed cycles that are one node; none by default
 */
export function programTree(
  analyzed: AnalyzedProfile,
  listing: Listing,
  program: Program,
  bounds: Bounds | null,
  closed = NO_CYCLES,
): CallTree {
  const root = plainNode(null, 'program', PROGRAM_STEP, program.ticks)
  return treeOf({ analyzed, listing, direction: 'callees', root, bounds, closed, program })
}

const treeOf = (tree: Omit<CallTree, 'cycleEntries' | 'callerShares'>): CallTree => ({
  ...tree,
  cycleEntries: new Map(),
  callerShares: new Map(),
})

/** Returns the number of children; 0 for a leaf. */
export function childCount(tree: CallTree, node: TreeNode): number {
  const { parentArcs, childArcs, cycleMembers } = tree.listing.lines
  switch (node.kind) {
    case 'recursion':
    case 'inside':
      return 0
    case 'program':
      return tree.program?.children.length ?? 0
    case 'part':
      return headsOf(tree, node).length
    case 'rest':
      return sortedChildren(tree, baseOf(node)) - node.from
    case 'cycle':
    case 'member':
    case 'function':
      break
  }
  if (node.kind === 'cycle' && node.cycle !== NONE) {
    if (tree.direction === 'callers') return entryOf(tree, node.cycle).callers.length
    if (tree.closed.has(node.cycle)) return entryOf(tree, node.cycle).others.length
    return cycleMembers.offsets[node.cycle + 1] - cycleMembers.offsets[node.cycle]
  }
  const groups = tree.direction === 'callees' ? childArcs : parentArcs
  return groups.offsets[node.function + 1] - groups.offsets[node.function]
}

/** Returns how many of a node's children come in order of their time; the others, of a program, follow. */
export function sortedChildren(tree: CallTree, node: TreeNode): number {
  return node.kind === 'program' && tree.program ? tree.program.sorted : childCount(tree, node)
}

/**
 * Returns the step to a child without creating the node. Children come with the most time first.
 *
 * @param at position among the children, from 0, below `childCount`
 */
export function childStep(tree: CallTree, node: TreeNode, at: number): Step {
  if (node.kind === 'rest') return childStep(tree, baseOf(node), node.from + at)
  if (node.kind === 'program') {
    const child = tree.program?.children[at]
    return child?.part ? stepOfPart(child.part) : (child?.heads[0]?.function ?? NONE)
  }
  if (node.kind === 'part') return headsOf(tree, node)[at]?.function ?? NONE
  const { arcs } = tree.analyzed.profile
  if (node.kind === 'cycle' && node.cycle !== NONE) {
    const { cycleMembers } = tree.listing.lines
    if (tree.direction === 'callers') return callerLine(tree, node.cycle, at).f
    if (tree.closed.has(node.cycle)) return entryOf(tree, node.cycle).others[at].f
    return cycleMembers.items[cycleMembers.offsets[node.cycle] + at]
  }
  const arc = arcAt(tree, node as FunctionNode, at)
  return tree.direction === 'callees' ? arcs.child[arc] : arcs.parent[arc]
}

/**
 * Creates a child node. Children come with the most time first. Each call makes a new object; compare nodes
 * by `keyOf`.
 *
 * @param at position among the children, from 0, below `childCount`
 */
export function childAt(tree: CallTree, node: TreeNode, at: number): TreeNode {
  const base = baseOf(node)
  const place = node.kind === 'rest' ? node.from + at : at
  if (base.kind === 'program') return childOfProgram(tree, node, place)
  if (base.kind === 'part') return headNode(tree, node, headsOf(tree, base)[place])
  const { kind, cycle } = base
  if (!isFunctionNode(base)) throw new Error(`a node of kind ${kind} has no children`)
  const f = childStep(tree, base, place) as FunctionIndex
  if (kind === 'cycle' && cycle !== NONE) {
    if (tree.direction === 'callers')
      return callerNode(tree, base, node, f, callerLine(tree, cycle, place).count)
    if (!tree.closed.has(cycle)) return memberNode(tree, base, node, f)
    const { count, arcs } = entryOf(tree, cycle).others[place]
    return calleeNode(tree, base, node, f, count, scaledCalls(tree, base, arcs))
  }
  const count = tree.analyzed.profile.arcs.count[arcAt(tree, base, place)]
  if (f === base.function) return leafNode(tree, base, node, 'recursion', f, count)
  if (tree.direction === 'callers') return callerNode(tree, base, node, f, count)
  if (cycle !== NONE && tree.analyzed.cycles.cycleOf[f] === cycle) {
    return leafNode(tree, base, node, 'inside', f, count)
  }
  return calleeNode(tree, base, node, f, count)
}

/**
 * Creates the node for some last children of a node, in order of time.
 *
 * @param from place of the first of them among the children of `parent`
 * @param ticks their time, if it is known
 */
export function restNode(tree: CallTree, parent: TreeNode, from: number, ticks?: Ticks): TreeNode {
  const before = parent.kind === 'rest' ? parent.from : 0
  let total = ticks ?? sortedTicks(tree, parent)
  if (ticks === undefined) for (let at = 0; at < from; at++) total -= childAt(tree, parent, at).totalTicks
  return plainNode(parent, 'rest', stepOfRest(before + from), Math.max(0, total), null, before + from)
}

/** Returns the time of all children of a node, in ticks. */
export function childTicks(tree: CallTree, node: TreeNode): Ticks {
  switch (node.kind) {
    case 'recursion':
    case 'inside':
      return 0
    case 'program':
    case 'rest':
      return node.totalTicks
    case 'part':
      return childCount(tree, node) === 0 ? 0 : node.totalTicks
    case 'cycle':
      if (tree.direction === 'callees') return node.totalTicks - ownTicks(tree, node)
      break
    case 'function':
    case 'member':
      if (tree.direction === 'callees') return node.totalTicks - node.selfTicks
      break
  }
  const { self, child } = headTicks(tree.analyzed, (tree.root as FunctionNode).function)
  return node.share * callerShareOf(tree, node) * (self + child)
}

/** Returns the time of the children of a node that come in order of their time, in ticks. */
export function sortedTicks(tree: CallTree, node: TreeNode): Ticks {
  if (node.kind !== 'program' || !tree.program) return childTicks(tree, node)
  const { children, sorted } = tree.program
  return children.slice(0, sorted).reduce((sum, { ticks }) => sum + ticks, 0)
}

/**
 * Returns the time of a node that is in none of its children. The members of an open cycle have all of its
 * time; in a tree of callers the time is that of the root.
 */
export function ownTicks({ direction, closed }: CallTree, node: TreeNode): Ticks {
  if (direction === 'callers' || !isFunctionNode(node)) return 0
  return node.kind === 'cycle' && node.cycle !== NONE && !closed.has(node.cycle) ? 0 : node.selfTicks
}

/**
 * Returns the arcs between a node and its parent node: one arc, or those between one function and all members
 * of a cycle. Empty for the root, for roots of the program and for a member below its cycle.
 */
export function arcsAbove(tree: CallTree, node: TreeNode): ArcIndex[] {
  const parent = node.parent && baseOf(node.parent)
  if (!parent || !isFunctionNode(parent) || !isFunctionNode(node) || node.kind === 'member') return []
  const { analyzed, direction } = tree
  const { arcs, arcsByParent } = analyzed.profile
  const { cycleOf } = analyzed.cycles
  if (direction === 'callees' && parent.kind === 'cycle' && parent.cycle !== NONE) {
    return [...(entryOf(tree, parent.cycle).others.find(({ f }) => f === node.function)?.arcs ?? [])]
  }
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

/**
 * Returns a key that identifies a node in its tree: the steps from the root to it, the root's own among them,
 * joined by commas.
 */
export function keyOf(node: TreeNode): string {
  const steps: number[] = []
  for (let at: TreeNode | null = node; at; at = at.parent) steps.push(at.step)
  return steps.toReversed().join(',')
}

/** Returns the nodes from the root to the node, both included. */
export function pathTo(node: TreeNode): readonly TreeNode[] {
  const path: TreeNode[] = []
  for (let at: TreeNode | null = node; at; at = at.parent) path.push(at)
  return path.toReversed()
}

/**
 * Follows these steps down from the root as far as there are such children, and returns the last node.
 *
 * @param steps below the root, without the root's own
 */
export function nodeAlong(tree: CallTree, steps: readonly Step[]): TreeNode {
  let node = tree.root
  for (const step of steps) {
    const child = childAlong(tree, node, step)
    if (!child) break
    node = child
  }
  return node
}

/** Returns the child that a step leads to, or null. */
export function childAlong(tree: CallTree, node: TreeNode, step: Step): TreeNode | null {
  if (step <= FIRST_REST) {
    const from = FIRST_REST - step - (node.kind === 'rest' ? node.from : 0)
    return (from > 0 || node.kind !== 'rest') && from < sortedChildren(tree, node)
      ? restNode(tree, node, from)
      : null
  }
  const at = placeOf(tree, node, step)
  return at < 0 ? null : childAt(tree, node, at)
}

/** Returns the place of a child among all, by its step; −1 if there is none. */
export function placeOf(tree: CallTree, node: TreeNode, step: Step): number {
  const count = childCount(tree, node)
  for (let at = 0; at < count; at++) if (childStep(tree, node, at) === step) return at
  return -1
}

/**
 * Returns the steps from the program to the root that is this function or its cycle; empty if it is no root
 * of the program.
 */
export function stepsToHead({ program, analyzed }: CallTree, f: FunctionIndex): readonly Step[] {
  const { cycleOf } = analyzed.cycles
  const isIt = (one: FunctionIndex): boolean =>
    one === f || (cycleOf[f] !== NONE && cycleOf[one] === cycleOf[f])
  for (const { part, heads } of program?.children ?? []) {
    const head = heads.find((one) => isIt(one.function))
    if (head) return part ? [stepOfPart(part), head.function] : [head.function]
  }
  return []
}

/** gprof prints parents in ascending order of time; the tree shows the most time first. */
function arcAt({ analyzed, listing, direction }: CallTree, node: FunctionNode, at: number): ArcIndex {
  if (direction === 'callees') return childLines(analyzed, listing.lines, node.function)[at] as ArcIndex
  const parents = parentLines(analyzed, listing.lines, node.function)
  return parents[parents.length - 1 - at] as ArcIndex
}

function entryOf(tree: CallTree, cycle: CycleIndex): CycleEntry {
  let entry = tree.cycleEntries.get(cycle)
  if (!entry) {
    entry = finish(cycleEntry(tree.analyzed, tree.listing, cycle))
    // In a tree of callers a part goes to each by its calls, also where the member that it calls has no time.
    const { fraction } = tree.analyzed.times
    const part = ({ f, count }: OutsideLine): number => count * fraction[f]
    entry = { ...entry, callers: entry.callers.toSorted((left, right) => part(left) - part(right)) }
    tree.cycleEntries.set(cycle, entry)
  }
  return entry
}

/** Returns a caller of a whole cycle, the one with the most time first. */
function callerLine(tree: CallTree, cycle: CycleIndex, at: number): OutsideLine {
  const { callers } = entryOf(tree, cycle)
  return callers[callers.length - 1 - at]
}

function callerShareOf(tree: CallTree, node: TreeNode): number {
  if (!isFunctionNode(node)) return 0
  let share = tree.callerShares.get(node.function)
  if (share === undefined) {
    share = 0
    const { cycles } = tree.analyzed
    const members =
      node.kind === 'cycle' && node.cycle !== NONE ? membersOf(cycles, node.cycle) : [node.function]
    for (const f of members) share += inheritedScale(tree.analyzed, f)
    tree.callerShares.set(node.function, share)
  }
  return share
}

const headsOf = ({ program }: CallTree, { part }: PlainNode): readonly Head[] =>
  program?.children.find((child) => child.part === part)?.heads ?? []
