// Cheapest arcs whose removal leaves a digraph without cycles, with a lower bound.
//
// The graph is split into parts and these are reduced, repeatedly. Each remaining kernel is solved by
// itself, smallest first, so that the work goes where it matters most. Then all answers are combined.
import { boundByPacking } from './packing-bound.ts'
import { type Cheapest, findCheapest, MOST_ARCS } from './branch-and-bound.ts'
import { CycleFamily } from './cycle-family.ts'
import { backwardArcs, type CutFlags, type Digraph, topologicalOrder, weightOf } from './digraph.ts'
import { newWork, type Work } from './search-budget.ts'
import { greedyOrder, improve, settle } from './order-search.ts'
import { restoreRedundant } from './restore-redundant.ts'
import { type Part, splitIntoParts } from './digraph-parts.ts'
import { type Reduction, reduce, unfold } from './reduction.ts'

/**
 * A graph and the parts it was split into. The kernel of a part is a later job, or has an answer.
 */
interface Job {
  readonly graph: Digraph
  readonly pieces: Piece[]
}

interface Piece {
  readonly part: Part
  readonly reduction: Reduction
  /** Job that solves the kernel; null if the kernel cannot be split further. */
  readonly job: Job | null
  answer: Cheapest | null
}

/**
 * Returns cuts of small weight that break every cycle of a digraph, with a lower bound of their cost; the
 * best ones if both are equal.
 *
 * @param work its steps are used up in turn by the parts of the graph, smallest first
 */
export function findCheapestCuts(whole: Digraph, work: Work): Cheapest {
  const root: Job = { graph: whole, pieces: [] }
  // The list grows while it is iterated: kernels follow the graphs they come from.
  const jobs = [root]
  for (const job of jobs) {
    for (const part of splitIntoParts(job.graph)) {
      const reduction = reduce(part.graph)
      const isSmaller = reduction.kernel.from.length < part.graph.from.length
      const next = isSmaller ? { graph: reduction.kernel, pieces: [] } : null
      job.pieces.push({ part, reduction, job: next, answer: null })
      if (next) jobs.push(next)
    }
  }
  const leaves = jobs.flatMap(({ pieces }) => pieces).filter((piece) => piece.job === null)
  leaves.sort((left, right) => left.part.graph.from.length - right.part.graph.from.length)
  for (const leaf of leaves) leaf.answer = solve(leaf.reduction.kernel, work)

  const answers = new Map<Job, Cheapest>()
  for (const job of jobs.reverse()) answers.set(job, assemble(job, answers))
  return answers.get(root) ?? assemble(root, answers)
}

function assemble({ graph, pieces }: Job, answers: ReadonlyMap<Job, Cheapest>): Cheapest {
  const cut = new Uint8Array(graph.from.length)
  let bound = 0
  for (const { part, reduction, job, answer } of pieces) {
    const kernel = (job ? answers.get(job) : answer) ?? { cut: new Uint8Array(0), bound: 0 }
    bound += reduction.base + kernel.bound
    const partCut = unfoldCuts(reduction, kernel.cut, part.graph)
    partCut.forEach((isCut, arc) => (cut[part.arcs[arc]] = isCut))
  }
  return { cut, cost: weightOf(graph, cut), bound }
}

function unfoldCuts(reduction: Reduction, kernelCut: CutFlags, graph: Digraph): CutFlags {
  const order = topologicalOrder(reduction.kernel, kernelCut)
  return backwardArcs(graph, unfold(reduction, order ?? [], graph.nodes))
}

/**
 * Returns the better of two quick orders: one suits arcs of similar weight, the other widely
 * differing weights.
 */
function firstOrder(kernel: Digraph, work: Work): Int32Array {
  const byGain = greedyOrder(kernel, work)
  const all = new Uint8Array(kernel.from.length).fill(1)
  // Half of the remaining work here, half for moving nodes: in a huge cycle the heaviest arcs
  // decide alone.
  const half = newWork((work.limit - work.used) / 2)
  const kept = restoreRedundant(kernel, all, half, kernel.weight, 'spent')
  work.used += half.used
  const byWeight = topologicalOrder(kernel, kept) ?? byGain
  const costOf = (order: Int32Array): number => {
    settle(kernel, order, work)
    return weightOf(kernel, backwardArcs(kernel, order))
  }
  return costOf(byGain) < costOf(byWeight) ? byGain : byWeight
}

/** Share of the whole work for the search for good orders, before bounds are computed. */
const SEARCH_SHARE = 0.1
const LARGE_SEARCH_SHARE = 0.3
const ROUNDS_AT_ONCE = 50

function solve(kernel: Digraph, work: Work): Cheapest {
  const isSmall = kernel.from.length <= MOST_ARCS
  const left = Math.max(0, work.limit - work.used)
  const search = { used: 0, limit: left * (isSmall ? SEARCH_SHARE : LARGE_SEARCH_SHARE) }
  const rounds = isSmall ? ROUNDS_AT_ONCE + 4 * kernel.nodes : Infinity
  const order = improve(kernel, firstOrder(kernel, search), rounds, search)
  work.used += search.used
  const cut = backwardArcs(kernel, order)
  return isSmall
    ? findCheapest(kernel, cut, new CycleFamily(kernel), work)
    : boundByPacking(kernel, cut, work)
}
