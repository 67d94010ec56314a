// Suggests which arcs to cut so that a cycle falls apart: splits the graph into parts, reduces
// and solves each part, and combines the answers.
import type { ArcIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import {
  boundByPacking,
  type Cheapest,
  CycleFamily,
  findCheapest,
  GroupFamily,
  MOST_ARCS,
  restoreBelow,
} from './branch-and-bound.ts'
import {
  backwardArcs,
  buildCycleGraph,
  buildDigraph,
  type CutFlags,
  type CycleGraph,
  DEFAULT_LIMIT,
  type Digraph,
  newWork,
  topologicalOrder,
  weightOf,
  type Work,
} from './cycle-graph.ts'
import { greedyOrder, improve, restoreRedundant, settle } from './order-search.ts'
import type { Csr } from '../../base/sorting.ts'
import { findComponents } from '../cycles.ts'
import { cutKeepingWayDown } from './way-down.ts'

/**
 * Cutting a cycle so that every member keeps a way down to it, or with the fewest calls, or with the fewest
 * arcs.
 *
 * The answer says whether it is proven best ("exact") or the best found within the limit of work
 * ("heuristic"), and gives a lower bound. See docs/cuts.md.
 */

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

// Cheapest arcs whose removal leaves a digraph without cycles, and a lower bound.
//
// The graph is split into parts and these are reduced, repeatedly. Each remaining kernel is
// solved by itself, smallest first, so that the work goes where it matters most. Then all answers
// are combined.

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

// Parts of a digraph that contain cycles. No cycle leaves a strongly connected component or,
// within one, a block (a part that no single node separates). So each part is cut by itself.

/** A part of a digraph, with the mapping to the whole graph. */
export interface Part {
  readonly graph: Digraph
  /** Arcs and nodes of the whole graph, for those of the part. */
  readonly arcs: Int32Array
  readonly nodes: Int32Array
}

function splitIntoParts(whole: Digraph): Part[] {
  const { head } = findComponents(whole.out, whole.to)
  const arcs: number[] = []
  for (let arc = 0; arc < whole.from.length; arc++) {
    if (head[whole.from[arc]] === head[whole.to[arc]]) arcs.push(arc)
  }
  return blocksOf(whole, arcs).map((block) => partOf(whole, block))
}

function partOf(whole: Digraph, arcs: readonly number[]): Part {
  const number = new Map<number, number>()
  const numberOf = (node: number): number => {
    const known = number.get(node)
    if (known !== undefined) return known
    number.set(node, number.size)
    return number.size - 1
  }
  const from = arcs.map((arc) => numberOf(whole.from[arc]))
  const to = arcs.map((arc) => numberOf(whole.to[arc]))
  const weight = arcs.map((arc) => whole.weight[arc])
  return {
    graph: buildDigraph(number.size, from, to, weight),
    arcs: Int32Array.from(arcs),
    nodes: Int32Array.from(number.keys()),
  }
}

/**
 * Returns the blocks that these arcs form when their direction is ignored, each as its arcs.
 *
 * Source: J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation",
 * 1973; with an explicit stack.
 */
function blocksOf(whole: Digraph, arcs: readonly number[]): number[][] {
  const isIn = new Uint8Array(whole.from.length)
  for (const arc of arcs) isIn[arc] = 1
  const found = new Int32Array(whole.nodes)
  const lowest = new Int32Array(whole.nodes)
  const cursor = new Int32Array(whole.nodes)
  const arcTo = new Int32Array(whole.nodes).fill(-1)
  const isDone = new Uint8Array(whole.from.length)
  const blocks: number[][] = []
  const open: number[] = []
  let time = 0
  for (const start of arcs) {
    const root = whole.from[start]
    if (found[root] !== 0) continue
    found[root] = lowest[root] = ++time
    const path = [root]
    while (path.length > 0) {
      const node = path[path.length - 1]
      const arc = nextArc(whole, cursor, node)
      if (arc >= 0) {
        if (isIn[arc] === 0 || isDone[arc] === 1) continue
        isDone[arc] = 1
        open.push(arc)
        const other = whole.from[arc] === node ? whole.to[arc] : whole.from[arc]
        if (found[other] !== 0) {
          lowest[node] = Math.min(lowest[node], found[other])
          continue
        }
        found[other] = lowest[other] = ++time
        arcTo[other] = arc
        path.push(other)
        continue
      }
      path.pop()
      if (path.length === 0) break
      const parent = path[path.length - 1]
      lowest[parent] = Math.min(lowest[parent], lowest[node])
      if (lowest[node] >= found[parent]) blocks.push(open.splice(open.lastIndexOf(arcTo[node])))
    }
  }
  return blocks
}

/** Returns the next arc out of a node, then the next arc into it; -1 at the end. */
function nextArc({ out, into }: Digraph, cursor: Int32Array, node: number): number {
  const at = cursor[node]
  cursor[node] = at + 1
  const outgoing = sizeOf(out, node)
  if (at < outgoing) return out.items[out.offsets[node] + at]
  return at - outgoing < sizeOf(into, node) ? into.items[into.offsets[node] + at - outgoing] : -1
}

const sizeOf = ({ offsets }: Csr, group: number): number => offsets[group + 1] - offsets[group]

/**
 * Reduction of a digraph that preserves its cheapest cuts: every order of the kernel unfolds into
 * an order of the whole graph that costs exactly `base` more.
 *
 * These rules apply until none fits:
 * - A node without incoming or without outgoing arcs is in no cycle: it goes to the front or to
 *   the end.
 * - Of two opposite arcs between two nodes one always leads backward: both lose the lighter one's
 *   weight.
 * - A node whose single incoming arc weighs at least as much as its outgoing arcs together (or
 *   the reverse) merges with that neighbour. Cutting the others never costs more than cutting
 *   that arc. So of a chain the lightest arc stays. Parallel arcs that arise become one arc with
 *   the sum of their weights.
 *
 * Sources: the second is the normal form of the linear ordering problem (Martí and Reinelt 2011);
 * the others are the contractions of H. Levy, D. W. Low, "A contraction algorithm for finding
 * small cycle cutsets", 1988, transferred from nodes to weighted arcs.
 */

/**
 * A reduced digraph and how to undo its reduction. An order of nodes costs the weight of its backward arcs.
 */
export interface Reduction {
  readonly kernel: Digraph
  /** Node of the whole graph for each node of the kernel. */
  readonly nodes: readonly number[]
  /** Cost of every unfolded order beyond that of the kernel's order. */
  readonly base: number
  readonly steps: readonly Step[]
}

/** Where a removed node belongs, once all nodes removed after it are back. */
type Step =
  | { readonly kind: 'first'; readonly node: number }
  | { readonly kind: 'last'; readonly node: number }
  | { readonly kind: 'after'; readonly node: number; readonly other: number }
  | { readonly kind: 'before'; readonly node: number; readonly other: number }

type Weights = Map<number, number>

/**
 * Reduces a digraph until no rule applies; `graph` is not changed. `unfold` converts orders of the result
 * back.
 */
export function reduce(graph: Digraph): Reduction {
  const smaller = new ShrinkingGraph(graph)
  smaller.shrink()
  return smaller.result()
}

/** The remaining nodes and arcs. A node is examined again whenever one of its arcs changes. */
class ShrinkingGraph {
  readonly #out: readonly Weights[]
  readonly #into: readonly Weights[]
  readonly #isGone: Uint8Array
  readonly #isPending: Uint8Array
  readonly #pending: number[] = []
  readonly #steps: Step[] = []
  #base = 0

  constructor({ nodes, from, to, weight }: Digraph) {
    this.#out = Array.from({ length: nodes }, () => new Map<number, number>())
    this.#into = Array.from({ length: nodes }, () => new Map<number, number>())
    this.#isGone = new Uint8Array(nodes)
    this.#isPending = new Uint8Array(nodes)
    for (let arc = 0; arc < from.length; arc++) this.#add(from[arc], to[arc], weight[arc])
    for (let node = 0; node < nodes; node++) this.#touch(node)
  }

  /** Reduces until no rule applies. */
  shrink(): void {
    for (let node = this.#pending.pop(); node !== undefined; node = this.#pending.pop()) {
      this.#isPending[node] = 0
      if (this.#isGone[node] === 0) this.#visit(node)
    }
  }

  result(): Reduction {
    return { ...kernelOf(this.#out, this.#isGone), base: this.#base, steps: this.#steps }
  }

  #visit(node: number): void {
    const out = this.#out[node]
    const into = this.#into[node]
    if (into.size === 0 || out.size === 0) {
      this.#steps.push({ kind: into.size === 0 ? 'first' : 'last', node })
      this.#leave(node)
    } else if (!this.#mergeWithParent(node)) this.#mergeWithChild(node)
  }

  /**
   * Merges a node with its parent if its only incoming arc costs as much as all its outgoing
   * arcs. Returns whether it did.
   */
  #mergeWithParent(node: number): boolean {
    if (this.#into[node].size !== 1) return false
    const [[parent, weight]] = this.#into[node]
    if (weight < sumOf(this.#out[node])) return false
    const children = [...this.#out[node]]
    this.#steps.push({ kind: 'after', node, other: parent })
    this.#leave(node)
    for (const [child, cost] of children) this.#add(parent, child, cost)
    return true
  }

  /**
   * Merges a node with its child if its only outgoing arc costs as much as all its incoming arcs.
   */
  #mergeWithChild(node: number): void {
    if (this.#out[node].size !== 1) return
    const [[child, weight]] = this.#out[node]
    if (weight < sumOf(this.#into[node])) return
    const parents = [...this.#into[node]]
    this.#steps.push({ kind: 'before', node, other: child })
    this.#leave(node)
    for (const [parent, cost] of parents) this.#add(parent, child, cost)
  }

  /** Adds weight to an arc; opposite arcs cancel. */
  #add(from: number, to: number, weight: number): void {
    if (weight === 0) return
    const back = this.#out[to].get(from) ?? 0
    const cancelled = Math.min(back, weight)
    this.#base += cancelled
    if (cancelled > 0) this.#set(to, from, back - cancelled)
    if (weight > cancelled) this.#set(from, to, (this.#out[from].get(to) ?? 0) + weight - cancelled)
  }

  #set(from: number, to: number, weight: number): void {
    if (weight === 0) {
      this.#remove(from, to)
      return
    }
    this.#out[from].set(to, weight)
    this.#into[to].set(from, weight)
    this.#touch(from)
    this.#touch(to)
  }

  #remove(from: number, to: number): void {
    this.#out[from].delete(to)
    this.#into[to].delete(from)
    this.#touch(from)
    this.#touch(to)
  }

  #leave(node: number): void {
    this.#isGone[node] = 1
    for (const child of this.#out[node].keys()) this.#remove(node, child)
    for (const parent of this.#into[node].keys()) this.#remove(parent, node)
  }

  #touch(node: number): void {
    if (this.#isPending[node] === 1) return
    this.#isPending[node] = 1
    this.#pending.push(node)
  }
}

function sumOf(weights: Weights): number {
  let total = 0
  for (const weight of weights.values()) total += weight
  return total
}

function kernelOf(out: readonly Weights[], isGone: Uint8Array): Pick<Reduction, 'kernel' | 'nodes'> {
  const nodes: number[] = []
  const number = new Int32Array(out.length)
  for (let node = 0; node < out.length; node++) if (isGone[node] === 0) number[node] = nodes.push(node) - 1
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  for (const node of nodes) {
    for (const [child, cost] of out[node]) {
      from.push(number[node])
      to.push(number[child])
      weight.push(cost)
    }
  }
  return { kernel: buildDigraph(nodes.length, from, to, weight), nodes }
}

/**
 * Converts an order of the kernel to an order of the whole graph, which costs `base` more. Returns all nodes
 * of the whole graph, each once.
 *
 * @param order nodes of the kernel
 * @param whole number of nodes of the whole graph
 */
export function unfold({ nodes, steps }: Reduction, order: ArrayLike<number>, whole: number): Int32Array {
  // Linked list that begins and ends with a sentinel.
  const sentinel = whole
  const next = new Int32Array(whole + 1).fill(sentinel)
  const previous = new Int32Array(whole + 1).fill(sentinel)
  const insertAfter = (node: number, before: number): void => {
    const after = next[before]
    next[before] = node
    previous[node] = before
    next[node] = after
    previous[after] = node
  }
  for (let at = 0; at < order.length; at++) insertAfter(nodes[order[at]], previous[sentinel])
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at]
    if (step.kind === 'first') insertAfter(step.node, sentinel)
    else if (step.kind === 'last') insertAfter(step.node, previous[sentinel])
    else if (step.kind === 'after') insertAfter(step.node, step.other)
    else insertAfter(step.node, previous[step.other])
  }
  const unfolded = new Int32Array(whole)
  let length = 0
  for (let node = next[sentinel]; node !== sentinel; node = next[node]) unfolded[length++] = node
  return unfolded
}
