// Suggested cuts, compared with all possible choices in small graphs.
import { describe, expect, it } from 'vitest'
import { profileOf } from '../../../testing/graph-text.ts'
import { type Random, randomFrom } from '../../../testing/random/random.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import { EMPTY_SCENARIO } from '../scenario/scenario.ts'
import { type Cheapest, type Family, findCheapest } from './branch-and-bound.ts'
import { GroupFamily } from './group-family.ts'
import { type CutRequest, suggestCuts, type SuggestedCuts } from './suggest-cuts.ts'
import { findCheapestCuts } from './cheapest-cuts.ts'
import { reduce, unfold } from './reduction.ts'
import {
  backwardArcs,
  buildDigraph,
  type Digraph,
  largestGroup,
  topologicalOrder,
  weightOf,
} from './digraph.ts'
import { buildCycleGraph, flagsOf } from './cycle-graph.ts'
import { DEFAULT_LIMIT, newWork } from './search-budget.ts'
import { effort, someOf } from '../../../testing/effort.ts'

const LIMIT = 3_000_000

type Pair = readonly [from: number, to: number]

function digraphOf(nodes: number, pairs: readonly Pair[], weightNow: () => number): Digraph {
  return buildDigraph(
    nodes,
    pairs.map(([from]) => from),
    pairs.map(([, to]) => to),
    pairs.map(weightNow),
  )
}

function randomPairs(random: Random, nodes: number, most: number): Pair[] {
  const all: Pair[] = []
  for (let from = 0; from < nodes; from++) {
    for (let to = 0; to < nodes; to++) if (from !== to) all.push([from, to])
  }
  return random.shuffle(all).slice(0, most)
}

/** Counts as profiles have them: small, equal, or far apart. */
function randomWeights(random: Random): () => number {
  const kind = random.weighted({ ones: 1, small: 2, wide: 2 })
  return () => ({ ones: 1, small: random.below(5), wide: Math.floor(10 ** (6 * random.next())) })[kind]
}

/** Least weight of arcs without which `isBroken` holds, by trying every choice. */
function bruteForce(graph: Digraph, isBroken: (cut: Uint8Array<ArrayBuffer>) => boolean): number {
  const arcs = graph.from.length
  let best = Infinity
  for (let choice = 0; choice < 2 ** arcs; choice++) {
    const cut = Uint8Array.from({ length: arcs }, (_, arc) => (choice >> arc) & 1)
    const weight = weightOf(graph, cut)
    if (weight < best && isBroken(cut)) best = weight
  }
  return best
}

const isAcyclic = (graph: Digraph) => (cut: Uint8Array<ArrayBuffer>) => topologicalOrder(graph, cut) !== null

function expectCheapest(graph: Digraph, found: Cheapest): void {
  const best = bruteForce(graph, isAcyclic(graph))
  expect([weightOf(graph, found.cut), found.cost, found.bound], JSON.stringify(graph)).toEqual([
    best,
    best,
    best,
  ])
}

function analyzedOf(graph: Digraph): AnalyzedProfile {
  const names = Array.from({ length: graph.nodes }, (_, f) => `f${f}`)
  const { from: parent, to: child, weight: count } = graph
  const arcs = { length: parent.length, parent, child, count }
  return analyzeProfile(profileOf(names, new Float64Array(graph.nodes), arcs), EMPTY_SCENARIO)
}

/** Checks everything that must hold for a suggestion, whatever the method. */
function expectValid(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  asked: CutRequest,
  found: SuggestedCuts,
): void {
  const cycleGraph = buildCycleGraph(analyzed, cycle)
  const { graph } = cycleGraph
  const cut = flagsOf(cycleGraph, found.arcs)
  expect(largestGroup(graph, cut)).toBeLessThan(asked.members)
  expect(found.calls).toBe(weightOf(graph, cut))
  const value = asked.goal === 'calls' ? found.calls : found.arcs.length
  expect(found.lowerBound).toBeLessThanOrEqual(value)
  expect(found.method).toBe(found.lowerBound === value ? 'exact' : 'heuristic')
  expect(found.gap).toBeCloseTo(value === 0 ? 0 : (value - found.lowerBound) / value)
}

function forEachCycle(analyzed: AnalyzedProfile, check: (cycle: CycleIndex) => void): number {
  for (let cycle = 0; cycle < analyzed.cycles.length; cycle++) check(cycle as CycleIndex)
  return analyzed.cycles.length
}

