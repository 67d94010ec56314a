// The table of runs: texts, order and bars.
import { describe, expect, it } from 'vitest'
import { barName, explainBar, explainColumn, explainRun, imbalanceText } from './explain-runs.ts'
import { barsOf } from './run-strip.ts'
import {
  functionInRuns,
  type InRun,
  runFraction,
  runHeadings,
  type RunOrder,
  runRowTsv,
  runTable,
  type RunTable,
  runTableTsv,
  runText,
  sortRuns,
} from './run-table.ts'

const AT_100 = { rate: 100, abbreviation: 's' }
const named = (...samples: readonly (number | undefined)[]) =>
  samples.map((count, rank) => ({ name: `gmon.out.${rank}`, samples: count }))
const inRun = (ticks: number, calls: number, selfCalls = 0): InRun => ({ ticks, calls, selfCalls })

const plain = runTable(named(7, 6, 18, 7), AT_100, null)
const withDig = runTable(
  named(7, 6, 18, 7),
  AT_100,
  functionInRuns('dig', [inRun(1.5, 40), inRun(0, 0), inRun(6, 1234, 7), undefined]),
)
const lines = (table: RunTable) =>
  table.runs.map((_, run) =>
    runHeadings(table)
      .map(({ column }) => runText(table, run)[column])
      .join(' | '),
  )

describe('runs as rows', () => {
  it('show what each took and how many times the mean that is', () => {
    expect(runHeadings(plain).map(({ label }) => label)).toEqual(['No.', 'Time', '× mean', 'Samples', 'Run'])
    expect(lines(plain)).toEqual([
      '0 | 0.07 | 0.74 | 7 | gmon.out.0',
      '1 | 0.06 | 0.63 | 6 | gmon.out.1',
      '2 | 0.18 | 1.89 | 18 | gmon.out.2',
      '3 | 0.07 | 0.74 | 7 | gmon.out.3',
    ])
    expect([0, 2].map((run) => runFraction(plain, run, 'time'))).toEqual([7 / 18, 1])
  })

  it('show what a function has in each, and nothing of one that could not be read', () => {
    expect(lines(withDig)).toEqual([
      '0 | 0.07 | 0.74 | 7 | 0.01 | 0.60 | 40 | gmon.out.0',
      '1 | 0.06 | 0.63 | 6 | 0.00 | 0.00 | 0 | gmon.out.1',
      '2 | 0.18 | 1.89 | 18 | 0.06 | 2.40 | 1,234 | gmon.out.2',
      '3 | 0.07 | 0.74 | 7 |  |  |  | gmon.out.3',
    ])
    expect([2, 3].map((run) => runFraction(withDig, run, 'self'))).toEqual([1, 0])
  })

  it('compare a function that was never sampled by its calls', () => {
    const table = runTable(named(7, 6), AT_100, functionInRuns('f', [inRun(0, 30), inRun(0, 10)]))
    expect(runHeadings(table).map(({ label }) => label)).toContain('Calls × mean')
    expect(lines(table)).toEqual([
      '0 | 0.07 | 1.08 | 7 | 0.00 | 1.50 | 30 | gmon.out.0',
      '1 | 0.06 | 0.92 | 6 | 0.00 | 0.50 | 10 | gmon.out.1',
    ])
    expect(imbalanceText(table, 'self')).toBe(
      '10 calls to 30 calls, mean 20 calls (dashed). Imbalance 1.50 (max ÷ mean).',
    )
  })

  it('leave blank what is not known', () => {
    expect(lines(runTable(named(undefined, 4), AT_100, null))).toEqual([
      '0 |  |  |  | gmon.out.0',
      '1 | 0.04 | 1.00 | 4 | gmon.out.1',
    ])
    expect(lines(runTable(named(undefined, undefined), { rate: 0, abbreviation: 's' }, null))).toEqual([
      '0 |  |  |  | gmon.out.0',
      '1 |  |  |  | gmon.out.1',
    ])
    expect(lines(runTable(named(0, 0), AT_100, null))[0]).toBe('0 | 0.00 |  | 0 | gmon.out.0')
  })
})

describe('the order of runs', () => {
  const sorted = (table: RunTable, column: RunOrder['column'], direction: RunOrder['direction']) =>
    sortRuns(table, { column, direction })

  it('is that of their files, unless another is asked for; equal ones keep it', () => {
    expect(sortRuns(plain, null)).toEqual([0, 1, 2, 3])
    // Unknown values come last.
    const gaps = runTable(named(7, undefined, 18, undefined, 6), AT_100, null)
    expect(sortRuns(gaps, { column: 'time', direction: 'descending' })).toEqual([2, 0, 4, 1, 3])
    expect(sortRuns(gaps, { column: 'time', direction: 'ascending' })).toEqual([4, 0, 2, 1, 3])
    expect(sorted(plain, 'time', 'descending')).toEqual([2, 0, 3, 1])
    expect(sorted(plain, 'time', 'ascending')).toEqual([1, 0, 3, 2])
    expect(sorted(plain, 'number', 'descending')).toEqual([3, 2, 1, 0])
    expect(sorted(plain, 'self', 'descending')).toEqual([0, 1, 2, 3])
  })

  it('has what is not known last, either way', () => {
    expect(sorted(withDig, 'self', 'ascending')).toEqual([1, 0, 2, 3])
    expect(sorted(withDig, 'calls', 'descending')).toEqual([2, 0, 1, 3])
  })

  it('by name counts: 2 before 10', () => {
    const table = runTable(
      ['r/10', 'r/2', 'r/1'].map((name) => ({ name })),
      AT_100,
      null,
    )
    expect(sorted(table, 'name', 'ascending')).toEqual([2, 1, 0])
  })
})

