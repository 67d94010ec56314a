// The strip of the address space: its bins, its functions and its ranges.
import { describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { open } from '../../testing/small-opening.ts'
import { memorySource } from '../bytes/byte-source.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import {
  binsOf,
  binText,
  changedRange,
  functionsIn,
  rangeAround,
  stripBins,
  stripFunctions,
  type StripProfile,
  wholeRange,
} from './address-strip.ts'

const BASE = 0x4000
/** Eight functions of 64 bytes, bins of 128 bytes from 0x3f00 on: the first two lie outside. */
async function coarse(): Promise<StripProfile> {
  const symbols = Array.from({ length: 8 }, (_, f) => ({ name: `f${f}`, address: BASE + 64 * f, size: 64 }))
  const {
    contents: { plain },
  } = await open([
    memorySource('p', buildElf({ text: { address: BASE, size: 512 }, symbols })),
    memorySource(
      'gmon.out',
      buildGmon({
        records: [{ kind: 'histogram', low: 0x3f00, high: 0x4200, rate: 100, bins: [7, 0, 40, 0, 50, 3] }],
      }),
    ),
  ])
  const { functions, sharedBins } = plain
  if (!sharedBins) throw new Error('no bin is shared')
  return { functions, sharedBins }
}

describe('the strip', () => {
  it('has each bin with samples, and whose they may be', async () => {
    const profile = await coarse()
    const whole = wholeRange(profile)
    expect(whole).toEqual({ from: 0x3f00, to: 0x4200 })
    const bins = stripBins(profile, whole, 1000)
    expect(bins.map(({ from, samples, kind }) => [from, samples, kind])).toEqual([
      [0x3f00, 7, 'outside'],
      [0x4000, 40, 'shared'],
      [0x4100, 50, 'shared'],
      [0x4180, 3, 'shared'],
    ])
    expect(binText(profile, bins[1])).toBe(
      '0x4000 to 0x407f: 40 samples, shared by several functions: f0, f1',
    )
    expect(binText(profile, bins[0])).toBe('0x3f00 to 0x3f7f: 7 samples, outside all functions')
    expect(functionsIn(profile, bins[2])).toEqual([4, 5])
    expect(binsOf(profile, 5 as FunctionIndex).map(({ samples }) => samples)).toEqual([50])
  })

  it('joins bins that are too narrow, and leaves out functions that are', async () => {
    const profile = await coarse()
    const whole = wholeRange(profile)
    expect(stripBins(profile, whole, 2).map(({ samples, bins }) => [samples, bins])).toEqual([
      [7, 1],
      [40, 1],
      [53, 2],
    ])
    expect(stripFunctions(profile, whole, 100).map(({ f }) => f)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(stripFunctions(profile, whole, 2)).toEqual([])
  })

  it('shows a function with all of its bins', async () => {
    const profile = await coarse()
    const range = rangeAround(profile, 5 as FunctionIndex)
    expect(range.from).toBeLessThan(0x4100)
    expect(range.to).toBeGreaterThan(0x4180)
    expect(stripFunctions(profile, range, 100).map(({ f }) => f)).toEqual([3, 4, 5, 6])
  })

  it('zooms and moves within the whole', () => {
    const whole = { from: 0, to: 1024 }
    expect(changedRange(whole, whole, 'in')).toEqual({ from: 256, to: 768 })
    expect(changedRange({ from: 0, to: 512 }, whole, 'out')).toEqual(whole)
    expect(changedRange({ from: 0, to: 512 }, whole, 'left')).toEqual({ from: 0, to: 512 })
    expect(changedRange({ from: 0, to: 512 }, whole, 'right')).toEqual({ from: 256, to: 768 })
    expect(changedRange({ from: 8, to: 24 }, whole, 'in')).toEqual({ from: 8, to: 24 })
  })
})
