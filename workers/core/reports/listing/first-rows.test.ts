// The first rows read as those of the whole flat profile, and so does what stands above it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { profileSummary } from '../details/profile-summary.ts'
import { flatHeadings, flatRow } from '../flat-profile/flat-rows.ts'
import { listFirstRows } from './first-rows.ts'
import { listProfile, type Analysis } from './listing.ts'

/** More than there are first rows. */
const FUNCTIONS = 130
const f = fc.nat(FUNCTIONS - 1)

const reads = ({ analyzed, listing }: Analysis) => ({
  rows: [...listing.flat.printed].map((row) => flatRow(analyzed, listing.flat, row as FunctionIndex)),
  headings: flatHeadings(analyzed, listing.flat),
  callDigits: listing.entries.callDigits,
  facts: profileSummary({ analyzed, listing }).map(({ text }) => text),
})

function analyzedOf(ticks: readonly number[], arcs: readonly (readonly number[])[]): AnalyzedProfile {
  const lines = [
    ...ticks.map((own, at) => `f${at} ${own}`),
    ...arcs.map(([a, b, count]) => `f${a} -> f${b} ${count}`),
  ]
  return analyzeProfile(profileFromText(lines.join('\n')), EMPTY_SCENARIO)
}

it('reads as the beginning of the whole, ties and cycles as well', () => {
  const cases = fc.record({
    ticks: fc.array(fc.nat(3), { minLength: FUNCTIONS, maxLength: FUNCTIONS }),
    arcs: fc.uniqueArray(fc.tuple(f, f, fc.nat(2000)), {
      maxLength: 300,
      selector: ([a, b]) => a * 1000 + b,
    }),
  })
  fc.assert(
    fc.property(cases, ({ ticks, arcs }) => {
      const analyzed = analyzedOf(ticks, arcs)
      const whole = reads({ analyzed, listing: listProfile(analyzed) })
      const first = reads(listFirstRows(analyzed))
      expect(first.rows.length).toBe(Math.min(whole.rows.length, 100))
      expect(first).toEqual({ ...whole, rows: whole.rows.slice(0, 100) })
    }),
    { numRuns: 100 },
  )
})

it('is the whole where there are few functions', () => {
  const analyzed = analyzedOf([1, 2, 0], [[0, 1, 3]])
  expect(reads(listFirstRows(analyzed))).toEqual(reads({ analyzed, listing: listProfile(analyzed) }))
})

it('holds nothing of the arcs but their number', () => {
  const { profile } = listFirstRows(analyzedOf([1, 2], [[0, 1, 3]])).analyzed
  expect([profile.arcs.length, profile.arcs.parent.length, profile.arcsByParent.items.length]).toEqual([
    1, 0, 0,
  ])
})
