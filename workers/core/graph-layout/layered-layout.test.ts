// Layered layout: determinism, direction of arcs, overlaps and clusters, for random graphs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NONE } from '../base/columns.ts'
import { boxesOf, graph, intruders, overlaps, PARSER, randomGraph } from '../../testing/layout-graphs.ts'
import { layoutLayered } from './layered-layout.ts'
import { effort } from '../../testing/effort.ts'

/** The last link passes the rows of all nodes between its ends. */
const CHAIN = graph(5, [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [0, 4],
])

describe('the layered layout', () => {
  it('gives the same drawing for the same input', () => {
    expect(layoutLayered(PARSER)).toEqual(layoutLayered(structuredClone(PARSER)))
  })

  it('runs every arc down that is not part of a cycle, in a drawing without others', () => {
    const { y } = layoutLayered(PARSER)
    PARSER.parent.forEach((parent, link) => {
      const child = PARSER.child[link]
      const isInside = PARSER.cluster[parent] !== NONE && PARSER.cluster[parent] === PARSER.cluster[child]
      if (!isInside && parent !== child) expect(y[parent]).toBeLessThan(y[child])
    })
  })

  it('keeps arcs running down, boxes apart, clusters to themselves, whatever the graph', () => {
    fc.assert(
      fc.property(randomGraph, fc.boolean(), fc.boolean(), (discs, isAcyclic, isBoxed) => {
        const input = { ...discs, isBoxed }
        // Ends in order of number: no cycles but those inside clusters.
        if (isAcyclic) {
          input.parent.forEach((from, link) => {
            const to = input.child[link]
            input.parent[link] = Math.min(from, to)
            input.child[link] = Math.max(from, to)
          })
        }
        const result = layoutLayered(input)
        expect([...result.x, ...result.y, ...result.bendX, ...result.bendY].every(Number.isFinite)).toBe(true)
        const boxes = boxesOf(input, result)
        expect(overlaps(boxes)).toBe(0)
        expect(intruders(input, boxes)).toBe(0)
        if (!isAcyclic) return
        input.parent.forEach((from, link) => {
          const to = input.child[link]
          const isInside = input.cluster[from] !== NONE && input.cluster[from] === input.cluster[to]
          if (from !== to && !isInside) expect(result.y[from]).toBeLessThan(result.y[to])
        })
      }),
      { numRuns: effort(150) },
    )
  })

  it('leads links between boxes straight through the rows they pass, above and below their middle', () => {
    const { bendStart, bendX, bendY, y } = layoutLayered({ ...CHAIN, isBoxed: true })
    const [from, to] = [bendStart[4], bendStart[5]]
    const rows = [1, 2, 3].flatMap((node) => [y[node] - CHAIN.radius[node], y[node] + CHAIN.radius[node]])
    expect(Array.from(bendY.slice(from, to))).toEqual(rows)
    for (let at = from; at < to; at += 2) expect(bendX[at]).toBe(bendX[at + 1])
  })

  it('puts what has no links below the rest, no wider than that', () => {
    const input = graph(14, [
      [0, 1],
      [1, 2],
      [0, 3],
      [3, 3],
      [9, 9],
    ])
    const result = layoutLayered(input)
    const { y, bendStart } = result
    const linked = [0, 1, 2, 3]
    const loose = [...input.radius.keys()].filter((node) => !linked.includes(node))
    const bottom = Math.max(...linked.map((node) => y[node] + input.down[node]))
    for (const node of loose) expect(y[node] - input.up[node]).toBeGreaterThan(bottom)
    expect(new Set(loose.map((node) => y[node])).size).toBeGreaterThan(1)
    expect(bendStart).toHaveLength(input.parent.length + 1)
    expect(overlaps(boxesOf(input, result))).toBe(0)
  })

  it('gives a link a bend in every row it passes, in order', () => {
    const { bendStart, bendY, y } = layoutLayered(CHAIN)
    expect(Array.from(bendY.slice(bendStart[4], bendStart[5]))).toEqual([y[1], y[2], y[3]])
    expect(bendStart[4]).toBe(0)
  })

  it('wraps what would be a very wide row', () => {
    const star = graph(
      61,
      Array.from({ length: 60 }, (_, leaf) => [0, leaf + 1]),
    )
    const { x, y } = layoutLayered(star)
    const across = Math.max(...x) - Math.min(...x)
    const down = Math.max(...y) - Math.min(...y)
    expect(across / down).toBeLessThan(3)
    expect(across / down).toBeGreaterThan(0.8)
  })
})
