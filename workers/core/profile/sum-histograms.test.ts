// Summing histograms, and the records that gprof refuses.
import { describe, expect, it } from 'vitest'
import type { RawHistogram } from '../formats/format.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { HistogramSum } from './sum-histograms.ts'

const record = (change: Partial<RawHistogram>, ...bins: number[]): RawHistogram => ({
  low: 0x1000,
  high: 0x1000 + 4 * bins.length,
  rate: 100,
  dimension: 'seconds',
  abbreviation: 's',
  bins: Uint16Array.from(bins),
  offset: 20,
  ...change,
})

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code
    throw error
  }
  return 'none'
}

describe('HistogramSum', () => {
  it('adds records of one range beyond 16 bits', () => {
    const sum = new HistogramSum()
    for (let file = 0; file < 3; file++) sum.add(record({}, 60_000, 1), 'gmon.out')
    expect([...(sum.records[0]?.bins ?? [])]).toEqual([180_000, 3])
  })
  it('leaves the bins of the files as they are', () => {
    const sum = new HistogramSum()
    const files = [record({}, 1, 2), record({}, 3, 4), record({ bins: Float64Array.of(5, 6) }, 0, 0)]
    for (const file of files) sum.add(file, 'gmon.out')
    expect(files.map(({ bins }) => [...bins])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    expect([...(sum.records[0]?.bins ?? [])]).toEqual([9, 12])
  })
  it('keeps bins of a file whose memory the next one is read into', () => {
    const sum = new HistogramSum()
    const lent = record({ isReused: true }, 1, 2)
    sum.add(lent, 'a')
    lent.bins.fill(7)
    expect([...(sum.records[0]?.bins ?? [])]).toEqual([1, 2])
  })
  it('keeps wide bins that come first, and adds to them', () => {
    const sum = new HistogramSum()
    const wide = record({ bins: Float64Array.of(2 ** 40, 1) }, 0, 0)
    for (let file = 0; file < 2; file++) sum.add(wide, 'gmon.out')
    expect(sum.records.map(({ bins }) => [...bins])).toEqual([[2 ** 41, 2]])
    expect([...wide.bins]).toEqual([2 ** 40, 1])
  })
  it('returns how many samples it added', () => {
    const sum = new HistogramSum()
    expect(sum.add(record({}, 60_000, 1), 'a')).toBe(60_001)
    expect(sum.add(record({}, 0, 7), 'b')).toBe(7)
    expect(sum.add(record({ bins: Float64Array.of(2 ** 40, 1) }, 0, 0), 'c')).toBe(2 ** 40 + 1)
  })
  it('keeps ranges that touch or leave a gap apart', () => {
    const sum = new HistogramSum()
    sum.add(record({}, 1, 2), 'a')
    sum.add(record({ low: 0x1008, high: 0x1010 }, 3, 4), 'a')
    sum.add(record({ low: 0x3000, high: 0x3008 }, 5, 6), 'a')
    expect(sum.records).toHaveLength(3)
  })
  it('refuses what cannot be added, and says why', () => {
    const sum = new HistogramSum()
    sum.add(record({}, 1, 2), 'a')
    const add = (change: Partial<RawHistogram>): string => codeOf(() => sum.add(record(change, 1, 2), 'b'))
    expect(add({ low: 0x1004, high: 0x100c })).toBe('gmon/overlapping-histograms')
    expect(add({ high: 0x1010 })).toBe('gmon/scale-changed')
    expect(add({ dimension: 'fortnights' })).toBe('gmon/dimension-changed')
    expect(add({ abbreviation: 'F' })).toBe('gmon/dimension-changed')
    expect(add({ rate: 250 })).toBe('none')
    expect(sum.rate).toBe(100)
  })
  it('takes bins that are wider by less than a millionth of a unit for as wide', () => {
    const sum = new HistogramSum()
    sum.add(record({}, 1, 2), 'a')
    const wider = (bins: number) => () =>
      sum.check({ ...record({}), low: 0x2000, high: 0x2000 + 4 * bins + 2, bins: { length: bins } }, 'b')
    expect(codeOf(wider(500_000))).toBe('gmon/scale-changed')
    expect(codeOf(wider(2_000_000))).toBe('none')
  })
  it('refuses a range that overlaps one of several', () => {
    const sum = new HistogramSum()
    for (const low of [0x1000, 0x2000]) sum.add(record({ low, high: low + 8 }, 1, 2), 'a')
    for (const low of [0x1004, 0x1ffc, 0x2004]) {
      const add = (): number => sum.add(record({ low, high: low + 8 }, 1, 2), 'b')
      expect(codeOf(add)).toBe('gmon/overlapping-histograms')
    }
    expect(sum.records).toHaveLength(2)
  })
  it('takes ranges that end before they begin as a 64-bit machine does', () => {
    const sum = new HistogramSum()
    sum.add(record({ low: 0x2000, high: 0x1000 }), 'a')
    expect(codeOf(() => sum.add(record({ low: 0, high: 0x100 }), 'a'))).toBe('none')
  })
  it('counts bins at the 16-bit ceiling', () => {
    const sum = new HistogramSum()
    sum.add(record({}, 65_535, 65_534, 65_535), 'a')
    expect(sum.binsAtCeiling).toBe(2)
  })
})
