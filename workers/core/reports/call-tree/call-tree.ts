// The call graph as a tree under one function: its callees level by level, or its callers, with
// calls and times as shares of the function's own.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { type None, NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type Analysis, childLines, type EntryIndex, type Listing, parentLines } from '../listing/listing.ts'
import { callsOfHead, membersOf } from '../../analysis/analyze-profile.ts'
import { certainBelowMember, certainOfHead } from '../bounds.ts'

/** Whether a tree shows the callees or the callers of its root. */
export type Direction = 'callees' | 'callers'

/** A node of a call tree. Times are in ticks. */
export interface TreeNode {
  /**
   * `cycle`: the step into a whole cycle, by way of `function`. `member`: one of its members,
   * below it. `recursion` and `inside`: a call that leads back on the path (to the function
   * itself, or to its own cycle); it passes no time and has no children.
   */
  readonly kind: 'function' | 'cycle' | 'member' | 'recursion' | 'inside'
  readonly function: FunctionIndex
  /** Cycle that the function is in; NONE for no cycle. */
  readonly cycle: CycleIndex | None
  readonly parent: TreeNode | null
  /** 0 for the root. */
  readonly depth: number
  /** Calls of the arc as counted, from any path; for the root and for members, all their calls. */
  readonly count: number
  /** Part of `count` that belongs to this path. */
  readonly calls: number
  /**
   * Part of all calls that came along this path, 0–1: of this function's calls in a tree of
   * callees, of the root's in a tree of callers.
   */
  readonly share: number
  /**
   * Part of the time that came along this path, 0–1: like `share`, but smaller if a scenario excludes some
   * of it.
   */
  readonly scale: number
  /** Self time along this path; in a tree of callers, self time of the root. */
  readonly selfTicks: Ticks
  /** Self time and that of callees along this path; in a tree of callers, total time of the root. */
  readonly totalTicks: Ticks
  /** Part of `totalTicks` that is certain, whatever calls cost. */
  readonly certainTicks: Ticks
}

/** A call tree. Nodes are created on request, by `childAt`. */
export interface CallTree extends Analysis {
  readonly direction: Direction
  readonly root: TreeNode
  /**
   * Lower bounds by function (`certainTicks`, ../bounds.ts); null while they are not computed.
   * Then only self time is certain.
   */
  readonly certain: Float64Array | null
  /** Callers of whole cycles, computed on request. */
  readonly cycleCallers: Map<CycleIndex, CycleCallers>
}

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
// everything that runs only below it is certain too (see ../bounds.ts). Everything else is an
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

/**
 * Returns the tree under one function; for a member of a cycle, the tree of the whole cycle. Nodes are
 * created by `childAt`, so a tree costs nothing until it is read.
 *
 * @param listing of the same analysis; its lines give the order of children
 * @param certain result of `certainTicks`; null while it is not computed, when only self time is certain
 */
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

/** Returns the number of children; 0 for a leaf. */
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

/**
 * Returns the function of a child without creating the node. Children come with the most time first.
 *
 * @param at position among the children, from 0, below `childCount`
 */
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

/**
 * Creates a child node. Children come with the most time first. Each call makes a new object; compare nodes
 * by `keyOf`.
 *
 * @param at position among the children, from 0, below `childCount`
 */
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
 * Returns the arcs between a node and its parent node: one arc, or those from one caller to all members of
 * a cycle. Empty for the root and for a member below its cycle.
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

/**
 * Returns a key that identifies a node in its tree: the functions (FunctionIndex) from the root to it,
 * joined by commas.
 */
export function keyOf(node: TreeNode): string {
  const steps: number[] = []
  for (let at: TreeNode | null = node; at; at = at.parent) steps.push(at.function)
  return steps.toReversed().join(',')
}

/** Returns the nodes from the root to the node, both included. */
export function pathTo(node: TreeNode): readonly TreeNode[] {
  const path: TreeNode[] = []
  for (let at: TreeNode | null = node; at; at = at.parent) path.push(at)
  return path.toReversed()
}

