// Which functions the graph chooses: by self time, with the callers that explain them.
import { finish } from '../../base/yielder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { effort } from '../../../testing/effort.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { displayName } from '../../names/names.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'
import { listNodeLink } from './node-link.ts'
import { addHottest } from './select-hottest.ts'

const analyze = (text: string) => analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
const drawn = (text: string, limit: number, threshold = 0) => {
  const analyzed = analyze(text)
  const { nodes, leftOut } = finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, limit, threshold }))
  return { names: nodes.map(({ function: f }) => displayName(analyzed.profile.functions, f)), nodes, leftOut }
}

describe(addHottest.name, () => {
  it('is of those with time of their own, not of the chain above the first of them', () => {
    const chain = Array.from({ length: 12 }, (_, at) => `c${at} 0; c${at} -> c${at + 1} 1`).join('; ')
    const leaves = Array.from({ length: 6 }, (_, at) => `leaf${at} ${20 - at}; other -> leaf${at} 1`).join(
      '; ',
    )
    const { names } = drawn(`main 0; main -> c0 1; ${chain}; c12 40; main -> other 1; other 0; ${leaves}`, 10)
    expect(names).toEqual(expect.arrayContaining(['main', 'other', 'leaf0', 'leaf1', 'leaf2', 'leaf3']))
  })

  it('is completed by the callers that explain them', () => {
    const rest = Array.from({ length: 30 }, (_, at) => `r${at} 1; b -> r${at} 1`).join('; ')
    const { names } = drawn(`main 0; main -> a 1; a -> hot 4; hot 60; main -> b 1; ${rest}`, 5)
    expect(names).toEqual(expect.arrayContaining(['main', 'a', 'hot']))
  })

  it('has at least 0.8 of what as many of the hottest functions have, whatever the graph', () => {
    const graphs = fc.record({
      ticks: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 })), {
        minLength: 12,
        maxLength: 80,
      }),
      arcs: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 })), {
        minLength: 20,
        maxLength: 160,
      }),
      limit: fc.integer({ min: 8, max: 25 }),
    })
    fc.assert(
      fc.property(graphs, ({ ticks, arcs, limit }) => {
        const lines = [
          ...ticks.map((many, at) => `f${at} ${many}`),
          ...arcs.map(([from, to, calls]) => `f${from % ticks.length} -> f${to % ticks.length} ${calls}`),
        ]
        const { nodes } = drawn(lines.join('; '), limit)
        const hottest = ticks.toSorted((a, b) => b - a).slice(0, limit)
        const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
        expect(sum(nodes.map(({ selfTicks }) => selfTicks))).toBeGreaterThanOrEqual(0.8 * sum(hottest))
        expect(nodes.length).toBeLessThanOrEqual(limit)
      }),
      { numRuns: effort(200) },
    )
  })
})
