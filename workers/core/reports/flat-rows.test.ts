// Rows show gprof's numbers as gprof rounds them, and a smaller unit where gprof's shows 0.00.
import { expect, it } from 'vitest'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { profileFromText } from '../../testing/graph-text.ts'
import { flatHeadings, flatRow } from './rows.ts'
import { listProfile } from './listing/listing.ts'

it('a time per call of which gprof’s unit leaves no digit has one of its own', () => {
  const analyzed = analyzeProfile(
    profileFromText(
      'main 0; slow 300; quick 50; idle 0; main -> slow 1; slow -> quick 1000000; main -> idle 3',
    ),
    EMPTY_SCENARIO,
  )
  const listing = listProfile(analyzed)
  const row = (name: string) => {
    for (let f = 0 as FunctionIndex; f < analyzed.profile.functions.length; f++) {
      const found = flatRow(analyzed, listing.flat, f)
      if (found.text.name === name) return found
    }
    throw new Error(name)
  }
  const units = flatHeadings(analyzed, listing.flat).map(({ label, unit }) => `${label} ${unit}`.trim())
  expect(units).toContain('Self/call s')
  expect(row('slow').text.selfPerCall).toBe('3.00')
  expect(row('slow').finer).toEqual({ selfPerCall: null, totalPerCall: null })
  expect(row('quick').text.selfPerCall).toBe('0.00')
  expect(row('quick').finer.selfPerCall).toEqual({ digits: '500.00', unit: 'ns' })
  expect(row('idle').finer.selfPerCall).toBeNull()
  expect(row('main').finer.totalPerCall).toBeNull()
})
