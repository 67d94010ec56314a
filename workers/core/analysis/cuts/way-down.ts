// Cuts that leave no cycle but keep every member reachable from the cycle’s ways in.
import type { Cheapest } from './branch-and-bound.ts'
import { backwardArcs, buildDigraph, type Digraph, topologicalOrder, weightOf } from './digraph.ts'
import { isSpent, newWork, type Work } from './search-budget.ts'
import { findComponents } from '../cycles.ts'
import { arcsToDominators } from './arcs-to-dominators.ts'
import { reduceFlow } from './flow-reduction.ts'
import { restoreRedundant } from './restore-redundant.ts'
import { cheapestOrder, MOST_IN_SUBSETS, subsetSteps } from './subset-order.ts'
import { goodOrder } from './way-down-search.ts'

/** Returns a lower bound of the weight of arcs without which a digraph has no cycle, and such arcs. */
export type Relaxation = (graph: Digraph, work: Work) => Cheapest

/**
 * Returns arcs of small weight whose removal leaves no cycle and after which each node is still reached from
 * a way in over arcs of positive weight; with a lower bound of the weight of such arcs.
 *
 * Nodes that no way in leads to form groups which nothing enters. Each group gets one way in of its own: the
 * node for which the least weight is cut.
 *
 * The arcs that lead back in an order of the nodes are cut. A node that is no way in needs an arc from an
 * earlier one. What all such orders have in common is settled first (flow-reduction.ts, arcs-to-dominators.ts); the
 * rest is solved by sets of nodes if it is small (subset-order.ts), and else searched (way-down-search.ts).
 *
 * @param graph arcs of weight 0 keep no way, and are cut only if they lead back
 * @param isWayIn one byte per node
 * @param relaxation bounds the parts that are searched
 * @param work the steps taken are added to it
 */
export function cutKeepingWayDown(
  graph: Digraph,
  isWayIn: Uint8Array,
  relaxation: Relaxation,
  work: Work,
): Cheapest {
  const groups = Array.from({ length: graph.nodes }, (_, node) => [node])
  const { order, bound } = orderOf({ graph: withoutZeros(graph), isWayIn, groups }, { relaxation, work })
  const cut = restoreRedundant(graph, backwardArcs(graph, order), work)
  const cost = weightOf(graph, cut)
  return { cut, cost, bound: Math.min(cost, bound) }
}

function withoutZeros({ nodes, from, to, weight }: Digraph): Digraph {
  const isLight = weight.map((value) => (value > 0 ? 0 : 1))
  const heavy = (_: number, arc: number): boolean => isLight[arc] === 0
  return buildDigraph(nodes, from.filter(heavy), to.filter(heavy), weight.filter(heavy))
}

/** A digraph to be put in order. */
interface Part {
  readonly graph: Digraph
  readonly isWayIn: Uint8Array
  /** Nodes of the whole graph that each node represents, in order. */
  readonly groups: readonly (readonly number[])[]
}

interface Means {
  readonly relaxation: Relaxation
  readonly work: Work
}

/** An order of the nodes of the whole graph, and a lower bound of what it cuts. */
interface Ordered {
  readonly order: readonly number[]
  readonly bound: number
}

/** Puts components in order; the last one on the stack comes first. */
function orderOf(whole: Part, means: Means): Ordered {
  const order: number[] = []
  let bound = 0
  const stack = componentsOf(whole).reverse()
  for (let part = stack.pop(); part; part = stack.pop()) {
    const found = part.isWayIn.includes(1) ? orderOfEntered(part, means) : orderOfUnentered(part, means)
    for (const node of found.order) order.push(node)
    bound += found.bound
  }
  return { order, bound }
}

/** Reduces a part, splits what is left and goes on, until nothing changes; then solves it. */
function orderOfEntered(whole: Part, means: Means): Ordered {
  const order: number[] = []
  let bound = 0
  const append = (nodes: readonly number[]): void => {
    for (const node of nodes) order.push(node)
  }
  const stack = [whole]
  for (let part = stack.pop(); part; part = stack.pop()) {
    if (isSpent(means.work)) {
      for (const node of solve(part, means).order) append(part.groups[node])
      continue
    }
    const reduction = reduceFlow(part.graph, part.isWayIn, means.work)
    const { groups } = part
    for (const node of reduction.first) append(groups[node])
    bound += reduction.base
    const left: Part = {
      graph: reduction.kernel,
      isWayIn: reduction.isWayIn,
      groups: reduction.groups.map((group) => group.flatMap((node) => groups[node])),
    }
    if (left.graph.nodes === 0) continue
    const parts = componentsOf(left)
    if (parts.length > 1) {
      stack.push(...parts.reverse())
      continue
    }
    const { rest, base } = withoutArcsToDominators(left, means.work)
    bound += base
    if (rest) stack.push(rest)
    else {
      const kernel = solve(left, means)
      for (const node of kernel.order) append(left.groups[node])
      bound += kernel.bound
    }
  }
  return { order, bound }
}