/**
 * Follows these functions down from the root as far as there are such children, and returns the last node.
 *
 * @param steps functions below the root, without the root
 */
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

/** gprof prints parents in ascending order of time; the tree shows the most time first. */
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

// Calls and times of nodes: a share of those of the function, or of its cycle.

/**
 * Returns the self and child time of a function, or of its whole cycle, in ticks: a path takes its share of
 * these. The self time of a function that a scenario excludes is 0.
 */
export function headTicks({ cycles, times, profile }: AnalyzedProfile, f: FunctionIndex) {
  const cycle = cycles.cycleOf[f]
  if (cycle !== NONE) return { self: times.cycleSelfTicks[cycle], child: times.cycleChildTicks[cycle] }
  return { self: times.fraction[f] === 0 ? 0 : profile.functions.selfTicks[f], child: times.childTicks[f] }
}

function rootNode(analyzed: AnalyzedProfile, f: FunctionIndex, certain: Float64Array | null): TreeNode {
  const { cycles, times } = analyzed
  const cycle = cycles.cycleOf[f]
  const members = cycle === NONE ? [f] : membersOf(cycles, cycle)
  let self = 0
  let total = 0
  for (const member of members) {
    self += times.propagatedSelf[member]
    total += times.propagatedSelf[member] + times.propagatedChild[member]
  }
  const calls = callsOfHead(analyzed, f)
  return {
    kind: cycle === NONE ? 'function' : 'cycle',
    function: f,
    cycle,
    parent: null,
    depth: 0,
    count: calls,
    calls,
    share: 1,
    scale: times.fraction[f],
    selfTicks: self,
    totalTicks: total,
    certainTicks: certain ? Math.min(total, certainOfHead(analyzed, certain, f)) : self,
  }
}

function calleeNode(tree: CallTree, parent: TreeNode, f: FunctionIndex, count: number): TreeNode {
  const { analyzed } = tree
  const cycle = analyzed.cycles.cycleOf[f]
  const all = callsOfHead(analyzed, f)
  const part = all > 0 ? count / all : 0
  const share = parent.share * part
  const scale = analyzed.times.fraction[f] === 0 ? 0 : parent.scale * part
  const { self, child } = headTicks(analyzed, f)
  const total = scale * (self + child)
  return {
    kind: cycle === NONE ? 'function' : 'cycle',
    function: f,
    cycle,
    parent,
    depth: parent.depth + 1,
    count,
    calls: parent.share * count,
    share,
    scale,
    selfTicks: scale * self,
    totalTicks: total,
    certainTicks:
      share === 1
        ? Math.min(total, tree.certain ? certainOfHead(analyzed, tree.certain, f) : scale * self)
        : 0,
  }
}

function memberNode(tree: CallTree, parent: TreeNode, f: FunctionIndex): TreeNode {
  const { analyzed } = tree
  const { times, profile } = analyzed
  const isShown = times.fraction[f] !== 0
  const scale = parent.parent === null ? times.fraction[f] : isShown ? parent.scale : 0
  const self = scale * profile.functions.selfTicks[f]
  const total = self + scale * times.childTicks[f]
  const calls = profile.functions.calls[f]
  return {
    kind: 'member',
    function: f,
    cycle: parent.cycle,
    parent,
    depth: parent.depth + 1,
    count: calls,
    calls: parent.share * calls,
    share: parent.share,
    scale,
    selfTicks: self,
    totalTicks: total,
    certainTicks:
      parent.share === 1 ? Math.min(total, self + certainBelowMember(analyzed, tree.certain, f)) : 0,
  }
}

