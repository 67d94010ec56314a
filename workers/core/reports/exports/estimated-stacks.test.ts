// Estimated stacks: self time is as measured, inclusive time is gprof's, every path ends, and
// time on omitted paths is reported.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { randomScenario } from '../../../testing/random/random-scenario.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import { NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { DEEPEST, estimateStacks, otherFrame, type EstimatedStacks } from './estimated-stacks.ts'
import { framesOf, StackFrames } from './frames.ts'
import { effort } from '../../../testing/effort.ts'

// Allows for a busy machine.
const analyze = (text: string, scenario: Scenario = EMPTY_SCENARIO): AnalyzedProfile =>
  analyzeProfile(profileFromText(text), scenario)

/** "main;parse 0.75", one line per stack. */
function draw(stacks: EstimatedStacks): string[] {
  const frames = new StackFrames(stacks)
  return Array.from(stacks.leaves, (leaf) => {
    const names = framesOf(stacks, frames, leaf).map((frame) => frames.list[frame]?.name)
    return `${names.join(';')} ${Number(stacks.selfTicks[leaf].toFixed(4))}`
  })
}

const ALL = { least: 0, most: 100_000 }

describe('estimated stacks', () => {
  it('divide a function’s time among its callers by their calls, and so on down', () => {
    const text = 'main 10; parse 40; lex 80; test 0; main -> parse 10; test -> parse 30; parse -> lex 200'
    expect(draw(estimateStacks(analyze(text)))).toEqual([
      'test;parse 30',
      'test;parse;lex 60',
      'main 10',
      'main;parse 10',
      'main;parse;lex 20',
    ])
  })

  it('go once through a cycle, each member by itself', () => {
    const text = 'main 1; a 4; b 6; c 8; main -> a 2; a -> b 5; b -> a 5; b -> c 4; b -> b 9'
    expect(draw(estimateStacks(analyze(text)))).toEqual([
      'main 1',
      'main;cycle 1 as a whole;b 6',
      'main;cycle 1 as a whole;b;c 8',
      'main;cycle 1 as a whole;a 4',
    ])
  })

  it('enter a cycle once, by however many of its members', () => {
    const text = 'main 1; a 4; b 6; main -> a 2; main -> b 1; a -> b 5; b -> a 5'
    expect(draw(estimateStacks(analyze(text)))).toEqual([
      'main 1',
      'main;cycle 1 as a whole;b 6',
      'main;cycle 1 as a whole;a 4',
    ])
  })

  it('begin where a scenario leaves callers out', () => {
    const text = 'main 1; a 4; b 6; main -> a 1; a -> b 1'
    expect(draw(estimateStacks(analyze(text, { ...EMPTY_SCENARIO, only: ['a'] })))).toEqual(['a 4', 'a;b 6'])
  })

  it('what is not followed is below its root, each function with its own time', () => {
    const text = 'main 0; a 500; b 1; c 2; main -> a 1; main -> b 1; b -> c 1'
    const stacks = estimateStacks(analyze(text), { least: 0.01, most: 100 })
    expect(draw(stacks)).toEqual(['main;a 500', 'main;[merged paths];c 2', 'main;[merged paths];b 1'])
    expect(stacks.untoldTicks).toBe(3)
  })
})

const SIZE = 9
const graphs = fc.record({
  ticks: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: SIZE, maxLength: SIZE }),
  arcs: fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 0, max: SIZE - 1 }),
      fc.integer({ min: 0, max: SIZE - 1 }),
      fc.integer({ min: 0, max: 20 }),
    ),
    { maxLength: 22, selector: ([from, to]) => `${from} ${to}` },
  ),
  seed: fc.integer({ min: 0, max: 1e6 }),
  most: fc.integer({ min: 0, max: 40 }),
  least: fc.constantFrom(0, 1e-5, 0.01, 0.2),
})