describe('bars', () => {
  it('are one for each run where they have room', () => {
    expect(barsOf([7, Number.NaN, 14], 3)).toEqual([
      { from: 0, to: 1, longest: 0, least: 0.5, most: 0.5 },
      { from: 1, to: 2, longest: 1, least: 0, most: 0 },
      { from: 2, to: 3, longest: 2, least: 1, most: 1 },
    ])
  })

  it('are of neighbours where not: none of the longest is lost', () => {
    expect(barsOf([1, 4, 2, 2, 3], 2)).toEqual([
      { from: 0, to: 3, longest: 1, least: 0.25, most: 1 },
      { from: 3, to: 5, longest: 4, least: 0.5, most: 0.75 },
    ])
    const bars = barsOf(
      Array.from({ length: 10_000 }, (_, run) => (run === 4321 ? 9 : 3)),
      240.5,
    )
    expect(bars.length).toBeLessThanOrEqual(240)
    expect(bars.filter(({ most }) => most === 1).map(({ longest }) => longest)).toEqual([4321])
    expect(bars.at(-1)?.to).toBe(10_000)
  })

  it('are none without runs, and flat where nothing was sampled', () => {
    expect(barsOf([], 100)).toEqual([])
    expect(barsOf([0, 0], 0)).toEqual([{ from: 0, to: 2, longest: 0, least: 0, most: 0 }])
  })

  it('have names, and say what the longest is', () => {
    expect(barName(plain, { from: 2, to: 3, longest: 2 }, 'time')).toBe('gmon.out.2: 0.18 s')
    const several = { from: 0, to: 3, longest: 2 }
    expect(barName(plain, several, 'time')).toBe('gmon.out.0 to gmon.out.2: 0.18 s at most')
    expect(explainBar(plain, several, 'time')).toMatchObject({
      title: 'gmon.out.0 to gmon.out.2',
      note: '3 runs; the most has gmon.out.2: 0.18 s.',
    })
    expect(barName(withDig, { from: 3, to: 4, longest: 3 }, 'self')).toBe('gmon.out.3: not known')
  })
})

describe('every number of a run', () => {
  it('explains itself', () => {
    expect(explainRun(plain, 2, 'time')).toEqual({
      title: 'gmon.out.2: 0.18 s',
      formula: '0.18 s = 18 samples ÷ 100 per second',
      note: '47.4% of that in all 4 runs. Sampled, so about ± 0.04 s (one standard deviation).',
    })
    expect(explainRun(plain, 2, 'mean')).toEqual({
      title: '1.89 times the mean',
      formula: '1.89 = 18 ÷ 9.5 samples',
      note: 'The mean of 4 runs. The most of them, within noise.',
    })
    const equal = runTable(named(7, 7), AT_100, null)
    expect(explainRun(equal, 0, 'mean')?.note).toBe('The mean of 2 runs.')
    expect(explainRun(withDig, 2, 'calls')?.note).toBe(
      'Counted, not sampled. Besides, it called itself 7 times; those pass no time.',
    )
    expect(explainRun(withDig, 2, 'self')?.formula).toBe('0.06 s = 6 samples ÷ 100 per second')
    expect(explainRun(withDig, 3, 'self')).toBeNull()
    expect(explainColumn(withDig, 'selfMean')?.title).toContain('Self time of dig')
  })

  it('adds up to the imbalance, as people who run parallel programs know it', () => {
    expect(imbalanceText(plain, 'time')).toBe(
      '0.06 s to 0.18 s, mean 0.10 s (dashed). Imbalance 1.89 (max ÷ mean), within noise.',
    )
    const slow = runTable(named(...Array.from({ length: 63 }, () => 91), 160), AT_100, null)
    expect(imbalanceText(slow, 'time')).toContain('Imbalance 1.74 (max ÷ mean): significant.')
    expect(imbalanceText(runTable(named(7, 7), AT_100, null), 'time')).toBe('0.07 s per run.')
  })
})

describe('for a spreadsheet', () => {
  it('a row is as on screen, without commas in its numbers', () => {
    expect(runRowTsv(withDig, 2)).toBe('2\t0.18\t1.89\t18\t0.06\t2.40\t1234\tgmon.out.2')
    const odd = runTable([{ name: '=1+1\t2' }, { name: 'b' }], AT_100, null)
    expect(runRowTsv(odd, 0)).toBe("1\t\t\t\t'=1+1 2")
  })

  it('the table has headings, and rows in the order on screen', () => {
    expect(runTableTsv(plain, [2, 0])).toBe(
      'No.\tTime (s)\t× mean\tSamples\tRun\n2\t0.18\t1.89\t18\tgmon.out.2\n0\t0.07\t0.74\t7\tgmon.out.0\n',
    )
  })
})
