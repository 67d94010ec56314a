// Restoring redundant cuts.
import { expect, it } from 'vitest'
import { randomFrom } from '../../../testing/random/random.ts'
import { buildDigraph, type Digraph, topologicalOrder } from './digraph.ts'
import { newWork } from './search-budget.ts'
import { MOST_RESTORE_STEPS, restoreRedundant } from './restore-redundant.ts'

function randomGraph(seed: number, nodes: number): Digraph {
  const random = randomFrom(seed)
  const pairs = new Map<string, readonly [number, number]>()
  for (let arc = 0; arc < 4 * nodes; arc++) {
    const [from, to] = [random.below(nodes), random.below(nodes)]
    if (from !== to) pairs.set(`${from} ${to}`, [from, to])
  }
  const arcs = [...pairs.values()]
  return buildDigraph(
    nodes,
    arcs.map(([from]) => from),
    arcs.map(([, to]) => to),
    arcs.map(() => random.below(5)),
  )
}

/** Reference: restores one arc at a time and checks the whole graph each time. */
function restoredPlainly(graph: Digraph): Uint8Array {
  const kept = new Uint8Array(graph.from.length).fill(1)
  const arcs = [...kept.keys()].toSorted(
    (left, right) => graph.weight[right] - graph.weight[left] || right - left,
  )
  for (const arc of arcs) {
    kept[arc] = 0
    if (topologicalOrder(graph, kept) === null) kept[arc] = 1
  }
  return kept
}

it('restores, dearest first, whatever closes no cycle, whether few or many have to be moved for it', () => {
  for (const [nodes, graphs] of [
    [5, 300],
    [30, 60],
    [200, 6],
  ] as const) {
    for (let seed = 1; seed <= graphs; seed++) {
      const graph = randomGraph(seed, nodes)
      const all = new Uint8Array(graph.from.length).fill(1)
      const restored = restoreRedundant(graph, all, newWork(0))
      expect([...restored], `seed ${seed}, ${nodes} nodes`).toEqual([...restoredPlainly(graph)])
    }
  }
})

it('stops, where it may, once the work is spent, and leaves no cycle then either', () => {
  const graph = randomGraph(7, 200)
  const all = new Uint8Array(graph.from.length).fill(1)
  const cuts = (limit: number): number => {
    const restored = restoreRedundant(graph, all, newWork(limit), graph.weight, 'spent')
    expect(topologicalOrder(graph, restored)).not.toBeNull()
    return restored.reduce((sum, cut) => sum + cut, 0)
  }
  expect(cuts(0)).toBe(graph.from.length)
  expect(cuts(2_000)).toBeLessThan(cuts(0))
  expect(cuts(1e9)).toBeLessThan(cuts(2_000))
})

it('stops in a huge star after a number of steps of its own, and leaves no cycle', () => {
  const nodes = 20_000
  const rim = Array.from({ length: nodes - 1 }, (_, at) => at + 1)
  const hub = rim.map(() => 0)
  const graph = buildDigraph(
    nodes,
    [...hub, ...rim],
    [...rim, ...hub],
    [...hub, ...rim].map((_, arc) => (arc * 7919) % 1009),
  )
  const work = newWork(0)
  const restored = restoreRedundant(graph, new Uint8Array(2 * rim.length).fill(1), work)
  expect(topologicalOrder(graph, restored)).not.toBeNull()
  // One more arc takes at most a visit to each arc, and a move of each node.
  expect(work.used).toBeLessThan(MOST_RESTORE_STEPS + 10 * nodes)
})
