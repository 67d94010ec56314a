// Time of lines by themselves and through their calls.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import type { FunctionLines } from '../../profile/lines/function-lines.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { factsOfLines, sumOfFacts, certainPartOfLines } from './line-facts.ts'
import { stringTableOf } from '../../base/string-table.ts'
import { hotTsv } from './lines-tsv.ts'
import { sourceRows } from './source-rows.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from '../../trust/bounds/bounds.ts'

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
  finish(
    factsOfLines(analyzeProfile(profileFromText(PROFILE), { ...EMPTY_SCENARIO, ...scenario }), MAIN, LINES),
  )

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
    expect(finish(factsOfLines(withoutTime(), MAIN, LINES)).lines[0]?.[0]).toMatchObject({ self: 0 })
    const [cut] = factsUnder({ cutArcs: [{ parent: 'main', child: 'a' }] }).lines[0] ?? []
    expect(cut).toMatchObject({ self: 6, below: 0, calls: [] })
  })
})

it('writes a long table in pieces, each of a few rows', () => {
  const analyzed = analyzeProfile(profileFromText('main 1000'), EMPTY_SCENARIO)
  const length = 1000
  const hot = {
    length,
    f: new Uint32Array(length),
    file: new Int32Array(length),
    line: Uint32Array.from({ length }, (_, row) => row + 1),
    ticks: new Float64Array(length).fill(1),
    files: stringTableOf(['/src/a.c']),
    unplaced: 0,
  }
  const pieces = [...hotTsv(analyzed, hot, (row) => `a\t${row}`)]
  expect(Math.max(...pieces.map((piece) => piece.split('\n').length))).toBeLessThan(300)
  const [head, ...rows] = pieces.join('').split('\n')
  expect(head).toBe('Self %\tSelf\tFile\tLine\tFunction\tCode')
  expect(rows).toHaveLength(length + 1)
  expect(rows.slice(-2)).toEqual(['0.10\t0.01\t/src/a.c\t1000\tmain\ta 999', ''])
})

it('works out a function of very many lines in steps, each of a few', () => {
  const analyzed = analyzeProfile(profileFromText('main 30\nmain -> work 9\nwork 60'), EMPTY_SCENARIO)
  const length = 30_000
  const all = (value: number) => new Float64Array(length).fill(value)
  const every = Int32Array.from({ length }, (_, row) => row)
  const lines = {
    sections: [
      {
        name: 'main',
        file: '/src/a.c',
        length,
        line: Uint32Array.from(every, (row) => row + 1),
        ticks: all(0.001),
      },
    ],
    unplaced: 0,
    calls: {
      length,
      section: new Int32Array(length),
      row: every,
      child: new Int32Array(length).fill(1),
      count: all(9 / length),
      isSure: new Uint8Array(length).fill(1),
      orLine: new Uint32Array(length),
    },
  }
  const main = 0 as FunctionIndex
  const facts = inSteps(factsOfLines(analyzed, main, lines), 100)
  expect(facts).toEqual(finish(factsOfLines(analyzed, main, lines)))
  expect(facts.lines[0]?.[length - 1]?.calls).toMatchObject([{ child: 1, ofCalls: 9 }])
  const text = { ranges: [Array.from({ length: length + 1 }, (_, at) => `line ${at + 1};`)], end: null }
  for (const texts of [[text], [undefined]]) {
    const rows = inSteps(sourceRows(lines, texts), 20)
    expect(rows).toEqual(finish(sourceRows(lines, texts)))
    expect(rows[length - 1]).toMatchObject({ line: length, row: length - 1 })
  }
})

function inSteps<T>(steps: Generator<void, T>, least: number): T {
  for (let step = 0; ; step++) {
    const { done, value } = steps.next()
    if (done !== true) continue
    expect(step).toBeGreaterThanOrEqual(least)
    return value
  }
}

/** Lines 3 and 4 of the first function call the second, 3 times and once. */
function linesOf(text: string, isSure: readonly [number, number] = [1, 1]) {
  const lines: FunctionLines = {
    sections: [
      { name: 'main', file: 'a.c', length: 2, line: Uint32Array.of(3, 4), ticks: Float64Array.of(6, 4) },
    ],
    unplaced: 0,
    calls: {
      length: 2,
      section: Int32Array.of(0, 0),
      row: Int32Array.of(0, 1),
      child: Int32Array.of(1, 1),
      count: Float64Array.of(3, 1),
      isSure: Uint8Array.from(isSure),
      orLine: Uint32Array.of(0, 0),
    },
  }
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  const facts = finish(factsOfLines(analyzed, 0 as FunctionIndex, lines)).lines[0] ?? []
  const bounds = finish(boundsOf(analyzed))
  return {
    first: certainPartOfLines(analyzed, bounds, facts.slice(0, 1)),
    both: certainPartOfLines(analyzed, bounds, facts),
    unknown: certainPartOfLines(analyzed, null, facts),
  }
}

describe('of what lines take', () => {
  it('all is certain where they make all calls that there are', () => {
    expect(linesOf('main 10; a 20; main -> a 4')).toMatchObject({ first: 6 / 21, both: 1, unknown: 1 })
  })

  it('their own time alone is, of a function that others call', () => {
    const { first, both } = linesOf('main 10; a 20; b 0; main -> a 4; b -> a 6; main -> b 1')
    expect(first).toBeCloseTo(6 / 12)
    expect(both).toBeCloseTo(10 / 18)
  })

  it('what is called from elsewhere further down is not', () => {
    const shared = 'main 10; a 20; b 0; c 40; main -> a 4; a -> c 1; b -> c 1; main -> b 1'
    expect(linesOf(shared).both).toBeCloseTo(30 / 50)
  })

  it('no call is of which two lines may have been the caller', () => {
    expect(linesOf('main 10; a 20; main -> a 4', [1, 0]).both).toBeCloseTo(1 / 3)
  })
})
