// Tests of the notices about several runs.

import { describe, expect, it } from 'vitest'
import { findSlowRun } from './run-notices.ts'

const runs = (...samples: readonly number[]) =>
  samples.map((count, rank) => ({ file: `gmon.out.${rank}`, samples: count }))
const told = (...samples: readonly number[]) =>
  findSlowRun(runs(...samples)).map((notice) => ('file' in notice ? notice.file : ''))
const alike = (count: number, samples: number) =>
  Array.from({ length: count }, (_, rank) => samples + ((rank * 7) % 11) - 5)

describe('a slow run', () => {
  it('is told where most of many are alike, and it took far longer', () => {
    expect(findSlowRun(runs(...alike(20, 100), 290, ...alike(11, 100)))).toEqual([
      {
        code: 'slow-run',
        file: 'gmon.out.20',
        samples: 290,
        mean: expect.closeTo(105.8, 0),
        middle: 100,
        runs: 32,
      },
    ])
    expect(told(...alike(6, 100), 260, 270)).toEqual(['gmon.out.7'])
  })

  it('is none among few, nor one that is hardly longer', () => {
    expect(told(...alike(6, 100), 290)).toEqual([])
    expect(told(...alike(31, 100), 140)).toEqual([])
    expect(told(...alike(31, 0).map(() => 0), 0)).toEqual([])
  })

  it('is none that chance alone makes, nor one of hardly any time, however many times the mean it is', () => {
    expect(told(1, 2, 3, 2, 1, 2, 4, 2, 1, 2)).toEqual([])
    expect(told(0, 0, 0, 0, 0, 0, 0, 4)).toEqual([])
    expect([99, 100].map((most) => told(...alike(15, 20), most).length)).toEqual([0, 1])
  })

  it('is none of runs that have not much in common', () => {
    expect(told(20, 900, 40, 300, 60, 500, 100, 1800, 35, 700)).toEqual([])
    // Half of them do other work.
    expect(told(...alike(8, 100), ...alike(8, 400))).toEqual([])
  })

  it('is told of short runs, too, which chance brings further apart', () => {
    const short = Array.from({ length: 16 }, (_, rank) => 30 + [-8, -1, 1, 8][rank % 4])
    expect(told(...short, 200)).toEqual(['gmon.out.16'])
  })

  it('is no sum of others', () => {
    expect(findSlowRun([...runs(...alike(15, 100)), { file: 'gmon.sum', samples: 1500 }])).toEqual([])
  })

  it('is none where a run idles', () => {
    expect(told(...alike(15, 100), 3)).toEqual([])
  })
})
