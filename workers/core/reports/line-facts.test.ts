// Time of lines by themselves and through their calls.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../analysis/scenario/scenario.ts'
import type { FunctionLines } from '../profile/lines/function-lines.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { factsOfLines, sumOfFacts } from './line-facts.ts'

/** main, a, b: main calls a 4 times of 10. */
const PROFILE = 'main 10; a 20; b 0; main -> a 4; b -> a 6; main -> b 1'
const MAIN = 0 as FunctionIndex

const LINES: FunctionLines = {
  sections: [
    {
      name: 'main',
      file: 'a.c',
      length: 2,
      line: Uint32Array.of(3, 4),
      ticks: Float64Array.of(6, 3),
    },
  ],
  unplaced: 1,
  calls: {
    length: 3,
    section: Int32Array.of(0, 0, -1),
    row: Int32Array.of(0, 1, -1),
    child: Int32Array.of(1, 1, 2),
    count: Float64Array.of(3, 1, 1),
    isSure: Uint8Array.of(1, 0, 1),
    orLine: Uint32Array.of(0, 3, 0),
  },
}

const factsUnder = (scenario: Partial<Scenario>) =>
  factsOfLines(analyzeProfile(profileFromText(PROFILE), { ...EMPTY_SCENARIO, ...scenario }), MAIN, LINES)

/** For a profile in which main's samples are excluded. */
const withoutTime = () =>
  analyzeProfile(profileFromText(PROFILE.replace('main 10', 'main 0')), EMPTY_SCENARIO)

describe('what lines took', () => {
  it('is their own time, and of what they call as much as their calls are of all', () => {
    const { lines, elsewhere, self, total } = factsUnder({})
    const [first, second] = lines[0] ?? []
    expect(first).toMatchObject({
      self: 6,
      below: 6,
      calls: [{ child: 1, count: 3, ofCalls: 4, isSure: true }],
    })
    expect(second).toMatchObject({ self: 3, below: 2, calls: [{ count: 1, isSure: false, orLine: 3 }] })
    expect(elsewhere).toMatchObject([{ child: 2, count: 1, ticks: 12 }])
    // All self and child time of the function is assigned to a line, or known to have none.
    const sum = sumOfFacts(lines[0] ?? [])
    expect([self, total]).toEqual([10, 30])
    expect(sum.self + 1).toBe(self)
    expect(sum.self + sum.below + 1 + 12).toBe(total)
  })

  it('is what a scenario leaves: nothing of calls that are cut, and of time that does not count what the profile shows', () => {
    const timeless = factsUnder({ timeLeftOut: ['main'] })
    expect(timeless.lines[0]?.[0]).toMatchObject({ self: 6, below: 0 })
    expect(timeless.self).toBe(10)
    expect(factsOfLines(withoutTime(), MAIN, LINES).lines[0]?.[0]).toMatchObject({ self: 0 })
    const [cut] = factsUnder({ cutArcs: [{ parent: 'main', child: 'a' }] }).lines[0] ?? []
    expect(cut).toMatchObject({ self: 6, below: 0, calls: [] })
  })
})
