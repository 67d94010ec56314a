// Arcs that show whether a program matches a profile.
import { expect, it } from 'vitest'
import type { RawSymbols } from '../formats/format.ts'
import { isStartedByGlibc, linksProfiler, sampleArcs } from './match-executable.ts'

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

/** Raw symbols of these names, for rules that go by names alone. */
const named = (...names: readonly string[]): RawSymbols => {
  const nameOffset = new Uint32Array(names.length)
  let text = ''
  for (const [row, name] of names.entries()) {
    nameOffset[row] = text.length
    text += `${name}\0`
  }
  return {
    length: names.length,
    names: Uint8Array.from(Buffer.from(text)),
    nameOffset,
  } as unknown as RawSymbols
}

it.each([
  ['mcount', true],
  ['_mcount@GLIBC_2.18', true],
  ['__gnu_mcount_nc', true],
  ['.mcount', true],
  ['__fentry__', true],
  ['_mcount_private', true],
  ['__monstartup', true],
  ['main', false],
  ['amcount', false],
  ['_my_mcount', false],
])('a program with %s links a profiler: %s', (name, expected) => {
  expect(linksProfiler(named('_start', name, 'work'))).toBe(expected)
})

it.each([
  ['__libc_start_main', true],
  ['__libc_start_main@GLIBC_2.34', true],
  ['__libc_start_main_impl', false],
  ['__libc_start', false],
  ['_start', false],
])('%s shows that glibc starts the program: %s', (name, expected) => {
  expect(isStartedByGlibc(named('main', name))).toBe(expected)
})
