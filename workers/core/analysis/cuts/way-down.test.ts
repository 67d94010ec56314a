// Cuts that keep the way down, against all orders and all choices of arcs.
import { describe, expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import { type Random, randomFrom } from '../../../testing/random/random.ts'
import { backwardArcs, buildDigraph, type Digraph, topologicalOrder, weightOf } from './digraph.ts'
import { newWork } from './search-budget.ts'
import { findCheapestCuts } from './cheapest-cuts.ts'
import { cutKeepingWayDown } from './way-down.ts'

const LIMIT = 60_000_000
const cutsOf = (graph: Digraph, isWayIn: Uint8Array, limit = LIMIT) =>
  cutKeepingWayDown(graph, isWayIn, findCheapestCuts, newWork(limit))

function randomGraph(random: Random, nodes: number, most: number, zeros: number): Digraph {
  const pairs: (readonly [number, number])[] = []
  for (let from = 0; from < nodes; from++)
    for (let to = 0; to < nodes; to++) if (from !== to) pairs.push([from, to])
  const arcs = random.shuffle(pairs).slice(0, most)
  const wide = random.chance(0.5)
  return buildDigraph(
    nodes,
    arcs.map(([from]) => from),
    arcs.map(([, to]) => to),
    arcs.map(() =>
      random.chance(zeros) ? 0 : wide ? Math.floor(10 ** (5 * random.next())) : random.between(1, 4),
    ),
  )
}

/** Nodes that arcs of positive weight lead to from ways in. */
function reached(graph: Digraph, isWayIn: Uint8Array, cut: Uint8Array): Uint8Array {
  const isReached = Uint8Array.from(isWayIn)
  for (let turn = 0; turn < graph.nodes; turn++)
    for (let arc = 0; arc < graph.from.length; arc++)
      if (cut[arc] === 0 && graph.weight[arc] > 0 && isReached[graph.from[arc]] === 1)
        isReached[graph.to[arc]] = 1
  return isReached
}

/** Nodes without a caller, those that are called from outside aside. */
function rootsOf(graph: Digraph, isWayIn: Uint8Array, cut: Uint8Array): number {
  const isCalled = Uint8Array.from(isWayIn)
  for (let arc = 0; arc < cut.length; arc++)
    if (cut[arc] === 0 && graph.weight[arc] > 0) isCalled[graph.to[arc]] = 1
  return isCalled.reduce((sum, called) => sum + 1 - called, 0)
}

/** Groups that no call enters, before any cut. */
function sourcesOf(graph: Digraph, isWayIn: Uint8Array): number {
  const none = new Uint8Array(graph.from.length)
  const all = Array.from({ length: graph.nodes }, (_, node) => node)
  const from = all.map((node) =>
    reached(
      graph,
      Uint8Array.from(all, (other) => Number(other === node)),
      none,
    ),
  )
  const byWaysIn = reached(graph, isWayIn, none)
  const left = all.filter((node) => byWaysIn[node] === 0)
  // A node is in a source if it reaches all that reach it; one for each group of them.
  const sources = left.filter((node) =>
    left.every((other) => from[other][node] === 0 || from[node][other] === 1),
  )
  return sources.filter((node) => !sources.some((other) => other < node && from[node][other] === 1)).length
}

function* permutations(nodes: number): Generator<readonly number[]> {
  const order = Array.from({ length: nodes }, (_, node) => node)
  const turns = Array.from(order, () => 0)
  yield order
  for (let at = 1; at < nodes;) {
    if (turns[at] < at) {
      const other = at % 2 === 0 ? 0 : turns[at]
      ;[order[at], order[other]] = [order[other], order[at]]
      yield order
      turns[at]++
      at = 1
    } else turns[at++] = 0
  }
}

/** Least weight over all orders that make as few nodes without a caller as there are groups without one. */
function leastOfOrders(graph: Digraph, isWayIn: Uint8Array): number {
  const sources = sourcesOf(graph, isWayIn)
  let least = Infinity
  for (const order of permutations(graph.nodes)) {
    const cut = backwardArcs(graph, order)
    const weight = weightOf(graph, cut)
    if (weight < least && rootsOf(graph, isWayIn, cut) === sources) least = weight
  }
  return least
}

const randomWaysIn = (random: Random, nodes: number): Uint8Array => {
  const chance = random.pick([0, 0.15, 0.4])
  return Uint8Array.from({ length: nodes }, () => Number(random.chance(chance)))
}

describe('cutKeepingWayDown', () => {
  it('is the cheapest of all orders of up to 8 members', () => {
    for (let seed = 1; seed <= effort(600, 80); seed++) {
      const random = randomFrom(seed)
      const nodes = random.between(2, seed % 10 === 0 ? 8 : 6)
      const graph = randomGraph(random, nodes, random.between(nodes, 4 * nodes), random.pick([0, 0, 0.2]))
      const isWayIn = randomWaysIn(random, nodes)
      const { cut, cost, bound } = cutsOf(graph, isWayIn)
      const least = leastOfOrders(graph, isWayIn)
      expect([weightOf(graph, cut), cost, bound], `seed ${seed}`).toEqual([least, least, least])
    }
  })

  it('leaves no cycle and keeps every node reachable, whatever the size and the work', () => {
    let exact = 0
    const count = effort(500, 60)
    for (let seed = 1; seed <= count; seed++) {
      const random = randomFrom(seed)
      const nodes = random.between(2, 60)
      const graph = randomGraph(
        random,
        nodes,
        Math.floor(nodes * (1 + 3 * random.next())),
        random.pick([0, 0.1]),
      )
      const isWayIn = randomWaysIn(random, nodes)
      const { cut, cost, bound } = cutsOf(graph, isWayIn, random.pick([0, 1000, 200_000]))
      expect(topologicalOrder(graph, cut), `seed ${seed}: a cycle is left`).not.toBeNull()
      expect(rootsOf(graph, isWayIn, cut), `seed ${seed}`).toBe(sourcesOf(graph, isWayIn))
      expect(bound).toBeLessThanOrEqual(cost)
      expect(weightOf(graph, cut)).toBe(cost)
      expect(findCheapestCuts(graph, newWork(LIMIT)).bound).toBeLessThanOrEqual(cost)
      if (bound === cost) exact++
    }
    expect(exact).toBeGreaterThan(count / 4)
  })

  it('settles loops that are entered at one node without a search', () => {
    // A ladder of 1,000 loops, one in another.
    const nodes = 1000
    const from: number[] = []
    const to: number[] = []
    for (let node = 0; node + 1 < nodes; node++) {
      from.push(node, node + 1)
      to.push(node + 1, Math.floor(node / 2))
    }
    const graph = buildDigraph(
      nodes,
      from,
      to,
      from.map((_, arc) => 1 + (arc % 5)),
    )
    const isWayIn = new Uint8Array(nodes)
    isWayIn[0] = 1
    const work = newWork(1_000_000)
    const { cost, bound, cut } = cutKeepingWayDown(graph, isWayIn, findCheapestCuts, work)
    expect(bound).toBe(cost)
    expect(cut.every((isCut, arc) => isCut === arc % 2)).toBe(true)
    expect(work.used).toBeLessThan(1_000_000)
  })

  it('stays within its work in a ring with arcs both ways, whose dominators take a pass for each node', () => {
    const nodes = 3000
    const all = Array.from({ length: nodes }, (_, node) => node)
    const next = all.map((node) => (node + 1) % nodes)
    const graph = buildDigraph(
      nodes,
      [...all, ...next],
      [...next, ...all],
      [...all, ...all].map((_, arc) => 1 + ((arc * 7919) % 1009)),
    )
    const work = newWork(2_000_000)
    const isWayIn = new Uint8Array(nodes)
    const { cut } = cutKeepingWayDown(graph, isWayIn, findCheapestCuts, work)
    expect(topologicalOrder(graph, cut)).not.toBeNull()
    expect(rootsOf(graph, isWayIn, cut)).toBe(1)
    expect(work.used).toBeLessThan(2.5 * 1_000_000)
  })

  it('proves the answer for twenty members that all call one another', () => {
    const random = randomFrom(3)
    const graph = randomGraph(random, 20, 380, 0)
    const isWayIn = new Uint8Array(20)
    isWayIn[4] = isWayIn[7] = 1
    const { cost, bound } = cutsOf(graph, isWayIn)
    expect(bound).toBe(cost)
  })
})
