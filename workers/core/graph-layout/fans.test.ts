// Layout of one function with many callers or callees.
import { describe, expect, it } from 'vitest'
import { coveredLabels } from '../../testing/covered-labels.ts'
import { boxesOf, fan, graph, overlaps, PARSER } from '../../testing/layout-graphs.ts'
import { isMostlyFan } from './fans.ts'
import { layoutLayered } from './layered-layout.ts'
import { layoutGraph } from './force-layout.ts'
import { someOf } from '../../testing/effort.ts'

describe('a fan', () => {
  it('is one function with many callers or callees and little beside', () => {
    expect(isMostlyFan(fan(12, 'callees'))).toBe(true)
    expect(isMostlyFan(fan(12, 'callers'))).toBe(true)
    expect(isMostlyFan(fan(7, 'callees'))).toBe(false)
    expect(isMostlyFan(PARSER)).toBe(false)
    const chain = Array.from({ length: 20 }, (_, node) => [node + 12, node + 13])
    const leaves = Array.from({ length: 12 }, (_, leaf) => [12, leaf])
    expect(isMostlyFan(graph(33, [...leaves, ...chain]))).toBe(false)
    expect(isMostlyFan(graph(0, []))).toBe(false)
  })

  for (const [style, layout] of [
    ['force', layoutGraph],
    ['layered', layoutLayered],
  ] as const) {
    for (const side of ['callees', 'callers'] as const) {
      it(`has no arc over a label, laid out ${style}, with its ${side}: over one in fifty where they are very many`, () => {
        const shareOf = (leaves: number): number => {
          const input = fan(leaves, side)
          const result = layout(input)
          expect(overlaps(boxesOf(input, result))).toBe(0)
          return coveredLabels(input, result).size / leaves
        }
        for (const leaves of someOf([8, 12, 24, 40], 3))
          expect([leaves, shareOf(leaves)]).toEqual([leaves, 0])
        for (const leaves of someOf([60, 100])) expect(shareOf(leaves)).toBeLessThanOrEqual(0.02)
        expect(layout(fan(12, side))).toEqual(layout(fan(12, side)))
      })
    }
  }

  it('keeps nearly all labels free beside other functions', () => {
    const leaves = Array.from({ length: 40 }, (_, leaf) => [0, leaf + 1, (40 - leaf) / 400])
    const others = Array.from({ length: 8 }, (_, other) => [
      [0, 41 + other, 0.05],
      [41 + other, 49, 0.02],
    ])
    const input = graph(50, [...leaves, ...others.flat()])
    expect(coveredLabels(input, layoutLayered(input)).size / 50).toBeLessThan(0.05)
  })
})