function callerNode(tree: CallTree, parent: TreeNode, f: FunctionIndex, count: number): TreeNode {
  const { analyzed, root } = tree
  const all = callsOfHead(analyzed, parent.function)
  const share = all > 0 ? parent.share * (count / all) : 0
  const scale = share * analyzed.times.fraction[f]
  const { self, child } = headTicks(analyzed, root.function)
  const cycle = analyzed.cycles.cycleOf[f]
  return {
    kind: cycle === NONE ? 'function' : 'cycle',
    function: f,
    cycle,
    parent,
    depth: parent.depth + 1,
    count,
    calls: share * root.calls,
    share,
    scale,
    selfTicks: scale * self,
    totalTicks: scale * (self + child),
    certainTicks: share === 1 ? root.certainTicks : 0,
  }
}

function leafNode(
  tree: CallTree,
  parent: TreeNode,
  kind: 'recursion' | 'inside',
  f: FunctionIndex,
  count: number,
): TreeNode {
  return {
    kind,
    function: f,
    cycle: tree.analyzed.cycles.cycleOf[f],
    parent,
    depth: parent.depth + 1,
    count,
    calls: tree.direction === 'callees' ? parent.share * count : count,
    share: 0,
    scale: 0,
    selfTicks: 0,
    totalTicks: 0,
    certainTicks: 0,
  }
}

// Callers of a cycle from outside: one row per caller, whichever members it calls.

/** Callers of a cycle from outside, with their calls. */
export interface CycleCallers {
  /** Callers (FunctionIndex), most calls that pass time first; ties in address order. */
  readonly parents: Uint32Array<ArrayBuffer>
  /** Calls of each caller into the cycle. */
  readonly counts: Float64Array
}

function listCallersOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): CycleCallers {
  const { profile, cycles, times } = analyzed
  const { arcs, arcsByChild } = profile
  const { items, offsets } = cycles.members
  const calls = new Map<FunctionIndex, number>()
  for (let m = offsets[cycle]; m < offsets[cycle + 1]; m++) {
    const member = items[m]
    for (let at = arcsByChild.offsets[member]; at < arcsByChild.offsets[member + 1]; at++) {
      const arc = arcsByChild.items[at]
      const parent = arcs.parent[arc]
      if (cycles.cycleOf[parent] === cycle) continue
      calls.set(parent, (calls.get(parent) ?? 0) + arcs.count[arc])
    }
  }
  const weight = ([f, count]: readonly [FunctionIndex, number]): number => count * times.fraction[f]
  const rows = [...calls].toSorted((a, b) => weight(b) - weight(a) || b[1] - a[1] || a[0] - b[0])
  return {
    parents: Uint32Array.from(rows, ([f]) => f),
    counts: Float64Array.from(rows, ([, count]) => count),
  }
}

// The default root of a call tree.

/**
 * Returns the default root, or NONE for an empty profile. For callees: the entry with the most total time;
 * of equal ones, the one nearest to the top. A whole cycle is given by its first member. For callers: the
 * function with the most self time, because the top entry has none.
 */
export function initialRoot(
  analyzed: AnalyzedProfile,
  listing: Listing,
  direction: Direction,
): FunctionIndex | None {
  if (direction === 'callers') return (listing.flat.printed[0] ?? NONE) as FunctionIndex | None
  const { times } = analyzed
  const { printed } = listing.entries
  let best: FunctionIndex | None = NONE
  let most = 0
  for (const entry of printed as Iterable<number> as Iterable<EntryIndex>) {
    const f = functionOf(analyzed, listing, entry)
    if (f === NONE) continue
    const cycle = listing.entries.cycleOf[entry]
    const ticks =
      cycle === NONE
        ? times.propagatedSelf[f] + times.propagatedChild[f]
        : times.cyclePropagatedSelf[cycle] + times.cyclePropagatedChild[cycle]
    if (best === NONE) most = ticks
    else if (ticks < most * (1 - 1e-9)) break
    if (best === NONE || times.order[f] > times.order[best]) best = f
  }
  return best
}

/** Returns the entry's function; for a whole cycle, its first member. */
function functionOf({ cycles }: AnalyzedProfile, { entries }: Listing, entry: EntryIndex) {
  const cycle = entries.cycleOf[entry]
  if (cycle === NONE) return entries.functionOf[entry]
  return cycles.members.items[cycles.members.offsets[cycle]]
}
