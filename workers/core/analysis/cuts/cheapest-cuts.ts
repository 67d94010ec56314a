// A weighted digraph → the cheapest arcs without which it has no cycle, and a bound below which nothing can come.
//
// The graph is split into parts and these are made smaller, again and again; what is left of each is solved by itself,
// smallest first, so that the work goes where it decides most. Then everything is put together again.
import { findCheapest, MOST_ARCS, type Cheapest } from './branch.ts'
import { CycleFamily } from './cycle-family.ts'
import { backwardArcs, topologicalOrder, weightOf, type CutFlags, type Digraph } from './digraph.ts'
import { boundByPacking } from './greedy-packing.ts'
import { greedyOrder, improve, settle } from './order-search.ts'
import { reduce, unfold, type Reduction } from './reduce.ts'
import { restoreNeedless } from './restore.ts'
import { splitIntoParts, type Part } from './split.ts'
import { newWork, type Work } from './work.ts'

/** A graph, and the pieces it was broken into; a piece's kernel is a later job, or an answer. */
interface Job {
  readonly graph: Digraph
  readonly pieces: Piece[]
}

interface Piece {
  readonly part: Part
  readonly reduction: Reduction
  /** The job that goes on with the kernel, or null where the kernel cannot be broken further. */
  readonly job: Job | null
  answer: Cheapest | null
}

export function findCheapestCuts(whole: Digraph, work: Work): Cheapest {
  const root: Job = { graph: whole, pieces: [] }
  // Grows while it is walked: kernels come after the graphs they come from.
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

/** The better of two quick orders: the one suits arcs that cost much the same, the other such that differ widely. */
function firstOrder(kernel: Digraph, work: Work): Int32Array {
  const byGain = greedyOrder(kernel, work)
  const all = new Uint8Array(kernel.from.length).fill(1)
  // Half of what is left, and the other for moving nodes: of a huge cycle the dearest arcs alone decide.
  const half = newWork((work.limit - work.used) / 2)
  const kept = restoreNeedless(kernel, all, half, kernel.weight, 'spent')
  work.used += half.used
  const byWeight = topologicalOrder(kernel, kept) ?? byGain
  const costOf = (order: Int32Array): number => {
    settle(kernel, order, work)
    return weightOf(kernel, backwardArcs(kernel, order))
  }
  return costOf(byGain) < costOf(byWeight) ? byGain : byWeight
}

/** Of the whole work, how much may go into the search for good orders before bounds are looked for. */
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
