// Suggests which arcs to cut so that a cycle falls apart.
//
// The answer says whether it is proven best ("exact") or the best found within the limit of work
// ("heuristic"), and gives a lower bound. See docs/cuts.md.
import type { ArcIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { type Cheapest, findCheapest, MOST_ARCS } from './branch-and-bound.ts'
import { GroupFamily, restoreBelow } from './group-family.ts'
import { backwardArcs, type CutFlags, type Digraph, topologicalOrder, weightOf } from './digraph.ts'
import { buildCycleGraph, type CycleGraph } from './cycle-graph.ts'
import { DEFAULT_LIMIT, newWork, type Work } from './search-budget.ts'
import { improve } from './order-search.ts'
import { restoreRedundant } from './restore-redundant.ts'
import { cutKeepingWayDown } from './way-down.ts'
import { findCheapestCuts } from './cheapest-cuts.ts'

/**
 * What the cuts aim at. `way-down`: the fewest calls of those cuts that keep every member reachable from the
 * cycle's ways in; `calls`: the fewest calls of all; `arcs`: the fewest arcs.
 */
export type CutGoal = 'way-down' | 'calls' | 'arcs'

/** What to aim at, which cycles to break, and how much work to spend. */
export interface CutRequest {
  readonly goal: CutGoal
  /** Smallest cycle to break, in members; 2 for every cycle. */
  readonly members: number
  /** Steps of work after which the best answer so far is returned. */
  readonly limit: number
}

/** The default request: keep the way down, every cycle. */
export const DEFAULT_REQUEST: CutRequest = { goal: 'way-down', members: 2, limit: DEFAULT_LIMIT }

/** Suggested cuts of one cycle. */
export interface SuggestedCuts {
  readonly goal: CutGoal
  /** "exact" if no other choice is better by the goal. */
  readonly method: 'exact' | 'heuristic'
  /** Arcs to cut, ascending. None of them is redundant, unless there are too many arcs to find out. */
  readonly arcs: readonly ArcIndex[]
  /** Calls on these arcs. */
  readonly calls: number
  /** Proven lower bound, in arcs if the goal is arcs and else in calls. */
  readonly lowerBound: number
  /** Largest possible excess over the optimum, as a fraction 0 to 1; 0 if exact. */
  readonly gap: number
  /** Steps of work spent. */
  readonly work: number
}

/**
 * Returns the arcs to cut in one cycle (ArcIndex of the analysed profile), found within `request.limit` steps
 * of work. No arcs if the cycle is smaller than `request.members`.
 */
export function suggestCuts(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  request: CutRequest = DEFAULT_REQUEST,
): SuggestedCuts {
  return suggestCutsIn(buildCycleGraph(analyzed, cycle), request)
}

/** Does the same for the graph of a cycle, which is small enough to post to another thread. */
export function suggestCutsIn(cycleGraph: CycleGraph, request: CutRequest): SuggestedCuts {
  const { goal } = request
  const members = Math.max(2, request.members)
  const work = newWork(request.limit)
  const calls = cycleGraph.graph
  const graph = goal === 'arcs' ? { ...calls, weight: new Float64Array(calls.weight.length).fill(1) } : calls
  const found =
    goal === 'way-down'
      ? cutOnWayBack(cycleGraph, members, work)
      : members === 2
        ? cutAll(graph, calls, work)
        : cutLarge(graph, calls, members, work)
  const arcs = cycleGraph.arcs.filter((_, arc) => found.cut[arc] === 1)
  return {
    goal,
    method: found.bound >= found.cost ? 'exact' : 'heuristic',
    arcs,
    calls: weightOf(calls, found.cut),
    lowerBound: found.bound,
    gap: found.cost === 0 ? 0 : Math.max(0, found.cost - found.bound) / found.cost,
    work: work.used,
  }
}

/** Of choices with equally few calls, prefers one with few arcs. */
function cutOnWayBack({ graph, isWayIn }: CycleGraph, members: number, work: Work): Cheapest {
  if (graph.nodes < members) return { cut: new Uint8Array(graph.from.length), cost: 0, bound: 0 }
  const { weight, scale } = weighBoth(graph, graph)
  // A call that was never taken costs nothing, and keeps no way.
  const both = { ...graph, weight: weight.map((value, arc) => (graph.weight[arc] > 0 ? value : 0)) }
  const found = cutKeepingWayDown(both, isWayIn, findCheapestCuts, work)
  if (members > 2) {
    const cut = restoreBelow(graph, found.cut, members, weight, work)
    return { cut, cost: weightOf(graph, cut), bound: 0 }
  }
  const cost = weightOf(graph, found.cut)
  return { cut: found.cut, cost, bound: Math.min(cost, Math.floor(found.bound / scale)) }
}

/**
 * Rounds of search for the second goal. There is no proof for it; only the first goal's value is
 * certain.
 */
const ROUNDS_FOR_SECOND_GOAL = 200
const SECOND_GOAL_SHARE = 0.05

function cutAll(graph: Digraph, calls: Digraph, work: Work): Cheapest {
  const found = findCheapestCuts(graph, work)
  const order = topologicalOrder(graph, found.cut)
  if (!order) return found
  // Among answers equally good by the goal, prefers one that is better by the other goal.
  const both = { ...graph, weight: weighBoth(graph, calls).weight }
  const second = newWork(SECOND_GOAL_SHARE * work.limit)
  const settled = improve(both, order, ROUNDS_FOR_SECOND_GOAL, second)
  work.used += second.used
  const cut = restoreRedundant(both, backwardArcs(graph, settled), work)
  const cost = weightOf(graph, cut)
  return cost <= found.cost ? { cut, cost, bound: Math.min(cost, found.bound) } : found
}

/**
 * Weights that count the goal first, times `scale`, then the other goal. Returns the goal alone if the sums
 * would not be exact.
 */
function weighBoth(
  graph: Digraph,
  calls: Digraph,
): { readonly weight: Float64Array<ArrayBuffer>; readonly scale: number } {
  const isCalls = graph === calls
  const second = isCalls ? new Float64Array(calls.weight.length).fill(1) : calls.weight
  const scale = 1 + second.reduce((sum, weight) => sum + weight, 0)
  const total = scale * (1 + graph.weight.reduce((sum, weight) => sum + weight, 0))
  if (total > Number.MAX_SAFE_INTEGER) return { weight: graph.weight, scale: 1 }
  return { weight: graph.weight.map((weight, arc) => scale * weight + second[arc]), scale }
}

/**
 * Largest number of arcs for a proof about groups: each test of a group costs as much as the
 * whole graph.
 */
const MOST_ARCS_OF_GROUPS = MOST_ARCS / 2

function cutLarge(graph: Digraph, calls: Digraph, members: number, work: Work): Cheapest {
  if (graph.nodes < members) return { cut: new Uint8Array(graph.from.length), cost: 0, bound: 0 }
  // Half of the work goes into cuts that break all cycles; many of these can be restored
  // afterwards.
  const first = newWork(Math.floor(work.limit / 2))
  const all = cutAll(graph, calls, first).cut
  work.used += first.used
  const worth = weighBoth(graph, calls).weight
  const start = betterOf(
    graph,
    restoreBelow(graph, all, members, worth, work),
    restoreBelow(graph, new Uint8Array(all.length).fill(1), members, worth, work),
  )
  if (graph.from.length > MOST_ARCS_OF_GROUPS) return { cut: start, cost: weightOf(graph, start), bound: 0 }
  const found = findCheapest(graph, start, new GroupFamily(graph, members), work)
  const cut = restoreBelow(graph, found.cut, members, worth, work)
  const cost = weightOf(graph, cut)
  return { cut, cost, bound: Math.min(cost, found.bound) }
}

const betterOf = (graph: Digraph, left: CutFlags, right: CutFlags): CutFlags =>
  weightOf(graph, left) <= weightOf(graph, right) ? left : right
