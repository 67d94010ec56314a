// Strongly connected components in gprof's order and chains.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupNewestFirst, type Csr } from '../base/csr.ts'
import { findComponents } from './cycles.ts'
import { effort } from '../../testing/effort.ts'

type Pair = readonly [number, number]

function graphOf(nodes: number, pairs: readonly Pair[]): { children: Csr; target: number[] } {
  return {
    children: groupNewestFirst(
      pairs.map(([from]) => from),
      nodes,
    ),
    target: pairs.map(([, to]) => to),
  }
}

/**
 * The walk as gprof's behaviour is described: one join at a time, heads and chains rewritten on
 * the way.
 */
function joinOneByOne(
  nodes: number,
  { children, target }: { children: Csr; target: number[] },
): {
  order: number[]
  head: number[]
  next: number[]
} {
  const order = Array.from({ length: nodes }, () => 0)
  const busy = new Set<number>()
  const head = Array.from({ length: nodes }, (_, node) => node)
  const next = Array.from({ length: nodes }, () => -1)
  const stack: number[] = []
  let counter = 0
  const endOf = (node: number): number => (next[node] < 0 ? node : endOf(next[node]))
  const collapse = (node: number): void => {
    let at = stack.length - 1
    while (!(stack[at] === node || (head[node] !== node && stack[at] === head[node]))) at--
    const top = stack[at]
    const joined = head[top]
    let tail = endOf(top)
    for (const above of stack.slice(at + 1)) {
      if (head[above] !== above) continue
      next[tail] = above
      for (let member = above; member >= 0; member = next[member]) {
        head[member] = joined
        tail = member
      }
    }
  }
  const visit = (node: number): void => {
    if (order[node] !== 0) return
    if (busy.has(node)) return collapse(node)
    stack.push(node)
    busy.add(node)
    for (let at = children.offsets[node]; at < children.offsets[node + 1]; at++) {
      visit(target[children.items[at]])
    }
    if (head[node] === node) {
      counter++
      for (let member = node; member >= 0; member = next[member]) order[member] = counter
    }
    stack.pop()
  }
  for (let node = 0; node < nodes; node++) visit(node)
  return { order, head, next }
}

const graph = fc
  .integer({ min: 1, max: 14 })
  .chain((nodes) =>
    fc.tuple(fc.constant(nodes), fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 40 })),
  )

function chainFrom(next: ArrayLike<number>, start: number): number[] {
  const chain: number[] = []
  for (let node = start; node >= 0; node = next[node]) chain.push(node)
  return chain
}

describe('findComponents', () => {
  it('joins nodes in the same chains and order as joining them one by one', () => {
    fc.assert(
      fc.property(graph, ([nodes, pairs]) => {
        const input = graphOf(nodes, pairs)
        const { order, head, next } = findComponents(input.children, input.target)
        expect({ order: [...order], head: [...head], next: [...next] }).toEqual(joinOneByOne(nodes, input))
      }),
      { numRuns: effort(2000) },
    )
  })

  it('lists every node once, components in their order and each ascending', () => {
    fc.assert(
      fc.property(graph, ([nodes, pairs]) => {
        const { children, target } = graphOf(nodes, pairs)
        const { order, list } = findComponents(children, target)
        const all = Array.from({ length: nodes }, (_, node) => node)
        expect([...list]).toEqual(all.toSorted((one, two) => order[one] - order[two] || one - two))
      }),
    )
  })

  it('chains as gprof does', () => {
    const [x, a, b, c, d, e] = [0, 1, 2, 3, 4, 5] as const
    const pairs: Pair[] = [
      [x, a],
      [a, b],
      [b, c],
      [c, a],
      [c, d],
      [d, b],
      [b, e],
      [e, b],
    ]
    const forwards = graphOf(6, pairs)
    expect(chainFrom(findComponents(forwards.children, forwards.target).next, a)).toEqual([a, b, e, c, d])
    const backwards = graphOf(6, [...pairs].reverse())
    expect(chainFrom(findComponents(backwards.children, backwards.target).next, a)).toEqual([a, b, c, d, e])
  })

  it('walks chains and rings of 300,000 without recursion', () => {
    const nodes = 300_000
    const ring = Array.from({ length: nodes }, (_, node): Pair => [node, (node + 1) % nodes])
    const input = graphOf(nodes, ring)
    const { head } = findComponents(input.children, input.target)
    expect(head.every((node) => node === 0)).toBe(true)
  })

  it('takes time in line with the arcs when every join nests in the one before', () => {
    const nodes = 100_000
    const pairs: Pair[] = []
    // Newest first: each node tries the arc back before the arc on, from the innermost outwards.
    for (let node = 0; node + 1 < nodes; node++) pairs.push([node, node + 1])
    for (let node = 1; node < nodes; node++) pairs.push([nodes - 1, node])
    const input = graphOf(nodes, pairs)
    const { order } = findComponents(input.children, input.target)
    expect(order[nodes - 1]).toBe(1)
    expect(order[0]).toBe(2)
  })
})
