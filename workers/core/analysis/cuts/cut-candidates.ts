// Different sets of cuts that break one cycle, to choose from.
import type { ArcIndex } from '../../profile/call-graph-profile.ts'
import { buildDigraph } from './digraph.ts'
import { type CycleGraph, flagsOf } from './cycle-graph.ts'
import { newWork } from './search-budget.ts'
import { restoreRedundant } from './restore-redundant.ts'
import { type CutGoal, suggestCutsIn } from './suggest-cuts.ts'

/**
 * Why a set of cuts is a candidate: it is the best by a goal; or the best that keeps the way down and ends it
 * at a member, whose calls back are cut; or, in a cycle that nothing enters, that begins it at a member.
 */
export type CandidateKind = CutGoal | 'last' | 'first'

/** A set of cuts that leaves no cycle. */
export interface CutCandidate {
  readonly kind: CandidateKind
  /** Member that the way down ends or begins at, by position in the cycle; −1 for a goal. */
  readonly member: number
  /** Ascending. */
  readonly arcs: readonly ArcIndex[]
  readonly calls: number
  /** Whether no other choice is better by the goal. */
  readonly isExact: boolean
}

/** Members that the way down is made to end or begin at: those with the most calls inside. */
const MOST_MEMBERS = 20
const GOALS: readonly CutGoal[] = ['way-down', 'calls', 'arcs']

/**
 * Returns sets of cuts of a cycle, each set once, by calls and then by arcs, fewest first.
 *
 * @param limit steps of work for each of the sets
 * @param onProgress receives the number of sets tried and of those to try
 */
export function cutCandidates(
  cycle: CycleGraph,
  limit: number,
  onProgress: (done: number, total: number) => void,
): readonly CutCandidate[] {
  const members = busiestMembers(cycle)
  const isEntered = cycle.isWayIn.includes(1)
  const tries = [
    ...GOALS.map((goal) => () => byGoal(cycle, goal, limit)),
    ...members.map((member) => () => (isEntered ? endingAt : beginningAt)(cycle, member, limit)),
  ]
  const sets = new Map<string, CutCandidate>()
  for (const [at, make] of tries.entries()) {
    onProgress(at, tries.length)
    const candidate = make()
    const key = candidate?.arcs.join(' ')
    if (candidate && key !== undefined && !sets.has(key)) sets.set(key, candidate)
  }
  return [...sets.values()].sort(
    (left, right) => left.calls - right.calls || left.arcs.length - right.arcs.length,
  )
}

function busiestMembers({ graph: { nodes, to, weight } }: CycleGraph): number[] {
  const calls = new Float64Array(nodes)
  for (let arc = 0; arc < to.length; arc++) calls[to[arc]] += weight[arc]
  return Array.from(calls, (_, node) => node)
    .sort((left, right) => calls[right] - calls[left] || left - right)
    .slice(0, MOST_MEMBERS)
}

function byGoal(cycle: CycleGraph, goal: CutGoal, limit: number): CutCandidate {
  const { arcs, calls, method } = suggestCutsIn(cycle, { goal, members: 2, limit })
  return { kind: goal, member: -1, arcs, calls, isExact: method === 'exact' }
}

/** Returns null if calls do not lead from this member to all others: it would be one root more. */
function beginningAt(cycle: CycleGraph, member: number, limit: number): CutCandidate | null {
  const isWayIn = new Uint8Array(cycle.graph.nodes)
  isWayIn[member] = 1
  if (!areAllReached(cycle.graph, isWayIn)) return null
  const { arcs, calls } = suggestCutsIn({ ...cycle, isWayIn }, { goal: 'way-down', members: 2, limit })
  return { kind: 'first', member, arcs, calls, isExact: false }
}

/** Returns null if another member is only reached through this one. */
function endingAt(cycle: CycleGraph, member: number, limit: number): CutCandidate | null {
  const { graph, arcs, isWayIn } = cycle
  const stays = (_: number, arc: number): boolean => graph.from[arc] !== member || graph.weight[arc] === 0
  const rest = {
    ...cycle,
    graph: buildDigraph(
      graph.nodes,
      graph.from.filter(stays),
      graph.to.filter(stays),
      graph.weight.filter(stays),
    ),
    arcs: arcs.filter(stays),
  }
  if (!areAllReached(rest.graph, isWayIn)) return null
  const back = arcs.filter((_, arc) => !stays(0, arc))
  const { arcs: others } = suggestCutsIn(rest, { goal: 'way-down', members: 2, limit })
  const cut = restoreRedundant(graph, flagsOf(cycle, [...back, ...others]), newWork(limit))
  const isCut = (_: unknown, arc: number): boolean => cut[arc] === 1
  const calls = graph.weight.filter(isCut).reduce((sum, weight) => sum + weight, 0)
  return { kind: 'last', member, arcs: arcs.filter(isCut), calls, isExact: false }
}

/** Whether calls lead from the ways in to all nodes. */
function areAllReached({ nodes, to, weight, out }: CycleGraph['graph'], isWayIn: Uint8Array): boolean {
  const isReached = Uint8Array.from(isWayIn)
  const queue: number[] = []
  for (let node = 0; node < nodes; node++) if (isWayIn[node] === 1) queue.push(node)
  // The queue grows while it is read.
  for (const node of queue) {
    for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
      const arc = out.items[at]
      if (!(weight[arc] > 0) || isReached[to[arc]] === 1) continue
      isReached[to[arc]] = 1
      queue.push(to[arc])
    }
  }
  return queue.length === nodes
}
