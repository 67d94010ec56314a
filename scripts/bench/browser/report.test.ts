import { describe, expect, it } from 'vitest'
import type { Held } from '../memory.ts'
import { pageReport, type PageMeasurement } from './report.ts'

const held = (resident: number, own: number): Held => ({ resident, own })
const cost = (memory: Held) => ({ cpu: 5, wall: 5, memory })
const opening = (open: Held, most: Held) => ({
  opened: 500,
  naming: 1,
  ordering: 1,
  memory: { empty: held(165, 45), open, most },
})
const around = {
  machine: 'a machine',
  versions: 'versions',
  turns: 3,
  load: [0, 1],
  first: { painted: 100, scripts: [], later: [] },
  readers: [],
} as const

const MEASURED: PageMeasurement = {
  title: 'a profile',
  ours: [opening(held(300, 180), held(340, 210)), opening(held(310, 190), held(350, 220))],
  uses: [],
  gprof: [cost(held(231, 228))],
  filter: [],
  speedscope: [{ opened: 3000, longest: 2000, memory: { open: held(620, 500), most: held(660, 540) } }],
  kcachegrind: [{ opened: 4000, memory: held(1100, 980) }],
}

const rowsOf = (measurement: PageMeasurement): readonly string[] =>
  pageReport([measurement], [], around)
    .split('\n')
    .filter((line) => /\| (resident|of it its own) \|/.test(line))

describe('pageReport', () => {
  it('tells resident memory, and what of it is the process’s own', () => {
    expect(rowsOf(MEASURED)).toEqual([
      '| a profile | resident | 165 | 310 (350) | 231 | 620 (660) | 1100 |',
      '| a profile | of it its own | 45 | 190 (220) | 228 | 500 (540) | 980 |',
    ])
  })

  it('tells when there are rows, and compares that', () => {
    expect(pageReport([MEASURED], [], around)).toContain(
      '| a profile | 0.500 | 5.00 | 10.0 | 3.00 | 6.0 | 4.00 | 8.0 |',
    )
  })

  it('tells how much of an empty page is Chromium’s program', () => {
    expect(pageReport([MEASURED], [], around)).toContain('the 120 MB of Chromium’s program')
  })

  it('tells what the views take, beside gprof where it was measured', () => {
    const use = {
      took: { hottest: 500, longestFunction: 80, compared: 700, sorted: new Map([['Name', 40]]), found: 30 },
      longest: {
        source: 20,
        sourceScrolled: 15,
        compare: 30,
        compareScrolled: 14,
        sorting: 18,
        searching: 9,
      },
    }
    const views = [
      { title: 'some', uses: [use], gprof: [cost(held(1, 1))] },
      { title: 'more', uses: [use, { ...use, longest: { ...use.longest, source: 45 } }], gprof: [] },
    ]
    const text = pageReport([MEASURED], views, around)
    expect(text).toContain('| some | 500 | 5000 | 10.0 | 80 | 700 | – | – | – | 40 | 30 |')
    expect(text).toContain('| more | 500 | – | – | 80 | 700 |')
    expect(text).toContain('| more | 45 (45) | 15 (15) | 30 (30) | 14 (14) | 18 (18) | 9 (9) |')
  })

  it('has no numbers of a peer that was not there', () => {
    const alone = { ...MEASURED, gprof: [], speedscope: [], kcachegrind: [] }
    expect(rowsOf(alone)[1]).toBe('| a profile | of it its own | 45 | 190 (220) | – | – (–) | – |')
  })
})