/** Returns null if there is no such arc, or if the work is spent. */
function withoutArcsToDominators(part: Part, work: Work): { rest: Part | null; base: number } {
  const { graph } = part
  if (isSpent(work)) return { rest: null, base: 0 }
  const isForced = arcsToDominators(graph, part.isWayIn, work)
  const base = weightOf(graph, isForced)
  if (base === 0) return { rest: null, base }
  const stays = (_: number, arc: number): boolean => isForced[arc] === 0
  const { nodes, from, to, weight } = graph
  const rest = buildDigraph(nodes, from.filter(stays), to.filter(stays), weight.filter(stays))
  return { rest: { ...part, graph: rest }, base }
}

/**
 * Returns the strongly connected components, callers first. What other components call is a way in as well.
 */
function componentsOf({ graph, isWayIn, groups }: Part): Part[] {
  const { nodes, from, to, weight } = graph
  const { head, order } = findComponents(graph.out, to)
  const isEntered = Uint8Array.from(isWayIn)
  const arcs = new Map<number, number[]>()
  for (let arc = 0; arc < from.length; arc++) {
    const at = head[from[arc]]
    if (at !== head[to[arc]]) isEntered[to[arc]] = 1
    else {
      const inside = arcs.get(at)
      if (inside) inside.push(arc)
      else arcs.set(at, [arc])
    }
  }
  const members = new Map<number, number[]>()
  const number = new Int32Array(nodes)
  for (let node = 0; node < nodes; node++) {
    const own = members.get(head[node]) ?? []
    number[node] = own.push(node) - 1
    if (own.length === 1) members.set(head[node], own)
  }
  return [...members]
    .sort(([left], [right]) => order[right] - order[left])
    .map(([at, own]) => {
      const inside = arcs.get(at) ?? []
      return {
        graph: buildDigraph(
          own.length,
          inside.map((arc) => number[from[arc]]),
          inside.map((arc) => number[to[arc]]),
          inside.map((arc) => weight[arc]),
        ),
        isWayIn: Uint8Array.from(own, (node) => isEntered[node]),
        groups: own.map((node) => groups[node]),
      }
    })
}

/** Part of the work left for bounds of what is searched. */
const BOUND_SHARE = 0.5

/** Nodes of the part in order. */
function solve({ graph, isWayIn }: Part, { relaxation, work }: Means): Ordered {
  const steps = graph.nodes <= MOST_IN_SUBSETS ? subsetSteps(graph.nodes) : Infinity
  if (steps <= work.limit - work.used) {
    work.used += steps
    const order = cheapestOrder(graph, isWayIn)
    if (order) return { order: [...order], bound: weightOf(graph, backwardArcs(graph, order)) }
  }
  const free = relaxed(graph, { relaxation, work })
  const wish = free && topologicalOrder(graph, free.cut)
  const natural = wish ?? Int32Array.from({ length: graph.nodes }, (_, node) => node)
  return { order: [...goodOrder(graph, isWayIn, natural, work)], bound: free?.bound ?? 0 }
}

/** Cuts that need not keep the way down, for part of the work left; null if none is left. */
function relaxed(graph: Digraph, { relaxation, work }: Means): Cheapest | null {
  if (isSpent(work)) return null
  const share = newWork((work.limit - work.used) * BOUND_SHARE)
  const free = relaxation(graph, share)
  work.used += share.used
  return free
}

/**
 * Tries nodes as the way in, those with the least calls first. All calls to the way in are cut, so the rest
 * need not be tried once that alone is dearer.
 */
function orderOfUnentered(part: Part, means: Means): Ordered {
  const { graph, groups } = part
  const { nodes, to, weight } = graph
  const steps = nodes <= MOST_IN_SUBSETS ? subsetSteps(nodes) : Infinity
  if (nodes === 1 || steps <= means.work.limit - means.work.used) {
    const { order, bound } = solve(part, means)
    return { order: order.flatMap((node) => groups[node]), bound }
  }
  const calls = new Float64Array(nodes)
  for (let arc = 0; arc < to.length; arc++) calls[to[arc]] += weight[arc]
  const roots = Array.from(calls, (_, node) => node).sort((a, b) => calls[a] - calls[b] || a - b)
  const costOf = costIn(part)
  const free = relaxed(graph, means)
  let best: Ordered | null = null
  let [cost, bound] = [Infinity, Infinity]
  for (const root of roots) {
    // What is not tried costs at least the calls to it.
    if (best && (calls[root] >= cost || isSpent(means.work))) {
      bound = Math.min(bound, calls[root])
      break
    }
    const isWayIn = new Uint8Array(nodes)
    isWayIn[root] = 1
    const found = orderOfEntered({ ...part, isWayIn }, means)
    const price = costOf(found.order)
    bound = Math.min(bound, found.bound)
    if (price < cost) [best, cost] = [found, price]
  }
  return { order: best?.order ?? [], bound: Math.min(Math.max(bound, free?.bound ?? 0), cost) }
}

/** Returns a function for the weight that an order of the whole graph's nodes cuts in this part. */
function costIn({ graph, groups }: Part): (order: readonly number[]) => number {
  const number = new Map(groups.flatMap((group, node) => group.map((member) => [member, node] as const)))
  return (order) => {
    const nodes = order.map((member) => number.get(member) ?? 0)
    return weightOf(graph, backwardArcs(graph, nodes))
  }
}
