// Tests of the curves of links.
import { describe, expect, it } from 'vitest'
import { graph } from '../../testing/layout-graphs.ts'
import { curvesThrough } from './bend-curves.ts'
import { curveBetween, pointOn, routeLinks } from './link-curves.ts'

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
