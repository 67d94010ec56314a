import { describe, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { runsOf } from './runs.ts'

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
    const { runs, spread } = runsOf(withSamples(7, 6, 18, 7)) ?? {}
    expect(runs?.map(({ name, time }) => `${name} ${time}`)).toEqual([
      'gmon.out.2 0.18 s',
      'gmon.out.0 0.07 s',
      'gmon.out.3 0.07 s',
      'gmon.out.1 0.06 s',
    ])
    expect(runs?.map(({ fraction }) => fraction)).toEqual([1, 7 / 18, 7 / 18, 1 / 3])
    expect(spread).toBe('0.06 s to 0.18 s each, half of them 0.07 s or more.')
  })

  it('are said to be equal if they are', () => {
    expect(runsOf(withSamples(7, 7))?.spread).toBe('0.07 s each.')
  })

  it('are nothing to compare if there is one, if none was sampled, or if their samples are not known', () => {
    expect(runsOf(withSamples(7))).toBeNull()
    expect(runsOf(withSamples(0, 0))).toBeNull()
    expect(runsOf(opened)).toBeNull()
  })
})
