// Tests of the notices about several runs.

import { describe, expect, it } from 'vitest'
import { BASE, END, arcs, at, open, program } from '../../../testing/small-opening.ts'
import { buildGmon } from '../../../testing/builders/build-gmon.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { imbalanceOf } from './run-imbalance.ts'
import { findSlowRun as findSlowRunIn, type RunSamples } from './slow-run.ts'

const runs = (...samples: readonly number[]): RunSamples[] =>
  samples.map((count, rank) => {
    const file = `gmon.out.${rank}`
    return { file, samples: count, run: { name: file, nth: 1 } }
  })
const findSlowRun = (all: readonly RunSamples[]) =>
  findSlowRunIn(all, imbalanceOf([], all.length), 100, () => '')
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
    expect(
      findSlowRun([
        ...runs(...alike(15, 100)),
        { file: 'gmon.sum', samples: 1500, run: { name: 'gmon.sum', nth: 1 } },
      ]),
    ).toEqual([])
  })

  it('is none where a run idles', () => {
    expect(told(...alike(15, 100), 3)).toEqual([])
  })
})

describe('a run that is slow in one function', () => {
  /** A run with samples in `parse`, `scan` and `emit`. */
  const run = (name: string, ...samples: readonly number[]) => {
    const bins = Array.from({ length: (END - BASE) / 4 }, () => 0)
    samples.forEach((count, f) => (bins[(at(f + 1) - BASE) / 4 + 3] = count))
    return memorySource(
      name,
      buildGmon({ records: [{ kind: 'histogram', low: BASE, high: END, bins }, ...arcs()] }),
    )
  }
  /** Ranks of about 55 samples; the one called 12 has `more` in `scan`. */
  const ranks = (more: number) =>
    Array.from({ length: 16 }, (_, rank) =>
      run(`gmon.out.${rank}`, 40 + ((rank * 5) % 9), rank === 12 ? 3 + more : rank % 4, 9 + (rank % 3)),
    )

  it('is named with the function and the time above the others, though its own time alone proves nothing', async () => {
    const { notices, imbalance, analyzed } = await open([program(), ...ranks(23)])
    const slow = notices.filter(({ code }) => code === 'slow-run')
    expect(slow).toMatchObject([{ file: 'gmon.out.12', name: 'scan', ticks: 26, rate: 100 }])
    expect(imbalance).toMatchObject({ runs: 16, functions: 3, significant: 1 })
    expect(imbalance?.cells[0]).toMatchObject({ f: 2, run: { name: 'gmon.out.12', nth: 1 }, most: 26 })
    // The sums are those of the profile.
    for (const { f, sum } of imbalance?.cells ?? []) expect(analyzed.profile.functions.selfTicks[f]).toBe(sum)
  })

  it('is none that chance explains, nor one of little time', async () => {
    const { notices, imbalance } = await open([program(), ...ranks(3)])
    expect(imbalance?.significant).toBe(0)
    expect(notices.map(({ code }) => code)).not.toContain('slow-run')
  })

  it('is found among files of one name, by their order', async () => {
    const { imbalance } = await open([
      program(),
      ...ranks(23).map((source) => ({ ...source, name: 'gmon.out', read: source.read.bind(source) })),
    ])
    expect(imbalance?.cells[0].run).toEqual({ name: 'gmon.out', nth: 13 })
  })

  it('is not looked for in a single profile', async () => {
    expect((await open([program(), run('gmon.out', 5, 5, 5)])).imbalance).toBeUndefined()
  })
})
