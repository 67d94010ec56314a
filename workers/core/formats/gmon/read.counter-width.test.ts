// FreeBSD's header field: how wide the counters of the histogram are.
import { describe, expect, it } from 'vitest'
import { buildGmon, type BsdGmonSpec } from '../../../testing/builders/build-gmon.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import type { RawProfile } from '../format.ts'
import { readProfile } from './read.ts'

const SPEC: BsdGmonSpec = {
  format: '4.4bsd',
  low: 0x401000,
  high: 0x401040,
  bins: [],
  arcs: [{ from: 0x401004, self: 0x401010, count: 7 }],
}

function read(spec: BsdGmonSpec, anyCounterWidth: boolean): Promise<RawProfile> {
  const layout = { wordSize: spec.wordSize ?? 8, bigEndian: spec.bigEndian ?? false }
  return readProfile(memorySource('gmon.out', buildGmon(spec)), layout, () => {}, { anyCounterWidth })
}

describe.each([
  { wordSize: 8, bigEndian: false },
  { wordSize: 4, bigEndian: true },
] as const)('$wordSize bytes, big-endian $bigEndian', (target) => {
  it.each([
    { counterField: 8, bins: [0, 1, 127, 255] },
    { counterField: 32, bins: [0, 1, 70_000, 2 ** 32 - 1] },
    { counterField: 64, bins: [0, 1, 70_000, 2 ** 40] },
    { counterField: -32, bins: [0, 1, 70_000, 2 ** 31 - 1] },
    { counterField: -64, bins: [5, 2 ** 52] },
  ])('counters of $counterField bits, and the arcs behind them', async ({ counterField, bins }) => {
    const profile = await read({ ...SPEC, ...target, counterField, bins }, true)
    expect(Array.from(profile.histograms[0]?.bins ?? [])).toEqual(bins)
    expect(profile.counters).toEqual({ bits: Math.abs(counterField), signed: counterField < 0 })
    expect(profile.arcs.count[0]).toBe(7)
    expect(profile.damage).toBeNull()
  })

  it('16 bits, said or not, and any other number are as ever', async () => {
    for (const counterField of [0, 16, 12345, 1]) {
      const spec = { ...SPEC, ...target, bins: [1, 2, 65535] }
      const bytes = buildGmon(spec)
      new DataView(bytes.buffer).setUint32(2 * target.wordSize + 12, counterField, !target.bigEndian)
      const profile = await readProfile(memorySource('g', bytes), target, () => {}, { anyCounterWidth: true })
      expect(Array.from(profile.histograms[0]?.bins ?? [])).toEqual([1, 2, 65535])
      expect(profile.counters).toBeUndefined()
    }
  })

  it('gprof does not look at the field', async () => {
    const profile = await read({ ...SPEC, ...target, counterField: 32, bins: [1, 2] }, false)
    expect(profile.histograms[0]?.bins.length).toBe(4)
    expect(profile.counters).toBeUndefined()
  })

  it('a file cut in its counters is damaged', async () => {
    const bytes = buildGmon({ ...SPEC, ...target, counterField: 64, bins: [1, 2, 3], arcs: [] })
    for (let length = 2 * target.wordSize + 24; length < bytes.length; length++) {
      const source = memorySource('g', bytes.slice(0, length))
      const { damage } = await readProfile(source, target, () => {}, { anyCounterWidth: true })
      expect(damage).toMatchObject({ code: 'gmon/truncated-record', expected: 24 })
    }
  })
})

it('counts of 32 bits in words of 64, whatever stands in their upper half', async () => {
  const arcs = [{ from: 0x401004, self: 0x401010, count: 7 + 2 * 2 ** 32 }]
  const source = memorySource('g', buildGmon({ ...SPEC, bins: [1], arcs }))
  const layout = { wordSize: 8, bigEndian: false } as const
  const counts = async (narrowCounts: boolean): Promise<number | undefined> =>
    (await readProfile(source, layout, () => {}, { narrowCounts })).arcs.count[0]
  expect(await counts(false)).toBe(7 + 2 * 2 ** 32)
  expect(await counts(true)).toBe(7)
})
