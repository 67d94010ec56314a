// When each sentence of the summary is said, and when it is not.
import { describe, expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import { profileFromText } from '../../../testing/graph-text.ts'
import { NOTICE_EXAMPLES } from '../../../testing/problem-examples.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { simulateProgram } from '../../../testing/truth/simulate-program.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { suggestCuts } from '../../analysis/cuts/suggest-cuts.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { sortBySamples } from '../../profile/lines/hot-lines.ts'
import { stringTableOf } from '../../base/string-table.ts'
import type { Notice } from '../../problems/problem.ts'
import { listProfile } from '../listing/listing.ts'
import { cycleToCut } from './what-takes-time.ts'
import { summarize, summaryMarkdown, summaryText } from './summary.ts'
import type { SummaryInput, SummaryKind } from './sentence.ts'

interface Change {
  readonly profile?: Partial<CallGraphProfile>
  readonly scenario?: Partial<Scenario>
  readonly notices?: readonly Notice[]
}

function inputOf(text: string, { profile, scenario, notices = [] }: Change = {}): SummaryInput {
  const analyzed = analyzeProfile(
    { ...profileFromText(text), ...profile },
    { ...EMPTY_SCENARIO, ...scenario },
  )
  return { analyzed, listing: listProfile(analyzed), notices, hotLines: null, cuts: null }
}

const saidOf = (input: SummaryInput, kind: SummaryKind): string | null => {
  const sentence = summarize(input).find((one) => one.kind === kind)
  return sentence ? summaryText(sentence) : null
}
const said = (kind: SummaryKind, text: string, change: Change = {}): string | null =>
  saidOf(inputOf(text, change), kind)

const BUSY = 'main 50; work 300; tidy 150'

describe('the hottest function', () => {
  const words = (text: string, change?: Change) => said('function', text, change)

  it('has its share, its time with one standard deviation, and leads to its entry', () => {
    const input = inputOf(BUSY)
    expect(saidOf(input, 'function')).toBe('work takes 60.0% of the time (3.00 ± 0.17 s).')
    expect(summarize(input)[0]).toMatchObject({ place: 'call-graph', f: 1 })
  })

  it('has never more than all of the time', () => {
    const { totals } = profileFromText('work 500')
    const change = { profile: { totals: { ...totals, ticks: 499 } } }
    expect(words('work 500', change)).toMatch(/^work takes 100\.0% of the time/)
  })

  it('works for its only counted caller; direct recursion is no other', () => {
    expect(words(`${BUSY}; main -> work 3; work -> work 7`)).toMatch(/; its only counted caller is main\.$/)
  })

  it('works for the caller that gets three quarters, which is an estimate', () => {
    expect(words(`${BUSY}; main -> work 4; tidy -> work 1`)).toMatch(/, by estimate 80\.0% of it for main\.$/)
    expect(words(`${BUSY}; main -> work 3; tidy -> work 2`)).toMatch(/, for 2 callers\.$/)
  })

  it('names its cycle, whose members pass one another no time, and the caller with the most calls', () => {
    const inCycle = (calls: string) => words(`${BUSY}; ${calls}; work -> tidy 3; tidy -> work 2`)
    expect(inCycle('main -> work 1')).toMatch(/; it is in cycle 1, most often called by tidy\.$/)
    expect(inCycle('main -> work 5; work -> work 9')).toMatch(/cycle 1, most often called by main\.$/)
    expect(inCycle('main -> work 2')).toMatch(/; it is in cycle 1\.$/)
  })

  it('is not said without samples; the most calls are', () => {
    const calls = 'main 0; work 0; main -> work 1200'
    expect(words(calls)).toBeNull()
    expect(said('calls', calls)).toBe('work has the most calls: 1,200 counted calls.')
    expect(said('calls', BUSY)).toBeNull()
  })

  it('has no error of its time where a scenario divides the samples', () => {
    expect(words(BUSY, { scenario: { faster: [{ name: 'work', factor: 2 }] } })).toMatch(/\(1\.50 s\)/)
  })

  it('has a time in one unit, in which the error shows', () => {
    expect(words('main 5; work 400', { profile: { rate: 1_000_000 } })).toMatch(/\(0\.40 ± 0\.02 ms\)/)
  })

  it('has no time at an unknown rate', () => {
    expect(words(BUSY, { profile: { rate: 0 } })).toBe('work takes 60.0% of the time.')
  })
})

describe('the hottest line', () => {
  const withLine = (ticks: number): SummaryInput => ({
    ...inputOf(BUSY),
    hotLines: sortBySamples([{ f: 1, file: 0, line: 84, ticks }], stringTableOf(['/src/evaluate.c']), 0),
  })

  it('is said with its share', () => {
    expect(saidOf(withLine(110), 'line')).toBe('The hottest line is evaluate.c:84 with 22.0%, in work.')
  })

  it('has no more than all time: bins that gprof divides add up to a little more', () => {
    expect(saidOf(withLine(501), 'line')).toBe('The hottest line is evaluate.c:84 with 100.0%, in work.')
  })

  it('is not said of few samples, nor before lines are read', () => {
    expect(saidOf(withLine(8), 'line')).toBeNull()
    expect(said('line', BUSY)).toBeNull()
  })
})

describe('the largest cycle', () => {
  const LOOP = `${BUSY}; main -> work 1; work -> tidy 30; tidy -> work 2`
  const cut = (input: SummaryInput): SummaryInput => {
    const top = cycleToCut(input)
    if (!top) throw new Error('no cycle')
    return { ...input, cuts: suggestCuts(input.analyzed, top.cycle) }
  }

  it('is said with its size and share', () => {
    expect(said('cycle', LOOP)).toBe(
      'Cycle 1 (2 functions) hides who pays for 90.0%; cutting the calls back shows it and leaves every member a caller.',
    )
  })

  it('names the cut, or how many arcs it takes', () => {
    expect(saidOf(cut(inputOf(LOOP)), 'cycle')).toMatch(
      /; cutting tidy → work shows it and leaves every member a caller\.$/,
    )
    const two = inputOf(`${LOOP}; other 0; tidy -> other 3; other -> tidy 1`)
    expect(saidOf(cut(two), 'cycle')).toMatch(/; cutting 2 arcs shows it and leaves every member a caller\.$/)
  })

  it('is not said of a small one, nor of none', () => {
    expect(said('cycle', 'main 900; a 30; b 20; main -> a 1; a -> b 3; b -> a 2')).toBeNull()
    expect(said('cycle', BUSY)).toBeNull()
  })
})

describe('what samples can say', () => {
  const words = (text: string, change?: Change) => said('sampling', text, change)
  const few: Notice = { code: 'few-samples', samples: 24, rate: 100 }

  it('is the time below which errors are a third or more', () => {
    expect(words(BUSY)).toBe(
      '500 samples, ± one standard deviation: times under 0.09 s (1.8%) have errors of a third or more.',
    )
  })

  it('is the number of rows to trust where samples are few', () => {
    const rows = (text: string) => words(text, { notices: [few] })
    expect(rows('a 12; b 10; c 2')).toMatch(/^Only 24 samples: trust the first 2 rows;/)
    expect(rows('a 18; b 6')).toMatch(/trust the first row;/)
    expect(rows('a 8; b 8; c 8')).toBe('Only 24 samples: the error of every time is a third or more.')
  })

  it('is nothing without samples, and shares at an unknown rate', () => {
    expect(words('main 0; work 0; main -> work 3')).toMatch(/^There are no samples: times/)
    expect(words('main 0; work 0')).toBe('There are no samples and no calls.')
    expect(words(BUSY, { profile: { rate: 0 } })).toMatch(/shares are known, seconds are not/)
  })

  it('is not said under a scenario that divides samples', () => {
    expect(words(BUSY, { scenario: { faster: [{ name: 'work', factor: 2 }] } })).toBeNull()
  })
})

describe('a notice that the summary repeats', () => {
  const kinds = {
    mismatch: 'wrong-executable',
    damage: 'gmon/truncated-file',
    'slow-run': 'slow-run',
  } as const

  it.each(Object.entries(kinds))('%s is said with its notice only', (kind, code) => {
    expect(said(kind as SummaryKind, BUSY, { notices: [NOTICE_EXAMPLES[code]] })).not.toBeNull()
    expect(said(kind as SummaryKind, BUSY)).toBeNull()
  })

  it('comes first if numbers may be wrong', () => {
    const [first] = summarize(inputOf(BUSY, { notices: [NOTICE_EXAMPLES['wrong-executable']] }))
    expect(first).toMatchObject({ kind: 'mismatch', place: 'notices' })
  })

  it('counts runs of another build, or names the one', () => {
    const odd = (file: string): Notice => ({ code: 'odd-run', file, matched: 1, total: 9 })
    expect(said('mismatch', BUSY, { notices: [odd('gmon.1')] })).toMatch(/^gmon\.1 may be/)
    expect(said('mismatch', BUSY, { notices: [odd('gmon.1'), odd('gmon.2')] })).toMatch(/^2 runs may be/)
  })

  it('says how slow the slowest run is', () => {
    const slow: Notice = { code: 'slow-run', file: 'gmon.12', samples: 78, mean: 55, middle: 54, runs: 16 }
    expect(said('slow-run', BUSY, { notices: [slow] })).toBe(
      'The slowest run is gmon.12: 1.42 times the mean of 16 runs.',
    )
  })

  it('names missing calls and inexact bins', () => {
    expect(said('no-calls', BUSY, { notices: [NOTICE_EXAMPLES['no-arcs']] })).toMatch(
      /^No calls were counted/,
    )
    expect(said('bins', BUSY, { notices: [{ code: 'scale-drift', bytes: 8 }] })).toMatch(/up to 8 bytes/)
    expect(said('bins', BUSY)).toBeNull()
  })
})

it('is at most six sentences, however much there is to say', () => {
  const all = Object.values(NOTICE_EXAMPLES)
  expect(summarize(inputOf('m 9; a 100; b 90; m -> a 1; a -> b 3; b -> a 2', { notices: all })).length).toBe(
    6,
  )
})

it('is a list in Markdown, with names as code', () => {
  const [first] = summaryMarkdown(summarize(inputOf('main 5; a`b 30; main -> a`b 2')))
  expect(first).toBe(
    '- `` a`b `` takes 85.7% of the time (0.30 ± 0.05 s); its only counted caller is `main`.',
  )
})

it('agrees with programs whose stacks are known, in short sentences', () => {
  for (let seed = 0; seed < effort(300); seed++) {
    const random = randomFrom(seed)
    const { profile } = simulateProgram(random, {
      functions: random.between(3, 40),
      uncounted: random.pick([0, 0.12, 0.3]),
      backward: random.pick([0, 0.1, 0.4]),
    })
    const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
    const input = { analyzed, listing: listProfile(analyzed), notices: [], hotLines: null, cuts: null }
    const cycle = cycleToCut(input)
    const cuts = cycle ? suggestCuts(analyzed, cycle.cycle) : null
    const sentences = summarize({ ...input, cuts })
    const where = `seed ${seed}`
    expect(new Set(sentences.map(({ kind }) => kind)).size, where).toBe(sentences.length)
    for (const sentence of sentences) {
      const text = summaryText(sentence)
      expect(text.split(' ').length, text).toBeLessThanOrEqual(25)
      expect(text, where).toMatch(/^[^\n]*[^.]\.$/)
      expect(text, where).not.toMatch(/NaN|Infinity|undefined|\d %/)
    }
    const top = sentences.find(({ kind }) => kind === 'function')
    const { selfTicks } = profile.functions
    if (top && top.f !== null) expect(selfTicks[top.f], where).toBe(Math.max(...Array.from(selfTicks)))
    // Who is named as the only caller is on each counted call.
    if (top && top.f !== null && summaryText(top).includes('only counted caller')) {
      const callers = new Set<number | undefined>()
      for (let arc = 0; arc < profile.arcs.length; arc++) {
        const [parent, child] = [profile.arcs.parent, profile.arcs.child].map((ends) => Array.from(ends)[arc])
        if (child === top.f && parent !== top.f) callers.add(parent)
      }
      expect(callers.size, where).toBe(1)
    }
    expect(cycle === null, where).toBe(!sentences.some(({ kind }) => kind === 'cycle'))
  }
})
