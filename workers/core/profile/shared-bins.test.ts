// Bins that hold code of several functions: the ranges of self time that follow.
import { describe, expect, it } from 'vitest'
import { asArray } from '../base/columns.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { effort } from '../../testing/effort.ts'
import { nameByAddress } from '../symbols/name-by-address.ts'
import { codes, nameOf, open } from '../../testing/small-opening.ts'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { noticeText } from '../reports/messages/notices.ts'
import { assignTicks } from './assign-ticks.ts'
import type { FunctionIndex } from './call-graph-profile.ts'
import { candidatesOf, selfRangeOf } from '../trust/self-range.ts'
import { findSharedBins } from './shared-bins.ts'

const symbolsAt = (...starts: number[]) => nameByAddress(starts, starts[0], starts[starts.length - 1] + 64)
const record = (low: number, width: number, ...bins: number[]) => ({
  low,
  high: low + width * bins.length,
  bins: Float64Array.from(bins),
})

describe('samples of bins that several functions share', () => {
  it('may belong to each of them, those of other bins to one', () => {
    // 0x100: a alone; 0x108: a and b; 0x110: b alone.
    const shared = findSharedBins([record(0x100, 8, 5, 10, 20)], 4, symbolsAt(0x100, 0x10c, 0x118))
    if (!shared) throw new Error('no bin is shared')
    expect(shared.ticks).toBe(10)
    expect(shared.bytesPerBin).toBe(8)
    expect([...asArray(shared.least)]).toEqual([5, 20, 0])
    expect([...asArray(shared.most)]).toEqual([15, 30, 0])
    expect(candidatesOf(shared)).toEqual([
      { f: 0, ticks: 10 },
      { f: 1, ticks: 10 },
    ])
    expect(selfRangeOf({ sharedBins: shared }, 1 as FunctionIndex)).toEqual({ least: 20, most: 30 })
    expect(selfRangeOf({ sharedBins: shared }, 2 as FunctionIndex)).toBeNull()
    expect(selfRangeOf({}, 0 as FunctionIndex)).toBeNull()
  })

  it('are not kept where they hardly matter, nor where there are none', () => {
    const symbols = symbolsAt(0x100, 0x10c, 0x118)
    expect(findSharedBins([record(0x100, 8, 995, 5, 0)], 4, symbols)).toBeNull()
    expect(findSharedBins([record(0x100, 4, 5, 10, 20)], 2, symbols)).toBeNull()
    expect(findSharedBins([], 0, symbols)).toBeNull()
    expect(findSharedBins([record(0x100, 8, 5)], Number.NaN, symbols)).toBeNull()
  })

  it('bound what gprof credits, and every truth, in random programs', () => {
    const { below, between } = randomFrom(31)
    for (let turn = 0; turn < effort(400, 60); turn++) {
      const starts = [0x1000]
      while (starts.length < 12) starts.push((starts.at(-1) ?? 0) + 2 * between(1, 40))
      const symbols = symbolsAt(...starts)
      const units = between(2, 64)
      const range = (starts.at(-1) ?? 0) - 0x1000
      const bins = new Float64Array(Math.ceil(range / (2 * units)))
      const truth = new Float64Array(starts.length)
      for (let sample = 0; sample < 100; sample++) {
        const at = 2 * below(range / 2)
        bins[Math.floor(at / (2 * units))]++
        truth[starts.findLastIndex((start) => start <= 0x1000 + at)]++
      }
      const histogram = { low: 0x1000, high: 0x1000 + 2 * units * bins.length, bins }
      const { selfTicks } = assignTicks([histogram], units, symbols, new Uint8Array(starts.length))
      const shared = findSharedBins([histogram], units, symbols)
      if (!shared) continue
      for (let f = 0; f < starts.length - 1; f++) {
        const [least, most] = [shared.least[f as FunctionIndex], shared.most[f as FunctionIndex]]
        expect(least).toBeLessThanOrEqual(truth[f])
        expect(most).toBeGreaterThanOrEqual(truth[f])
        expect(least).toBeLessThanOrEqual(selfTicks[f] + 1e-9)
        expect(most).toBeGreaterThanOrEqual(selfTicks[f] - 1e-9)
      }
    }
  })
})

/** What OpenOCD writes for a program of 32 functions of 40 bytes: no arcs, wide or narrow bins. */
const board = (width: number) => {
  const base = 0x4200_0000
  const at = (f: number) => base + 40 * f
  const end = at(32)
  const bins = Array.from({ length: Math.ceil((end - base) / width) }, () => 0)
  const hit = (f: number, samples: number) => (bins[Math.floor((at(f) + 8 - base) / width)] += samples)
  hit(7, 600)
  hit(31, 300)
  const symbols = Array.from({ length: 32 }, (_, f) => ({
    name: `f${`${f}`.padStart(2, '0')}`,
    address: at(f),
    size: 40,
  }))
  return [
    memorySource('app.elf', buildElf({ text: { address: base, size: end - base }, symbols })),
    memorySource(
      'gmon.out',
      buildGmon({
        records: [{ kind: 'histogram', low: base, high: base + width * bins.length, rate: 100, bins }],
      }),
    ),
  ]
}

describe('the notice about shared bins', () => {
  it('names share, width and functions, and gives no advice about -pg or borders', async () => {
    const opened = await open(board(256))
    expect(codes(opened).filter((code) => code !== 'no-arcs')).toEqual(['coarse-bins'])
    const [notice] = opened.notices.filter(({ code }) => code === 'coarse-bins')
    expect(notice).toMatchObject({ ticks: 900, totalTicks: 900, bytesPerBin: 256, lacksProfiler: true })
    const text = noticeText(notice)
    expect(text.title).toBe('100% of the samples are in bins that several functions share')
    expect(text.explanation).toContain('256 bytes wide')
    expect(text.remedy).toContain('START END')
    expect(opened.notices.map((one) => noticeText(one).remedy).join()).not.toContain('-pg')
    const f07 = Array.from({ length: 32 }, (_, f) => f).find((f) => nameOf(opened, f) === 'f07') ?? -1
    expect(selfRangeOf(opened.contents.plain, f07 as FunctionIndex)).toEqual({ least: 0, most: 600 })
  })

  it('is not given for narrow bins', async () => {
    const opened = await open(board(8))
    expect(codes(opened)).toEqual(['no-arcs'])
    expect(opened.contents.plain.sharedBins).toBeUndefined()
  })
})