describe('suggestCuts', () => {
  it('breaks every cycle of random digraphs, and none of its cuts could stay', () => {
    let cycles = 0
    for (let seed = 1; seed <= effort(1000, 60); seed++) {
      const random = randomFrom(seed)
      const nodes = random.between(2, 40)
      const arcs = Math.floor(nodes * (0.8 + 3 * random.next()))
      const analyzed = analyzedOf(digraphOf(nodes, randomPairs(random, nodes, arcs), randomWeights(random)))
      const asked: CutRequest = {
        goal: random.pick(['calls', 'arcs']),
        members: random.weighted({ 2: 3, 3: 1, 5: 1 }) === '2' ? 2 : random.between(3, 6),
        limit: random.pick([0, 1000, 100_000]),
      }
      cycles += forEachCycle(analyzed, (cycle) => {
        const found = suggestCuts(analyzed, cycle, asked)
        expectValid(analyzed, cycle, asked, found)
        if (asked.members > 2) return
        const cycleGraph = buildCycleGraph(analyzed, cycle)
        for (const arc of found.arcs) {
          const others = flagsOf(
            cycleGraph,
            found.arcs.filter((other) => other !== arc),
          )
          expect(topologicalOrder(cycleGraph.graph, others), `seed ${seed}: arc ${arc} could stay`).toBeNull()
        }
      })
    }
    expect(cycles).toBeGreaterThan(effort(500, 30))
  })

  it('is the best there is, for either goal and every size of cycle, against trying everything', () => {
    let compared = 0
    for (let seed = 1; compared < effort(700); seed++) {
      const random = randomFrom(seed)
      const nodes = random.between(2, 7)
      const pairs = randomPairs(random, nodes, random.between(2, 12))
      const analyzed = analyzedOf(digraphOf(nodes, pairs, randomWeights(random)))
      compared += forEachCycle(analyzed, (cycle) => {
        const { graph } = buildCycleGraph(analyzed, cycle)
        for (const goal of ['calls', 'arcs'] as const) {
          const priced = goal === 'calls' ? graph : { ...graph, weight: graph.weight.map(() => 1) }
          const asked = { goal, members: random.between(2, 4), limit: LIMIT }
          const found = suggestCuts(analyzed, cycle, asked)
          const best = bruteForce(priced, (cut) => largestGroup(graph, cut) < asked.members)
          expectValid(analyzed, cycle, asked, found)
          expect([goal === 'calls' ? found.calls : found.arcs.length, found.method], `seed ${seed}`).toEqual([
            best,
            'exact',
          ])
        }
      })
    }
  })

  it('of choices with as few calls takes one with few arcs, and the other way round', () => {
    // Two arcs of 5 calls each into one arc of 10, which calls back.
    const pairs: Pair[] = [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
      [3, 0],
    ]
    const counts = [5, 5, 5, 5, 10]
    const analyzed = analyzedOf(digraphOf(4, pairs, () => counts.shift() ?? 0))
    const cycle = 0 as CycleIndex
    expect(suggestCuts(analyzed, cycle).arcs).toEqual([4])
    expect(suggestCuts(analyzed, cycle, { goal: 'arcs', members: 2, limit: LIMIT }).arcs).toEqual([4])
  })

  it('is the same every time', () => {
    const random = randomFrom(7)
    const analyzed = analyzedOf(digraphOf(60, randomPairs(random, 60, 400), () => random.between(1, 99)))
    const asked: CutRequest = { goal: 'calls', members: 2, limit: 200_000 }
    const found = suggestCuts(analyzed, 0 as CycleIndex, asked)
    expect(found.method).toBe('heuristic')
    expect(suggestCuts(analyzed, 0 as CycleIndex, asked)).toEqual(found)
  })

  it('says what it cannot prove: without work there is an answer all the same', () => {
    const random = randomFrom(5)
    const analyzed = analyzedOf(digraphOf(30, randomPairs(random, 30, 200), () => random.between(1, 9)))
    const asked: CutRequest = { goal: 'calls', members: 2, limit: 0 }
    const found = suggestCuts(analyzed, 0 as CycleIndex, asked)
    expectValid(analyzed, 0 as CycleIndex, asked, found)
    expect(found.method).toBe('heuristic')
    expect(suggestCuts(analyzed, 0 as CycleIndex, { ...asked, limit: LIMIT * 10 }).method).toBe('exact')
  })
})

/** A ring, calls onward to near neighbours and a tenth of them back; counts over five powers of ten. */
function largeCycle(nodes: number, arcs: number, seed: number): Digraph {
  const random = randomFrom(seed)
  const known = new Set<number>()
  const pairs: Pair[] = []
  const add = (from: number, to: number): void => {
    if (from === to || known.has(from * nodes + to)) return
    known.add(from * nodes + to)
    pairs.push([from, to])
  }
  for (let node = 0; node < nodes; node++) add(node, (node + 1) % nodes)
  while (pairs.length < arcs) {
    const from = random.below(nodes)
    const to = Math.min(nodes - 1, from + 1 + Math.floor(200 * random.next() ** 3))
    if (random.chance(0.1)) add(to, from)
    else add(from, to)
  }
  return digraphOf(nodes, pairs, () => 1 + Math.floor(10 ** (5 * random.next())))
}

