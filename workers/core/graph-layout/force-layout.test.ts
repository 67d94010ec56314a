// Force-directed layout: determinism, overlaps and clusters, for random graphs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxesOf, graph, intruders, overlaps, PARSER, randomGraph } from '../../testing/layout-graphs.ts'
import { layoutGraph } from './force-layout.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { effort } from '../../testing/effort.ts'

describe('layout', () => {
  it('gives the same drawing for the same input', () => {
    expect(layoutGraph(PARSER)).toEqual(layoutGraph(structuredClone(PARSER)))
  })

  it('puts callers above callees', () => {
    const { y, level } = layoutGraph(PARSER)
    for (const [parent, child] of [
      [0, 1],
      [1, 2],
      [1, 5],
      [4, 7],
      [7, 8],
    ] as const) {
      expect(level[parent]).toBeLessThan(level[child])
      expect(y[parent]).toBeLessThan(y[child])
    }
  })

  it('keeps boxes apart, clusters to themselves, and every number finite, whatever the graph', () => {
    fc.assert(
      fc.property(randomGraph, (input) => {
        const result = layoutGraph(input)
        expect([...result.x, ...result.y, ...result.bow].every(Number.isFinite)).toBe(true)
        const boxes = boxesOf(input, result)
        expect(overlaps(boxes)).toBe(0)
        expect(intruders(input, boxes)).toBe(0)
      }),
      { numRuns: effort(40), seed: 11 },
    )
  })

  it('puts what has no link below everything', () => {
    const { level } = layoutGraph(graph(4, [[0, 1]]))
    expect([...level]).toEqual([0, 1, 2, 2])
  })

  it('holds nothing, and one thing', () => {
    expect(layoutGraph(graph(0, [])).x).toHaveLength(0)
    expect([...layoutGraph(graph(1, [[0, 0]])).y]).toEqual([0])
  })

  it('is done in a moment at 300 nodes', () => {
    const links = Array.from({ length: 700 }, (_, link) => [(link * 7) % 150, 1 + ((link * 31) % 299), 0.1])
    const worked = processorTime()
    layoutGraph(graph(300, links, [[10, 11, 12, 13, 14]]))
    const took = worked()
    console.log(`laid out 300 nodes and 700 links in ${took.toFixed(0)} ms`)
    expect(took).toBeLessThan(5000)
  })
})
