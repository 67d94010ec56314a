// Creates the nodes of a call tree, with their share of the calls or times of the function, or of its
// cycle.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { callsOfHead, membersOf } from '../../analysis/arc-times.ts'
import { certainBelowMember, certainOfHead } from '../../trust/bounds/certain-parts.ts'
import { type Head, headTicks } from '../roots.ts'
import type { ProgramPart } from './divide-program.ts'
import {
  type TreeNode,
  type PlainNode,
  type Step,
  baseOf,
  type CallTree,
  stepOfPart,
  type FunctionNode,
  isFunctionNode,
} from './tree-node.ts'

export function plainNode(
  parent: TreeNode | null,
  kind: PlainNode['kind'],
  step: Step,
  ticks: Ticks,
  part: ProgramPart | null = null,
  from = 0,
): PlainNode {
  const base = parent && baseOf(parent)
  return {
    kind,
    function: NONE,
    cycle: NONE,
    part,
    from,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    step,
    count: 0,
    calls: 0,
    share: base?.share ?? 1,
    scale: base?.scale ?? 1,
    selfTicks: 0,
    totalTicks: ticks,
    certainTicks: kind === 'rest' ? 0 : ticks,
  }
}

export function childOfProgram(tree: CallTree, parent: TreeNode, at: number): TreeNode {
  const child = tree.program?.children[at]
  if (!child) throw new Error('the program has no such part')
  const { part, heads, ticks } = child
  if (part) return plainNode(parent, 'part', stepOfPart(part), ticks, part)
  return headNode(tree, parent, heads[0])
}

/** A root of the program. Below it the tree is the one that has it as its root, but for what callers take. */
export function headNode(
  { analyzed, bounds }: CallTree,
  parent: TreeNode,
  { function: f, scale, ticks }: Head,
): FunctionNode {
  const root = rootNode(analyzed, f, bounds)
  const place = { parent, depth: parent.depth + 1 }
  if (scale > 1 - 1e-9) return { ...root, ...place }
  const { self } = headTicks(analyzed, f)
  return {
    ...root,
    ...place,
    share: scale,
    scale,
    selfTicks: scale * self,
    totalTicks: ticks,
    certainTicks: 0,
  }
}

export function rootNode(analyzed: AnalyzedProfile, f: FunctionIndex, bounds: Bounds | null): FunctionNode {
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
    step: f,
    count: calls,
    calls,
    share: 1,
    scale: times.fraction[f],
    selfTicks: self,
    totalTicks: total,
    certainTicks: bounds ? Math.min(total, certainOfHead(analyzed, bounds, f)) : self,
  }
}

export function calleeNode(
  tree: CallTree,
  base: FunctionNode,
  parent: TreeNode,
  f: FunctionIndex,
  count: number,
  scaled = base.scale * count,
): FunctionNode {
  const { analyzed } = tree
  const cycle = analyzed.cycles.cycleOf[f]
  const all = callsOfHead(analyzed, f)
  const share = all > 0 ? (base.share * count) / all : 0
  const scale = all > 0 && analyzed.times.fraction[f] !== 0 ? scaled / all : 0
  const { self, child } = headTicks(analyzed, f)
  const total = scale * (self + child)
  return {
    kind: cycle === NONE ? 'function' : 'cycle',
    function: f,
    cycle,
    parent,
    depth: parent.depth + 1,
    count,
    step: f,
    calls: base.share * count,
    share,
    scale,
    selfTicks: scale * self,
    totalTicks: total,
    certainTicks:
      share === 1 ? Math.min(total, tree.bounds ? certainOfHead(analyzed, tree.bounds, f) : scale * self) : 0,
  }
}

/** Returns the calls by members of a closed cycle, each as much as its member's time counts. */
export function scaledCalls(tree: CallTree, base: FunctionNode, arcs: readonly ArcIndex[]): number {
  const { parent, count } = tree.analyzed.profile.arcs
  return arcs.reduce((sum, arc) => sum + memberScale(tree, base, parent[arc]) * count[arc], 0)
}

/** Returns the part of a member's time that counts below its cycle: none if a scenario leaves it out. */
function memberScale({ analyzed }: CallTree, base: FunctionNode, f: FunctionIndex): number {
  const fraction = analyzed.times.fraction[f]
  const isRoot = (base.parent === null || !isFunctionNode(baseOf(base.parent))) && base.share === 1
  return isRoot ? fraction : fraction === 0 ? 0 : base.scale
}

export function memberNode(
  tree: CallTree,
  base: FunctionNode,
  parent: TreeNode,
  f: FunctionIndex,
): FunctionNode {
  const { analyzed } = tree
  const { times, profile } = analyzed
  const scale = memberScale(tree, base, f)
  const self = scale * profile.functions.selfTicks[f]
  const total = self + scale * times.childTicks[f]
  const calls = profile.functions.calls[f]
  return {
    kind: 'member',
    function: f,
    cycle: base.cycle,
    parent,
    depth: parent.depth + 1,
    step: f,
    count: calls,
    calls: base.share * calls,
    share: base.share,
    scale,
    selfTicks: self,
    totalTicks: total,
    certainTicks: base.share === 1 ? Math.min(total, self + certainBelowMember(analyzed, tree.bounds, f)) : 0,
  }
}

export function callerNode(
  tree: CallTree,
  base: FunctionNode,
  parent: TreeNode,
  f: FunctionIndex,
  count: number,
): FunctionNode {
  const { analyzed } = tree
  const root = tree.root as FunctionNode
  const all = callsOfHead(analyzed, base.function)
  const share = all > 0 ? base.share * (count / all) : 0
  const scale = share * analyzed.times.fraction[f]
  const { self, child } = headTicks(analyzed, root.function)
  const cycle = analyzed.cycles.cycleOf[f]
  return {
    kind: cycle === NONE ? 'function' : 'cycle',
    function: f,
    cycle,
    parent,
    depth: parent.depth + 1,
    step: f,
    count,
    calls: share * root.calls,
    share,
    scale,
    selfTicks: scale * self,
    totalTicks: scale * (self + child),
    certainTicks: share === 1 ? root.certainTicks : 0,
  }
}

export function leafNode(
  tree: CallTree,
  base: FunctionNode,
  parent: TreeNode,
  kind: 'recursion' | 'inside',
  f: FunctionIndex,
  count: number,
): FunctionNode {
  return {
    kind,
    step: f,
    function: f,
    cycle: tree.analyzed.cycles.cycleOf[f],
    parent,
    depth: parent.depth + 1,
    count,
    calls: tree.direction === 'callees' ? base.share * count : count,
    share: 0,
    scale: 0,
    selfTicks: 0,
    totalTicks: 0,
    certainTicks: 0,
  }
}
