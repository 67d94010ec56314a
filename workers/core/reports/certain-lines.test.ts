// The certain part of lines' time.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FunctionLines } from '../profile/lines/function-lines.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { certainTicks } from './bounds.ts'
import { certainPartOfLines, factsOfLines } from './line-facts.ts'

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
  const facts = factsOfLines(analyzed, 0 as FunctionIndex, lines).lines[0] ?? []
  const certain = certainTicks(analyzed)
  return {
    first: certainPartOfLines(analyzed, certain, facts.slice(0, 1)),
    both: certainPartOfLines(analyzed, certain, facts),
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
