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
// certain-time.ts). All else is assumed, and is to look different wherever it is drawn.
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
import { NONE, type None } from '../../base/brand.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead } from '../call-graph.ts'
import type { Listing } from '../listing.ts'
import { listCallersOfCycle, type CycleCallers } from './cycle-callers.ts'

export type Direction = 'callees' | 'callers'

export interface TreeNode {
  /**
   * `cycle`: the step into a cycle as a whole, by way of `function`. `member`: one of its members, below it.
   * `recursion`, `inside`: a call that leads back on the path (to itself, to its own cycle); passes no time, ends there.
   */
  readonly kind: 'function' | 'cycle' | 'member' | 'recursion' | 'inside'
  readonly function: FunctionIndex
  /** The cycle the function is in. */
  readonly cycle: CycleIndex | None
  readonly parent: TreeNode | null
  /** 0 for the root. */
  readonly depth: number
  /** Calls of the arc as counted, whoever asked; of the root and of members, all their calls. */
  readonly count: number
  /** Of those, the calls along this path. */
  readonly calls: number
  /** Part of all calls that came along this path, 0–1. Callees: of this function's calls; callers: of the root's. */
  readonly share: number
  /** The same for time: less where a scenario leaves some of it out. */
  readonly scale: number
  /** Self time along this path; with callers, the root's. */
  readonly selfTicks: Ticks
  readonly totalTicks: Ticks
  /** The part of `totalTicks` that no cost of calls could change. */
  readonly certainTicks: Ticks
}

export interface CallTree {
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
  readonly direction: Direction
  readonly root: TreeNode
  /** By function, see certain-time.ts; null as long as it is not worked out: then self time alone is certain. */
  readonly certain: Float64Array | null
  /** Callers of whole cycles, as far as they were asked for. */
  readonly cycleCallers: Map<CycleIndex, CycleCallers>
}

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
      ? (cycleMembers.items[cycleMembers.offsets[node.cycle] + at] as FunctionIndex)
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

/** All time of a function, or of its cycle as a whole: what a path takes its share of. */
export function headTicks({ cycles, times, profile }: AnalyzedProfile, f: FunctionIndex) {
  const cycle = cycles.cycleOf[f]
  if (cycle !== NONE) return { self: times.cycleSelfTicks[cycle], child: times.cycleChildTicks[cycle] }
  return { self: times.fraction[f] === 0 ? 0 : profile.functions.selfTicks[f], child: times.childTicks[f] }
}

function rootNode(analyzed: AnalyzedProfile, f: FunctionIndex, certain: Float64Array | null): TreeNode {
  const { cycles, times } = analyzed
  const cycle = cycles.cycleOf[f]
  const members = cycle === NONE ? [f] : membersOf(analyzed, cycle)
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
    certainTicks: certain ? Math.min(total, certain[f]) : self,
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
    certainTicks: share === 1 ? Math.min(total, tree.certain ? tree.certain[f] : scale * self) : 0,
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
    certainTicks: parent.share === 1 ? Math.min(total, self + certainBelowMember(tree, f)) : 0,
  }
}

/** Time of what only this member calls, from one place and for all its calls. */
function certainBelowMember({ analyzed, certain }: CallTree, f: FunctionIndex): Ticks {
  if (!certain) return 0
  const { arcs, arcsByParent } = analyzed.profile
  let sum = 0
  for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
    const arc = arcsByParent.items[at] as ArcIndex
    const child = arcs.child[arc]
    const passed = analyzed.times.arcSelfTicks[arc] + analyzed.times.arcChildTicks[arc]
    if (passed > 0 && arcs.count[arc] === callsOfHead(analyzed, child)) {
      sum += Math.min(passed, certain[child])
    }
  }
  return sum
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

/** Parents come in ascending order of time, as gprof prints them; here the most time comes first. */
function arcAt({ listing, direction }: CallTree, node: TreeNode, at: number): ArcIndex {
  const { parentArcs, childArcs } = listing.lines
  return (
    direction === 'callees'
      ? childArcs.items[childArcs.offsets[node.function] + at]
      : parentArcs.items[parentArcs.offsets[node.function + 1] - 1 - at]
  ) as ArcIndex
}

function callersOf(tree: CallTree, cycle: CycleIndex): CycleCallers {
  let known = tree.cycleCallers.get(cycle)
  if (!known) {
    known = listCallersOfCycle(tree.analyzed, cycle)
    tree.cycleCallers.set(cycle, known)
  }
  return known
}

function membersOf({ cycles }: AnalyzedProfile, cycle: CycleIndex): Iterable<FunctionIndex> {
  const { items, offsets } = cycles.members
  return items.subarray(offsets[cycle], offsets[cycle + 1]) as Iterable<number> as Iterable<FunctionIndex>
}
