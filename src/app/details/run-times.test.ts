import { describe, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { functionInRuns, longestRuns } from './run-times.ts'

const opened = openedFromText()
const withSamples = (...samples: readonly number[]) => ({
  ...opened,
  files: [
    ...opened.files.slice(0, 1),
    ...samples.map((count, rank) => ({
      name: `gmon.out.${rank}`,
      size: 500,
      kind: 'profile' as const,
      detail: 'GNU gmon.out',
      problem: null,
      samples: count,
    })),
  ],
})

describe('the runs of a profile', () => {
  it('stand longest first, and tell how far they are apart', () => {
    const { lines, spread } = longestRuns(withSamples(7, 6, 18, 7)) ?? {}
    expect(lines?.map(({ name, time }) => `${name} ${time}`)).toEqual([
      'gmon.out.2 0.18 s',
      'gmon.out.0 0.07 s',
      'gmon.out.3 0.07 s',
      'gmon.out.1 0.06 s',
    ])
    expect(lines?.map(({ fraction }) => fraction)).toEqual([1, 7 / 18, 7 / 18, 1 / 3])
    expect(spread).toBe(
      '0.06 s to 0.18 s per run, median 0.07 s. The largest is 1.89 times the mean, within noise.',
    )
  })

  it('lead to each by itself; of the same name they differ by their order', () => {
    const sum = withSamples(7, 6, 18)
    const files = sum.files.map((file, at) => (at === 2 ? { ...file, name: 'gmon.out.0' } : file))
    const second = { name: 'gmon.out.0', nth: 2 }
    const alone = { ...sum, files: files.slice(0, 2), oneRun: { run: second, among: files } }
    expect(longestRuns(alone)?.lines.map(({ name, run, isShown }) => [name, run?.nth, isShown])).toEqual([
      ['gmon.out.2', 1, false],
      ['gmon.out.0 (1)', 1, false],
      ['gmon.out.0 (2)', 2, true],
    ])
    const saved = { scenario: sum.analyzed.scenario, view: '', hasPossible: false, hasLines: false }
    expect(longestRuns({ ...sum, saved })?.lines.map(({ run }) => run)).toEqual([null, null, null])
  })

  it('tell whether the longest is longer than chance makes one of so many', () => {
    const behind = (...samples: readonly number[]) =>
      longestRuns(withSamples(...samples))?.spread.split('mean')[1]
    const alike = Array.from({ length: 63 }, () => 91)
    expect(behind(...alike, 106)).toBe(', within noise.')
    expect(behind(...alike, 160)).toBe(': significant.')
    expect(behind(0, 0, 0, 4)).toBe(', within noise.')
    expect(behind(0, 0, 0, 9)).toBe(': significant.')
    expect(behind(0, 0, 0, 0, 0, 0, 0, 0, 9)).toBe(': significant.')
  })

  it('know a longer one among few, where the mean is hardly more than itself', () => {
    const spread = (...samples: readonly number[]) => longestRuns(withSamples(...samples))?.spread
    expect(spread(49, 14)).toBe('0.14 s to 0.49 s per run. The largest is 1.56 times the mean: significant.')
    expect(spread(30, 19)).toBe('0.19 s to 0.30 s per run. The largest is 1.22 times the mean, within noise.')
  })

  it('are said to be equal if they are', () => {
    expect(longestRuns(withSamples(7, 7))?.spread).toBe('0.07 s per run.')
  })

  it('are nothing to compare if there is one, if none was sampled, or if their samples are not known', () => {
    expect(longestRuns(withSamples(7))).toBeNull()
    expect(longestRuns(withSamples(0, 0))).toBeNull()
    expect(longestRuns(opened)).toBeNull()
  })
})

describe('a function in each run', () => {
  const sum = withSamples(7, 6, 18)
  const inRun = (rank: number, ticks: number, calls: number, selfCalls = 0) => ({
    run: { name: `gmon.out.${rank}`, nth: 1 },
    ticks,
    calls,
    selfCalls,
  })
  const spreads = (...found: readonly ReturnType<typeof inRun>[]) => {
    const { lines, spread } = functionInRuns(sum, found)
    return [...lines.map(({ name, time, calls, fraction }) => [name, time, calls, fraction]), spread]
  }

  it('stands where it took most first, with its calls, and tells how far it is apart', () => {
    expect(spreads(inRun(0, 1.5, 40), inRun(1, 0, 0), inRun(2, 6, 1234, 7))).toEqual([
      ['gmon.out.2', '0.06 s', '1,234 ×', 1],
      ['gmon.out.0', '0.01 s', '40 ×', 0.25],
      ['gmon.out.1', '0', '', 0],
      '0 to 0.06 s per run, median 0.01 s. The largest is 2.40 times the mean, within noise.',
    ])
  })

  it('that was never sampled is compared by its calls', () => {
    expect(spreads(inRun(0, 0, 10), inRun(1, 0, 40), inRun(2, 0, 10))).toEqual([
      ['gmon.out.1', '', '40 ×', 1],
      ['gmon.out.0', '', '10 ×', 0.25],
      ['gmon.out.2', '', '10 ×', 0.25],
      '10 calls to 40 calls per run, median 10 calls. The largest is 2.00 times the mean.',
    ])
  })

  it('is not said of a profile that does not count in the sum', () => {
    expect(
      spreads(inRun(0, 2, 1), inRun(7, 9, 9), inRun(1, 2, 1))
        .slice(0, -1)
        .map(([name]) => name),
    ).toEqual(['gmon.out.0', 'gmon.out.1'])
    expect(spreads()).toEqual(['0 calls per run.'])
  })
})
