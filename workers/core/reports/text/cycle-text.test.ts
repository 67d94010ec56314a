// Entries as text: unknown numbers are blank, and what a limit leaves out is added up.
import { finish } from '../../base/yielder.ts'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { cycleEntry } from '../cycle-entry.ts'
import { listProfile } from '../listing/listing.ts'
import { cycleEntryText, ENTRY_HEADING, entryText, functionEntryText } from './cycle-text.ts'

const CYCLE =
  'm 0; a 10; b 30; m -> a 1; m -> b 3; x -> a 2; y -> a 4; a -> b 7; b -> a 6; a -> c 1; b -> d 2; c 5; d 9'

function analysis(text: string, change: Partial<CallGraphProfile> = {}) {
  const analyzed = analyzeProfile({ ...profileFromText(text), ...change }, EMPTY_SCENARIO)
  return { analyzed, listing: listProfile(analyzed) }
}

function cycleLines(limit: number, change: Partial<CallGraphProfile> = {}): readonly string[] {
  const { analyzed, listing } = analysis(CYCLE, change)
  return [
    ...cycleEntryText(analyzed, listing, finish(cycleEntry(analyzed, listing, 0 as CycleIndex)), limit),
  ].map((line) => line.trim().replaceAll(/ +/g, ' '))
}

it('has the largest callers beside the primary line, and the largest others below it', () => {
  expect(cycleLines(1)).toEqual([
    '0.24 0.08 6 (2 more callers)',
    '0.16 0.06 4/10 y [4]',
    '[1] 100.00 0.40 0.14 10+13 <cycle 1 as a whole> [1]',
    '0.30 0.09 7 b <cycle 1> [2]',
    '0.10 0.05 6 (1 more member)',
    '0.09 0.00 2/2 d [7]',
    '0.05 0.00 1 (1 more other function)',
  ])
  expect(cycleLines(2)[0]).toMatch(/\(1 more caller\)$/)
  expect(cycleLines(3).join()).not.toContain('more')
})

it('has blanks for times and shares that are not known', () => {
  const lines = cycleLines(9, { rate: 0, hasHistogram: false })
  expect(lines).toContain('[1] 100.00 10+13 <cycle 1 as a whole> [1]')
  expect(lines).toContain('7 b <cycle 1> [2]')
})

it('is aligned under its heading', () => {
  const { analyzed, listing } = analysis(CYCLE)
  const entry = listing.entries.entryOfCycle[0 as CycleIndex]
  const ends = (heading: string): number => ENTRY_HEADING.indexOf(heading) + heading.length
  const primary = [...entryText(analyzed, listing, entry, 9)].find((line) => line.startsWith('[1]')) ?? ''
  expect(primary.slice(0, ends('% time')).endsWith('100.00')).toBe(true)
  expect(primary.slice(0, ends('self')).endsWith('0.40')).toBe(true)
  expect(primary.slice(0, ends('children')).endsWith('0.14')).toBe(true)
})

it('has no calls of a function whose calls nothing counted', () => {
  const { analyzed, listing } = analysis('m 5; m -> f 1; f -> f 3')
  expect([...functionEntryText(analyzed, listing, 0 as FunctionIndex, 9)].map((line) => line.trim())).toEqual(
    [
      '<spontaneous>',
      expect.stringMatching(/^\[1\] +100\.00 +0\.05 +0\.00 +m \[1\]$/),
      expect.stringMatching(/^0\.00 +0\.00 +1\/1 +f \[2\]$/),
    ],
  )
})
