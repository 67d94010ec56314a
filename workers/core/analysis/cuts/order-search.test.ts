// Orders of nodes with little weight leading backward.
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../testing/random/random.ts'
import { buildDigraph, type Digraph } from './digraph.ts'
import { newWork } from './search-budget.ts'
import { greedyOrder } from './order-search.ts'

/** A ring through every node, and as many random arcs. */
function randomRing(seed: number): Digraph {
  const random = randomFrom(seed)
  const nodes = 2 + random.below(12)
  const pairs = new Map<string, readonly [number, number]>()
  const put = (from: number, to: number) => from !== to && pairs.set(`${from} ${to}`, [from, to])
  for (let node = 0; node < nodes; node++) put(node, (node + 1) % nodes)
  for (let more = 0; more < nodes; more++) put(random.below(nodes), random.below(nodes))
  const arcs = [...pairs.values()]
  return buildDigraph(
    nodes,
    arcs.map(([from]) => from),
    arcs.map(([, to]) => to),
    arcs.map(() => random.below(4)),
  )
}

/**
 * Outgoing minus incoming weight of a node among the remaining ones; null for a node without
 * incoming or outgoing arcs.
 */
function gainOf({ from, to, weight }: Digraph, node: number, left: ReadonlySet<number>): number | null {
  let gain = 0
  let [calls, called] = [0, 0]
  for (let arc = 0; arc < from.length; arc++) {
    if (!left.has(from[arc]) || !left.has(to[arc])) continue
    if (from[arc] === node) [calls, gain] = [calls + 1, gain + weight[arc]]
    if (to[arc] === node) [called, gain] = [called + 1, gain - weight[arc]]
  }
  return calls === 0 || called === 0 ? null : gain
}

describe('the greedy order', () => {
  it('begins with the node that gives most beyond what it takes, the lowest of several', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const graph = randomRing(seed)
      const all = new Set(Array.from({ length: graph.nodes }, (_, node) => node))
      const gains = [...all].map((node) => gainOf(graph, node, all) ?? Number.NaN)
      const [first] = greedyOrder(graph, newWork(0))
      expect(first, `seed ${seed}`).toBe(gains.indexOf(Math.max(...gains)))
    }
  })

  it('continues with what is left: its first node either only calls, or gives most', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const graph = randomRing(seed)
      const order = [...greedyOrder(graph, newWork(0))]
      expect(order.toSorted((left, right) => left - right)).toEqual(order.map((_, node) => node))
      const left = new Set(order)
      while (left.size > 0) {
        // Ends are removed first while there are any, nodes without callers before the others.
        const ends = [...left].filter((node) => gainOf(graph, node, left) === null)
        const gains = [...left].map((node) => gainOf(graph, node, left) ?? -Infinity)
        const next = order.find((node) => left.has(node)) ?? -1
        if (ends.length === 0) expect(gainOf(graph, next, left), `seed ${seed}`).toBe(Math.max(...gains))
        for (const node of ends.length === 0 ? [next] : ends) left.delete(node)
      }
    }
  })

  it('takes time in proportion to what there is, one of 200,000 members too', () => {
    const nodes = 200_000
    const from = Array.from({ length: 2 * nodes }, (_, arc) => arc % nodes)
    const to = from.map((node, arc) => (arc < nodes ? node + 1 : 7 * node + 3) % nodes)
    const graph = buildDigraph(nodes, from, to, new Uint8Array(2 * nodes).fill(1))
    const work = newWork(0)
    expect(greedyOrder(graph, work)).toHaveLength(nodes)
    expect(work.used).toBe(2 * from.length)
  })
})
