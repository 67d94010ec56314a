// Arcs that show whether a program matches a profile.
import { expect, it } from 'vitest'
import { sampleArcs } from './match-executable.ts'

const arcs = (...self: readonly number[]) => ({
  length: self.length,
  from: Float64Array.from(self, (address) => address + 1),
  self: Float64Array.from(self),
  count: new Float64Array(self.length).fill(1),
})
const histogram = (low: number, high: number) => ({
  low,
  high,
  rate: 100,
  dimension: 'seconds',
  abbreviation: 's',
  bins: new Uint16Array(4),
  offset: 0,
})
const selfOf = (...asked: Parameters<typeof sampleArcs>) => [...sampleArcs(...asked).self]

it('arcs into code that is not sampled tell nothing of the program, where any is sampled', () => {
  const all = arcs(99, 100, 150, 199, 200, 300, 349, 350)
  const within = [histogram(100, 200), histogram(300, 350)]
  expect(selfOf({ arcs: all, histograms: within })).toEqual([100, 150, 199, 300, 349])
  expect(selfOf({ arcs: all, histograms: [] })).toEqual([...all.self])
  // An empty range samples nothing anywhere.
  expect(selfOf({ arcs: all, histograms: [histogram(0, 0)] })).toEqual([...all.self])
})

it('of many arcs so many are taken, evenly spaced, and none where no more are wanted', () => {
  const all = arcs(...Array.from({ length: 1000 }, (_, at) => at))
  for (const most of [1, 7, 100, 999, 1000, 5000]) {
    const found = selfOf({ arcs: all, histograms: [] }, most)
    expect(found.length).toBeLessThanOrEqual(most)
    expect(found.length).toBeGreaterThan(Math.min(most, 1000) / 2 - 1)
    expect(new Set(found.slice(1).map((at, nth) => at - (found[nth] ?? 0))).size).toBeLessThanOrEqual(1)
  }
  expect(selfOf({ arcs: all, histograms: [] }, 0)).toEqual([])
})
