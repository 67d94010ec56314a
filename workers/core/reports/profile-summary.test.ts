// The facts in the header of a profile.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { listProfile } from './listing/listing.ts'
import { formatDuration } from '../quantities.ts'
import { profileSummary } from './profile-summary.ts'

interface Changes {
  readonly ticks?: number
  readonly recordedTicks?: number
  readonly runs?: number
}

function factsOf(changes: Changes, ...names: readonly string[]) {
  const analyzed = analyzeProfile(profileFromText('main 60; work 40; main -> work 1'), EMPTY_SCENARIO)
  const { profile } = analyzed
  const changed = { ...analyzed, profile: { ...profile, totals: { ...profile.totals, ...changes } } }
  const files = names.map((name) => ({ name, kind: 'profile', problem: null }))
  const [time, samples, , , , runs] = profileSummary(
    { analyzed: changed, listing: listProfile(analyzed) },
    files,
  )
  return { time, samples, runs }
}

describe('samples', () => {
  it('are as many as were recorded', () => {
    expect(factsOf({}).samples?.text).toBe('100 samples')
  })

  it('exclude those of the profiler’s own routines, of which the time beside has none', () => {
    const { time, samples } = factsOf({ recordedTicks: 457, ticks: 102 })
    expect(time?.text).toBe('1.02 s of 4.57 s')
    expect(samples?.text).toBe('102 of 457 samples')
    expect(samples?.explanation).toContain('355 fell into the profiler’s own routines')
  })

  it('are not taken for those of the profiler where a rounded share of one is missing', () => {
    expect(factsOf({ recordedTicks: 100, ticks: 99.7 }).samples?.text).toBe('100 samples')
  })
})

describe('runs', () => {
  it.each([
    [1, ['gmon.out'], '1 run'],
    [200, ['gmon.out.1', 'gmon.out.2'], '200 runs'],
    [1, ['gmon.sum'], 'sum of runs'],
    [2, ['gmon.sum', 'night.sum'], '2 sums of runs'],
    [3, ['gmon.sum', 'gmon.out', 'gmon.out.2'], '2 runs + 1 sum of runs'],
  ])('%i of %j: %s', (runs, names, text) => {
    expect(factsOf({ runs }, ...names).runs?.text).toBe(text)
  })

  it('in a sum are not counted, and it says so', () => {
    expect(factsOf({ runs: 1 }, 'gmon.sum').runs?.explanation).toContain('does not say of how many')
  })
})

it('says long times as people do', () => {
  const { time } = factsOf({ ticks: 20_200_000, recordedTicks: 20_200_000 })
  expect(time?.text).toBe('56 h 7 min')
  expect(time?.explanation).toContain('(202000.00 s)')
  expect(factsOf({}).time?.explanation).not.toContain('min')
  expect([60, 99.6, 3599.6, 7261].map(formatDuration)).toEqual([
    '1 min 0 s',
    '1 min 40 s',
    '1 h 0 min',
    '2 h 1 min',
  ])
})
