// What stays strongly connected when arcs are cut: the smaller cycles inside a cycle.
import { groupNewestFirst } from '../../base/csr.ts'
import { findComponents } from '../cycles/cycles.ts'
import type { CutFlags, Digraph } from './digraph.ts'

/** Groups of two nodes and more that still reach one another, largest first; nodes ascending. */
export function groupsWithout({ nodes, from, to }: Digraph, cut: CutFlags): number[][] {
  const start = from.map((node, arc) => (cut[arc] === 1 ? -1 : node))
  const { head, next } = findComponents(groupNewestFirst(start, nodes), to)
  const groups: number[][] = []
  for (let node = 0; node < nodes; node++) {
    if (head[node] !== node || next[node] < 0) continue
    const group: number[] = []
    for (let member = node; member >= 0; member = next[member]) group.push(member)
    groups.push(group.sort((left, right) => left - right))
  }
  return groups.sort((left, right) => right.length - left.length || left[0] - right[0])
}

/** Nodes of the largest of them; 1 where no two still reach one another. */
export function largestGroup(graph: Digraph, cut: CutFlags): number {
  return groupsWithout(graph, cut)[0]?.length ?? 1
}
