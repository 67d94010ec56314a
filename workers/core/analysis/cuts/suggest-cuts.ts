/**
 * A cycle → which arcs to cut so that it falls apart: those with the fewest calls, or the fewest arcs.
 *
 * The answer says whether it is proven best ("exact") or only the best that was found with the work allowed
 * ("heuristic"), and below what no answer can come. docs/cuts.md tells how.
 */
import type { ArcIndex } from '../../profile/tables.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { findCheapest, MOST_ARCS, type Cheapest } from './branch.ts'
import { findCheapestCuts } from './cheapest-cuts.ts'
import { buildCycleGraph, type CycleGraph } from './cycle-graph.ts'
import { backwardArcs, topologicalOrder, weightOf, type CutFlags, type Digraph } from './digraph.ts'
import { GroupFamily, restoreBelow } from './group-family.ts'
import { improve } from './order-search.ts'
import { restoreNeedless } from './restore.ts'
import { DEFAULT_LIMIT, newWork, type Work } from './work.ts'

export interface CutRequest {
  /** What is to be as small as can be: the calls on the arcs that are cut, or the number of these arcs. */
  readonly goal: 'calls' | 'arcs'
  /** Break only cycles of this many members and more; 2 for every cycle. */
  readonly members: number
  /** Steps of work after which the best found so far is the answer. */
  readonly limit: number
}

export const DEFAULT_REQUEST: CutRequest = { goal: 'calls', members: 2, limit: DEFAULT_LIMIT }

export interface SuggestedCuts {
  readonly goal: CutRequest['goal']
  /** "exact": no other choice is better by the goal. */
  readonly method: 'exact' | 'heuristic'
  /** The arcs to cut, ascending. None of them could stay. */
  readonly arcs: readonly ArcIndex[]
  /** Calls on these arcs. */
  readonly calls: number
  /** Proven: every choice has so many calls, or arcs, at least; by the goal. */
  readonly lowerBound: number
  /** How much of what the goal counts may be too much, 0 to 1; 0 if exact. */
  readonly gap: number
  /** Steps it took. */
  readonly work: number
}

/** The calls to cut in one cycle, within `request.limit` steps of work. */
export function suggestCuts(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  request: CutRequest = DEFAULT_REQUEST,
): SuggestedCuts {
  return suggestCutsIn(buildCycleGraph(analyzed, cycle), request)
}

/** The same for a cycle as a graph of its own, which is small enough to travel to another thread. */
export function suggestCutsIn(cycleGraph: CycleGraph, request: CutRequest): SuggestedCuts {
  const { goal } = request
  const members = Math.max(2, request.members)
  const work = newWork(request.limit)
  const calls = cycleGraph.graph
  const graph = goal === 'calls' ? calls : { ...calls, weight: new Float64Array(calls.weight.length).fill(1) }
  const found = members === 2 ? cutAll(graph, calls, work) : cutLarge(graph, calls, members, work)
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

/** Only a search, no proof: what is certain is the goal itself. */
const ROUNDS_FOR_SECOND_GOAL = 200
const SECOND_GOAL_SHARE = 0.05

function cutAll(graph: Digraph, calls: Digraph, work: Work): Cheapest {
  const found = findCheapestCuts(graph, work)
  const order = topologicalOrder(graph, found.cut)
  if (!order) return found
  // Among answers as good by the goal, one that is better by what the other goal counts.
  const both = { ...graph, weight: weighBoth(graph, calls) }
  const second = newWork(SECOND_GOAL_SHARE * work.limit)
  const settled = improve(both, order, ROUNDS_FOR_SECOND_GOAL, second)
  work.used += second.used
  const cut = restoreNeedless(both, backwardArcs(graph, settled), work)
  const cost = weightOf(graph, cut)
  return cost <= found.cost ? { cut, cost, bound: Math.min(cost, found.bound) } : found
}

/** The goal first, then the other: arcs for calls, calls for arcs. Whole numbers that add up exactly, or the goal alone. */
function weighBoth(graph: Digraph, calls: Digraph): Float64Array<ArrayBuffer> {
  const isCalls = graph === calls
  const second = isCalls ? new Float64Array(calls.weight.length).fill(1) : calls.weight
  const scale = 1 + second.reduce((sum, weight) => sum + weight, 0)
  const total = scale * (1 + graph.weight.reduce((sum, weight) => sum + weight, 0))
  if (total > Number.MAX_SAFE_INTEGER) return graph.weight
  return graph.weight.map((weight, arc) => scale * weight + second[arc])
}

/** Beyond so many arcs no proof is tried: each test of a group costs as much as the whole graph. */
const MOST_ARCS_OF_GROUPS = MOST_ARCS / 2

function cutLarge(graph: Digraph, calls: Digraph, members: number, work: Work): Cheapest {
  if (graph.nodes < members) return { cut: new Uint8Array(graph.from.length), cost: 0, bound: 0 }
  // Half of the work for cuts that break all cycles: many of them may stay after all.
  const first = newWork(Math.floor(work.limit / 2))
  const all = cutAll(graph, calls, first).cut
  work.used += first.used
  const worth = weighBoth(graph, calls)
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
