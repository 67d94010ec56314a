// Roots of the call graph: the functions and cycles that pass their time to no caller.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { randomScenario } from '../../testing/random/random-scenario.ts'
import { graphText, randomGraphs } from '../../testing/random/random-graphs.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../analysis/scenario/scenario.ts'
import { listRoots } from './roots.ts'
import { displayName } from '../names/names.ts'
import { effort } from '../../testing/effort.ts'

function rootsOf(text: string, scenario: Partial<Scenario> = {}): string[] {
  const analyzed = analyzeProfile(profileFromText(text), { ...EMPTY_SCENARIO, ...scenario })
  return listRoots(analyzed).map(
    ({ function: f, ticks }) => `${displayName(analyzed.profile.functions, f)} ${ticks}`,
  )
}

describe('roots', () => {
  it('are functions without a counted caller, most time first', () => {
    expect(rootsOf('main 1; a 2; cmp 4; idle 0; main -> a 1; main -> idle 0')).toEqual([
      'cmp 4',
      'main 3',
      'idle 0',
    ])
  })

  it('are not only callers of themselves', () => {
    expect(rootsOf('main 1; walk 5; walk -> walk 9')).toEqual(['walk 5', 'main 1'])
  })

  it('are cycles that nothing outside calls, each once', () => {
    expect(rootsOf('a 1; b 2; c 4; a -> b 1; b -> a 1; b -> c 1')).toEqual(['a 7'])
  })

  it('are what excluded functions call', () => {
    expect(rootsOf('main 1; a 2; b 4; main -> a 1; a -> b 1', { leftOut: ['main'] })).toEqual(['a 6'])
  })

  it('have all the time that is propagated, under every scenario', () => {
    fc.assert(
      fc.property(randomGraphs, fc.integer(), (graph, seed) => {
        const profile = profileFromText(graphText(graph))
        const scenario = randomScenario(randomFrom(seed), profile)
        const analyzed = analyzeProfile(profile, scenario)
        const total = listRoots(analyzed).reduce((sum, { ticks }) => sum + ticks, 0)
        expect(total).toBeCloseTo(analyzed.printedTicks, 6)
      }),
      { numRuns: effort(300) },
    )
  })
})
