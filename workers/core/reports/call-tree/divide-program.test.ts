// All recorded samples of a program, divided: nothing is missing, and nothing is counted twice.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { graphText, randomGraphs } from '../../../testing/random/random-graphs.ts'
import { randomScenario } from '../../../testing/random/random-scenario.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { displayName } from '../../names/names.ts'
import { wholeTicks } from '../../quantities.ts'
import { divideProgram } from './divide-program.ts'
import { effort } from '../../../testing/effort.ts'

/** With samples outside all functions, and one function of the profiler's own. */
function withOthers(profile: CallGraphProfile, outside: number, ofProfiler: number | null): CallGraphProfile {
  const isLeftOut = Uint8Array.from({ length: profile.functions.length }, (_, f) =>
    f === ofProfiler ? 1 : 0,
  )
  const recordedTicks = profile.totals.recordedTicks + outside
  const own =
    ofProfiler === null
      ? 0
      : (Array.from(profile.functions.selfTicks as unknown as number[])[ofProfiler] ?? 0)
  return {
    ...profile,
    functions: { ...profile.functions, isLeftOut },
    totals: { ...profile.totals, recordedTicks, ticks: recordedTicks - own, unattributedTicks: outside },
  }
}

/** "main 10", "library 4: cmp 3, hash 1" */
function divide(profile: CallGraphProfile, scenario: Partial<Scenario> = {}): string[] {
  const analyzed = analyzeProfile(profile, { ...EMPTY_SCENARIO, ...scenario })
  const { functions } = analyzed.profile
  return divideProgram(analyzed).children.map(({ part, heads, ticks }) => {
    const names = heads.map((head) => `${displayName(functions, head.function)} ${head.ticks}`)
    return part === null
      ? names.join()
      : names.length === 0
        ? `${part} ${ticks}`
        : `${part} ${ticks}: ${names.join(', ')}`
  })
}

const TEXT =
  'main 10; a 20; cmp 3; swap 2; hash 1; memcpy 4; mcount 5; main -> a 1; cmp -> swap 9; hash -> hash 2'

describe('a program', () => {
  it('is its first function, what libraries call, what only has samples, and time of no function', () => {
    expect(divide(withOthers(profileFromText(TEXT), 7, 6))).toEqual([
      'main 30',
      'library 6: cmp 5, hash 1',
      'sampled 4: memcpy 4',
      'outside 7',
      'profiler 5',
    ])
  })

  it('has its roots side by side where none is known to be the first', () => {
    expect(divide(profileFromText('a 3; b 4; c 5; d 1; a -> b 1; c -> c 2'))).toEqual([
      'a 7',
      'c 5',
      'sampled 1: d 1',
    ])
    expect(divide(profileFromText('a 3; b 4'))).toEqual(['b 4', 'a 3'])
  })

  it('begins with the cycle that its first function is in', () => {
    expect(divide(profileFromText('a 3; main 4; a -> main 1; main -> a 2; cmp 1; cmp -> cmp 1'))).toEqual([
      'a 7',
      'library 1: cmp 1',
    ])
  })

  it('has what a scenario removes or excludes as a part', () => {
    expect(divide(profileFromText(TEXT), { faster: [{ name: 'a', factor: 4 }] })).toContain('removed 15')
    expect(divide(profileFromText(TEXT), { leftOut: ['a', 'memcpy'] })).toContain('removed 24')
  })

  it('adds up to all recorded samples, whatever a scenario does', () => {
    fc.assert(
      fc.property(
        randomGraphs,
        fc.integer(),
        fc.nat(9),
        fc.option(fc.nat(8)),
        fc.boolean(),
        (graph, seed, outside, profiler, hasScenario) => {
          const profile = withOthers(profileFromText(graphText(graph)), outside, profiler)
          const scenario = hasScenario ? randomScenario(randomFrom(seed), profile) : EMPTY_SCENARIO
          const program = divideProgram(analyzeProfile(profile, scenario))
          const sum = program.children.reduce((all, { ticks }) => all + ticks, 0)
          expect(sum).toBeCloseTo(wholeTicks(profile), 6)
          expect(program.ticks).toBeCloseTo(sum, 6)
          for (const { heads, ticks } of program.children.slice(0, program.sorted)) {
            expect(heads.reduce((all, head) => all + head.ticks, 0)).toBeCloseTo(ticks, 6)
          }
          const sorted = program.children.slice(0, program.sorted).map(({ ticks }) => ticks)
          expect(sorted).toEqual(sorted.toSorted((one, other) => other - one))
        },
      ),
      { numRuns: effort(400) },
    )
  })

  it('is as much as its functions where they add up to more', () => {
    const profile = profileFromText('main 10; a 5; main -> a 1')
    const rounded = { ...profile, totals: { ...profile.totals, recordedTicks: 14 } }
    expect(divideProgram(analyzeProfile(rounded, EMPTY_SCENARIO)).ticks).toBe(15)
  })
})
