// Loops of a cycle: the shortest through an arc, the smaller cycles that remain when arcs are cut.
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { buildCycleGraph, flagsOf } from './cycle-graph.ts'
import { groupsWithout } from './digraph.ts'

/**
 * Returns the arcs of a shortest loop, beginning with `arc`; empty if the arc is in no cycle.
 * Direct recursion is a loop of one arc.
 *
 * Searches breadth first from the arc's child, in the order of gprof's lists. Takes time in
 * proportion to the cycle's arcs.
 */
export function shortestLoop({ profile, cycles }: AnalyzedProfile, arc: ArcIndex): readonly ArcIndex[] {
  const { arcs, arcsByParent } = profile
  const start = arcs.child[arc]
  const end = arcs.parent[arc]
  if (start === end) return [arc]
  const cycle = cycles.cycleOf[start]
  if (cycle < 0 || cycles.cycleOf[end] !== cycle) return []
  const arcTo = new Map<FunctionIndex, ArcIndex>([[start, arc]])
  // A map preserves order and may grow during iteration, so it serves as the queue.
  for (const [f] of arcTo) {
    if (f === end) break
    for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
      const next = arcsByParent.items[at]
      const child = arcs.child[next]
      if (cycles.cycleOf[child] === cycle && !arcTo.has(child)) arcTo.set(child, next)
    }
  }
  const loop: ArcIndex[] = []
  for (let f = end; f !== start;) {
    const last = arcTo.get(f)
    if (last === undefined) return []
    loop.push(last)
    f = arcs.parent[last]
  }
  return [arc, ...loop.reverse()]
}

/**
 * Returns the cycles that remain of a cycle when these arcs are cut, each as its members, largest first;
 * empty if none remains.
 */
export function cyclesWithout(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  cut: readonly ArcIndex[],
): readonly (readonly FunctionIndex[])[] {
  const cycleGraph = buildCycleGraph(analyzed, cycle)
  const { members } = cycleGraph
  return groupsWithout(cycleGraph.graph, flagsOf(cycleGraph, cut)).map((group) =>
    group.map((node) => members[node]),
  )
}
