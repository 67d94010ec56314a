// A range of times as text, and that the time on the stack is never below the self time beside it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomAnalyses } from '../../testing/random/random-analyses.ts'
import { effort } from '../../testing/effort.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { finish } from '../base/yielder.ts'
import { boundsOf } from '../trust/bounds/bounds.ts'
import { rangeText } from './explain/stack-range.ts'
import { timeFacts } from './function-facts.ts'
import { listProfile } from './listing/listing.ts'
import { outcomeOf } from './savings.ts'
import { spanText } from './span-text.ts'

const hundredths = { rate: 100, abbreviation: 's' }

describe('a range', () => {
  it.each([
    [25, 31, 0, '0.25 to 0.31 s'],
    [25.4, 31.2, 0, '0.25 to 0.32 s'],
    // Beside a self time of 0.26 s.
    [25.5, 31.2, 25.5, '0.26 to 0.32 s'],
    [0, 31, 0, '0.00 to 0.31 s'],
    // Beside a self time of 70 µs.
    [0, 1, 0.007, '70.00 µs to 0.01 s'],
    [0.75, 1, 0.001, '7.50 ms to 0.01 s'],
    [31, 31, 0, '0.31 s'],
    [0.04, 31, 0, '400 µs to 0.31 s'],
    [0.04, 0.12345, 0, '400 µs to 1.24 ms'],
    [0, 0, 0, '0.00 s'],
  ])('from %d to %d ticks beside %d is %s', (least, most, own, text) =>
    expect(spanText(hundredths, { least, most }, own)).toBe(text),
  )
})

const UNITS: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 }

/** The first time in a text, in seconds: "2.71 ± 0.16 s · 56.4%", "0.25 to 0.31 s", "≈ 3.00 ms". */
function firstTime(text: string): number {
  if (text === '0') return 0
  const [, number = '', ownUnit] = /([\d.]+)(?: (µs|ms|ns|s)\b)?/.exec(text) ?? []
  const [, unit = ''] = /[\d.]+ (µs|ms|ns|s)\b/.exec(text) ?? []
  return Number(number) * (UNITS[ownUnit ?? unit] ?? Number.NaN)
}

it('the time on the stack is not below the self time beside it, nor is what can be saved', () => {
  fc.assert(
    fc.property(randomAnalyses, (analyzed) => {
      const listing = listProfile(analyzed)
      const bounds = finish(boundsOf(analyzed))
      for (let row = 0; row < analyzed.profile.functions.length; row++) {
        const f = row as FunctionIndex
        const facts = timeFacts(analyzed, bounds, listing, f)
        const self = firstTime(facts.find(({ label }) => label === 'Self')?.value ?? '')
        const range = rangeText(analyzed, bounds, f)
        expect(firstTime(range), `${range} beside ${self}`).toBeGreaterThanOrEqual(self - 1e-12)
        if (analyzed.scenario.faster.length > 0) continue
        const limit = outcomeOf(analyzed, analyzed, bounds, f, analyzed.scenario)?.limit ?? ''
        const [, here, below] = /^At most (.*?) \(.*below it (?:between )?(.*?)\.(?: |$)/.exec(limit) ?? []
        if (here !== undefined && below !== undefined)
          expect(firstTime(below), limit).toBeGreaterThanOrEqual(firstTime(here) - 1e-12)
      }
    }),
    { numRuns: effort(200) },
  )
})
