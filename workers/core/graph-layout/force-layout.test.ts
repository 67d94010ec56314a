// Force-directed layout: determinism, overlaps and clusters, for random graphs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxesOf, graph, intruders, overlaps, PARSER, randomGraph } from '../../testing/layout-graphs.ts'
import { hullAround, roundedPath, type Point } from './boxes.ts'
import { clusterMembers } from './layout-input.ts'
import { layoutGraph } from './force-layout.ts'
import { curvesThrough, curveBetween, pointOn, routeLinks } from './link-curves.ts'
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

describe('hulls', () => {
  const inside = ([x, y]: Point, hull: readonly Point[]): boolean =>
    hull.every(([ax, ay], at) => {
      const [bx, by] = hull[(at + 1) % hull.length]
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 1e-6
    })

  it('contain their members and no other node', () => {
    const result = layoutGraph(PARSER)
    const boxes = boxesOf(PARSER, result)
    clusterMembers(PARSER).forEach((members, cluster) => {
      const hull = hullAround(
        members.map((node) => boxes[node]),
        9,
      )
      boxes.forEach((box, node) => {
        expect(inside([box.x, box.y], hull)).toBe(PARSER.cluster[node] === cluster)
      })
    })
  })

  it('are closed paths', () => {
    const box = { x: 0, y: 0, left: 5, right: 5, up: 5, down: 5 }
    expect(roundedPath(hullAround([box], 3), 4)).toMatch(/^M.*Z$/)
    expect(roundedPath([], 4)).toBe('')
  })
})

describe('routes', () => {
  it('start and end at the edges of their marks', () => {
    const from = { x: 0, y: 0, radius: 10 }
    const to = { x: 60, y: 200, radius: 20 }
    const curve = curveBetween(from, to, 0.2, 8, false)
    expect(Math.hypot(curve.x0, curve.y0)).toBeCloseTo(10)
    expect(Math.hypot(curve.x3 - 60, curve.y3 - 200)).toBeCloseTo(28)
  })

  it('run on different sides in opposite directions', () => {
    const [a, b] = [
      { x: 0, y: 0, radius: 5 },
      { x: 0, y: 100, radius: 5 },
    ]
    const there = pointOn(curveBetween(a, b, 0.2, 0, true), 0.5)
    const back = pointOn(curveBetween(b, a, 0.2, 0, true), 0.5)
    expect(Math.sign(there.x)).toBe(-Math.sign(back.x))
  })

  it('bow round a mark in the way', () => {
    const input = graph(3, [
      [0, 2],
      [0, 1],
    ])
    const x = [0, 0, 0]
    const y = [0, 150, 300]
    const bow = routeLinks(input, x, y)
    expect(Math.abs(bow[0])).toBeGreaterThan(0)
    expect(bow[1]).toBe(0)
  })

  it('ends at the rim of a box, and leaves it by its upper or lower edge on the way to the next row', () => {
    const from = { x: 0, y: 0, radius: 20, halfWidth: 60 }
    const to = { x: 400, y: 100, radius: 20, halfWidth: 80 }
    const [between] = [curveBetween(from, { ...to, y: 0 }, 0, 8, true)]
    expect([between.x0, between.y0]).toEqual([60, 0])
    expect(between.x3).toBeCloseTo(400 - 80 - 8)
    const [down] = curvesThrough(from, [], to, 8)
    expect([down?.y0, down?.y3]).toEqual([20, 100 - 20 - 8])
    expect(Math.abs(down?.x0 ?? NaN)).toBeLessThan(60)
    const [up] = curvesThrough(to, [], from, 8)
    expect([up?.y0, up?.y3]).toEqual([80, 28])
  })
})