describe('a cycle of thousands of members and arcs', () => {
  const members = effort(2000, 800)
  const analyzed = analyzedOf(largeCycle(members, 2.5 * members, 1))
  it.each(someOf(['calls', 'arcs'] as const))('is cut by %s within its work, with a bound', (goal) => {
    const asked: CutRequest = { goal, members: 2, limit: DEFAULT_LIMIT / effort(1, 4) }
    const found = suggestCuts(analyzed, 0 as CycleIndex, asked)
    expectValid(analyzed, 0 as CycleIndex, asked, found)
    console.log(
      `${members} members by ${goal}: ${found.method}, ${found.arcs.length} arcs, ${found.calls} calls, ` +
        `at least ${found.lowerBound}, gap ${(100 * found.gap).toFixed(1)}%, ${found.work} steps`,
    )
    expect(found.gap).toBeLessThan(goal === 'calls' ? 0.1 : 0.2)
    expect(found.work).toBeLessThan(1.2 * asked.limit)
  })
})

describe('findCheapest', () => {
  it('is the best there is where good cuts are found late', () => {
    let fractional = 0
    for (let seed = 1; seed <= effort(400, 100); seed++) {
      const random = randomFrom(seed)
      const graph = digraphOf(5, randomPairs(random, 5, 12), () => random.between(1, 3))
      const all = new Uint8Array(graph.from.length).fill(1)
      const groups = new GroupFamily(graph, 3)
      const late: Family = {
        sets: groups.sets,
        addUnpaid: (length, work) => groups.addUnpaid(length, work),
        // Without prices that are whole, all that closes a group stays cut.
        cutsByPrice(price, work) {
          if (price.every((value) => Math.abs(value - Math.round(value)) < 1e-6))
            return groups.cutsByPrice(price, work)
          fractional++
          return all
        },
      }
      const best = bruteForce(graph, (cut) => largestGroup(graph, cut) < 3)
      const { cost, bound } = findCheapest(graph, all, late, newWork(LIMIT))
      expect([cost, bound], `seed ${seed}`).toEqual([best, best])
    }
    expect(fractional).toBeGreaterThan(effort(20, 4))
  })
})

describe('findCheapestCuts', () => {
  it('is optimal on every digraph of 4 nodes', () => {
    const pairs = randomPairs(randomFrom(1), 4, 12).sort((a, b) => a[0] - b[0] || a[1] - b[1])
    for (let choice = 0; choice < 2 ** 12; choice += effort(1, 7)) {
      const chosen = pairs.filter((_, arc) => (choice >> arc) & 1)
      const graph = digraphOf(4, chosen, () => 1)
      const found = findCheapestCuts(graph, newWork(LIMIT))
      expect([found.cost, found.bound]).toEqual(Array(2).fill(leastOf(graph)))
      expect(topologicalOrder(graph, found.cut)).not.toBeNull()
    }
  })

  it('is optimal on random digraphs of up to 12 arcs', () => {
    for (let seed = 1; seed <= effort(500, 100); seed++) {
      const random = randomFrom(seed)
      const nodes = random.between(3, 7)
      const graph = digraphOf(nodes, randomPairs(random, nodes, random.between(3, 12)), randomWeights(random))
      expectCheapest(graph, findCheapestCuts(graph, newWork(LIMIT)))
    }
  })
})

/**
 * Least number of backward arcs over all orders of at most four nodes: faster than all choices of
 * arcs.
 */
function leastOf(graph: Digraph): number {
  let least = Infinity
  for (let code = 0; code < 256; code++) {
    const order = [code & 3, (code >> 2) & 3, (code >> 4) & 3, (code >> 6) & 3]
    if (new Set(order).size === 4) least = Math.min(least, weightOf(graph, backwardArcs(graph, order)))
  }
  return least
}

describe('reduce', () => {
  it('every order of the kernel unfolds into one of the whole that costs exactly the base more', () => {
    for (let seed = 1; seed <= effort(400, 100); seed++) {
      const random = randomFrom(seed)
      const nodes = random.between(2, 20)
      const pairs = randomPairs(random, nodes, random.between(1, 3 * nodes))
      const graph = digraphOf(nodes, pairs, randomWeights(random))
      const reduction = reduce(graph)
      const { kernel } = reduction
      const order = random.shuffle(Array.from({ length: kernel.nodes }, (_, node) => node))
      const whole = unfold(reduction, order, nodes)
      expect([...whole].sort((a, b) => a - b)).toEqual(Array.from({ length: nodes }, (_, node) => node))
      expect(weightOf(graph, backwardArcs(graph, whole))).toBe(
        reduction.base + weightOf(kernel, backwardArcs(kernel, order)),
      )
    }
  })
})
