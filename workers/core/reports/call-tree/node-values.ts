// The nodes of a call tree with their calls and times: a share of what the function, or its cycle, holds in all.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { callsOfHead, membersOf } from '../../analysis/time/arc-share.ts'
import { certainBelowMember, certainOfHead } from '../certain/certain-parts.ts'
import type { CallTree, TreeNode } from './tree-node.ts'

/** All time of a function, or of its cycle as a whole: what a path takes its share of. */
export function headTicks({ cycles, times, profile }: AnalyzedProfile, f: FunctionIndex) {
  const cycle = cycles.cycleOf[f]
  if (cycle !== NONE) return { self: times.cycleSelfTicks[cycle], child: times.cycleChildTicks[cycle] }
  return { self: times.fraction[f] === 0 ? 0 : profile.functions.selfTicks[f], child: times.childTicks[f] }
}

export function rootNode(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  certain: Float64Array | null,
): TreeNode {
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

export function calleeNode(tree: CallTree, parent: TreeNode, f: FunctionIndex, count: number): TreeNode {
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

export function memberNode(tree: CallTree, parent: TreeNode, f: FunctionIndex): TreeNode {
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

export function callerNode(tree: CallTree, parent: TreeNode, f: FunctionIndex, count: number): TreeNode {
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

export function leafNode(
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