describe('on random graphs and scenarios', () => {
  const each = (
    check: (analyzed: AnalyzedProfile, stacks: EstimatedStacks) => void,
    limits?: typeof ALL,
  ): void =>
    fc.assert(
      fc.property(graphs, ({ ticks, arcs, seed, most, least }) => {
        const lines = [
          ...ticks.map((own, f) => `f${f} ${own}`),
          ...arcs.map(([a, b, n]) => `f${a} -> f${b} ${n}`),
        ]
        const profile = profileFromText(lines.join(';'))
        const scenario = seed % 3 === 0 ? EMPTY_SCENARIO : randomScenario(randomFrom(seed), profile)
        const analyzed = analyzeProfile(profile, scenario)
        check(analyzed, estimateStacks(analyzed, limits ?? { least, most }))
      }),
      { numRuns: effort(600) },
    )

  it('self time of every function is what was measured and counts, whatever the limits', () => {
    each((analyzed, stacks) => {
      const { profile, times } = analyzed
      const self = new Float64Array(profile.functions.length)
      for (const leaf of stacks.leaves) {
        const f = stacks.frame[leaf]
        self[f] = (self[f] ?? 0) + stacks.selfTicks[leaf]
      }
      self.forEach((own, f) => expect(own).toBeCloseTo(times.propagatedSelf[f as FunctionIndex], 8))
      expect(stacks.ticks).toBeCloseTo(analyzed.printedTicks, 8)
    })
  })

  it('inclusive time of every function is gprof’s where all paths are followed', () => {
    each(({ profile, times }, stacks) => {
      expect(stacks.untoldTicks).toBe(0)
      const inclusive = new Float64Array(profile.functions.length)
      for (const leaf of stacks.leaves) {
        for (let row = leaf; row !== NONE; row = stacks.above[row] ?? NONE) {
          const f = stacks.frame[row]
          if (f < inclusive.length) inclusive[f] = (inclusive[f] ?? 0) + stacks.selfTicks[leaf]
        }
      }
      inclusive.forEach((ticks, row) => {
        const f = row as FunctionIndex
        expect(ticks).toBeCloseTo(times.propagatedSelf[f] + times.propagatedChild[f], 8)
      })
    }, ALL)
  })

  it('no stack holds a frame twice, and there are no more paths than allowed', () => {
    each((analyzed, stacks) => {
      const untold = otherFrame(analyzed)
      let followed = 0
      for (let row = 0; row < stacks.length; row++) {
        const seen = new Set<number>()
        for (let at = row; at !== NONE; at = stacks.above[at] ?? NONE) seen.add(stacks.frame[at])
        let depth = 0
        for (let at = row; at !== NONE; at = stacks.above[at] ?? NONE) depth++
        if (!seen.has(untold)) {
          expect(seen.size).toBe(depth)
          followed++
        }
      }
      expect(followed).toBeLessThanOrEqual(stacks.limits.most)
    })
  })
})

it('a graph with more paths than atoms is cut off, and its time is all there', () => {
  // Thirty layers of four, each calling all of the next: 4^30 paths.
  const lines: string[] = []
  for (let layer = 0; layer < 30; layer++) {
    for (let f = 0; f < 4; f++) {
      lines.push(`l${layer}f${f} 1`)
      for (let g = 0; g < 4; g++) lines.push(`l${layer}f${f} -> l${layer + 1}f${g} ${1 + ((f + g) % 3)}`)
    }
  }
  const analyzed = analyze(lines.join(';'))
  const stacks = estimateStacks(analyzed)
  expect(stacks.ticks).toBeCloseTo(analyzed.printedTicks, 6)
  expect(stacks.untoldTicks).toBeGreaterThan(0)
  expect(stacks.length).toBeLessThan(stacks.limits.most + 9 * analyzed.profile.functions.length)
})

it('a chain longer than the deepest stack ends there', () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `f${at} 1; f${at} -> f${at + 1} 1`)
  const stacks = estimateStacks(analyze(lines.join(';')), ALL)
  expect(draw(stacks).every((line) => line.split(';').length <= DEEPEST)).toBe(true)
  expect(stacks.ticks).toBeCloseTo(3000, 6)
})

it('long stacks take no more room than as many of middling length', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `f${at} 1; f${at} -> f${at + 1} 1`)
  const stacks = estimateStacks(analyze(lines.join(';')), { least: 0, most: 100 })
  const frames = new StackFrames(stacks)
  let room = 0
  for (const leaf of stacks.leaves) room += framesOf(stacks, frames, leaf).length
  expect(room).toBeLessThan(100 * 32 + 3 * 200)
  expect(stacks.ticks).toBeCloseTo(200, 6)
})

it('of many roots the lighter ones have what is not followed in common', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `r${at} ${100 - at}; x${at} 1; r${at} -> x${at} 1`)
  const stacks = estimateStacks(analyze(lines.join(';')), { least: 0.01, most: 100 })
  const untold = draw(stacks).filter((line) => line.includes('[merged'))
  expect(untold.filter((line) => line.startsWith('r')).length).toBe(8)
  expect(untold.filter((line) => line.startsWith('[')).length).toBe(4)
  expect(stacks.untoldTicks).toBeCloseTo(12, 6)
})
