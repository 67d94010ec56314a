// Rows show gprof's numbers as gprof rounds them, each with its unit, and a smaller unit where gprof's shows
// 0.00.
import { expect, it } from 'vitest'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { profileFromText } from '../../testing/graph-text.ts'
import { flatCells, flatHeadings, flatRow } from './flat-rows.ts'
import { listProfile } from './listing/listing.ts'

it('a time per call of which gprof’s unit leaves no digit has one of its own', () => {
  const analyzed = analyzeProfile(
    profileFromText(
      'main 0; slow 300; quick 50; idle 0; main -> slow 1; slow -> quick 1000000; main -> idle 3',
    ),
    EMPTY_SCENARIO,
  )
  const listing = listProfile(analyzed)
  const named = (name: string) => {
    for (let f = 0 as FunctionIndex; f < analyzed.profile.functions.length; f++) {
      if (flatRow(analyzed, listing.flat, f).text.name === name) return f
    }
    throw new Error(name)
  }
  const units = flatHeadings(analyzed, listing.flat).map(({ label, unit }) => `${label} ${unit}`.trim())
  expect(units).toContain('Self/call s')
  const printed = (name: string) => flatRow(analyzed, listing.flat, named(name)).text
  const cells = (name: string) => flatCells(analyzed, listing.flat, named(name))
  expect(printed('slow').selfPerCall).toBe('3.00')
  expect(cells('slow')).toMatchObject({
    name: 'slow',
    percent: '85.71',
    totalPercent: '100.0%',
    cumulative: '3.00 s',
    self: '3.00 s',
    total: '3.50 s',
    calls: '1',
    selfPerCall: '3.00 s',
    totalPerCall: '3.50 s',
  })
  expect(printed('quick').selfPerCall).toBe('0.00')
  expect(cells('quick').selfPerCall).toBe('500.00 ns')
  expect(cells('idle')).toMatchObject({ percent: '0.00', self: '0', selfPerCall: '0', calls: '3' })
  expect(cells('main')).toMatchObject({ calls: '', selfPerCall: '', totalPerCall: '' })
})
