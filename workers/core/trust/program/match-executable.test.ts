// Arcs that show whether a program matches a profile.
import { describe, expect, it } from 'vitest'
import { stringTableOf } from '../../base/string-table.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import type { RawSymbols } from '../../formats/raw-symbols.ts'
import { findShift } from './match-executable.ts'
import { isStartedByGlibc, linksProfiler } from './linked-libraries.ts'
import { sampleArcs } from '../../profile/arc-evidence.ts'

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

describe('the shift of a moved program', () => {
  const IMAGE = 0x140000000
  const FIRST = IMAGE + 0x100000
  const starts = Array.from({ length: 40 }, (_, f) => FIRST + f * 0x200 + ((f * f * 37) % 29) * 0x10)
  const symbols: SymbolTable = {
    length: starts.length,
    address: Float64Array.from(starts),
    last: Float64Array.from(starts, (start, f) => (starts[f + 1] ?? start + 0x200) - 1),
    isStatic: new Uint8Array(starts.length),
    isFunction: new Uint8Array(starts.length).fill(1),
    names: stringTableOf(starts.map((_, f) => `f${f}`)),
    lastIsOpen: false,
  }
  const moved = (shift: number) => ({
    length: starts.length - 1,
    from: Float64Array.from(starts.slice(1), (start) => start + 0x40 + shift),
    self: Float64Array.from(starts.slice(1), (start) => start + 8 + shift),
  })

  it.each([
    ['from the first function', FIRST, null],
    ['from the first page of the image, far before the first function', IMAGE + 0x1000, IMAGE + 0x1000],
    ['from within the image, without a mark there', IMAGE + 0x20000, IMAGE + 0x1000],
  ])('is found where the histogram begins %s', (_, low, mark) => {
    const shift = 0x7ff4cad10000
    const own = mark === null ? null : { lows: [mark], etext: FIRST + 0x6000 }
    expect(findShift(moved(shift), symbols, 64, low + shift, own)).toBe(shift)
  })

  it('is 0 for one that is no whole number of pages, and without a mark far before the first function', () => {
    expect(findShift(moved(0x10800), symbols, 64, FIRST + 0x10800)).toBe(0)
    expect(findShift(moved(0x10000), symbols, 64, IMAGE + 0x1000 + 0x10000)).toBe(0)
  })
})
