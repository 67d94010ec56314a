// Profiles of GNU: their records in any order, for every kind of machine, and what reading them costs.
import { describe, expect, it } from 'vitest'
import { buildGmon, type GmonSpec } from '../../../testing/builders/build-gmon.ts'
import {
  arcs,
  ARCS,
  histograms,
  HISTOGRAMS,
  read,
  readBytes,
  RECORDS,
  TARGETS,
  title,
  WIDE,
} from '../../../testing/gmon-read.ts'
import { sparseSource, watchedSource } from '../../../testing/sources.ts'
import { chunkedSource, memorySource } from '../../bytes/byte-source.ts'
import type { Problem } from '../../problems/problem.ts'
import type { RawArcs, RawHistogram } from '../format.ts'
import { GnuDecoder, readProfile } from './gmon.ts'

describe('GNU profiles', () => {
  for (const target of TARGETS) {
    for (const version of [0, 1]) {
      it(`records in any order, version ${version}, ${title(target)}`, async () => {
        const profile = await read({ records: RECORDS, version }, target)
        expect(histograms(profile)).toEqual(HISTOGRAMS)
        expect(arcs(profile)).toEqual(ARCS)
        expect(profile).toMatchObject({
          file: 'gmon.out',
          dialect: 'gnu',
          version,
          records: { histogram: 3, arc: 3, basicBlock: 1 },
          damage: null,
        })
      })
    }
  }

  it('the bytes of a known file', async () => {
    const spec: GmonSpec = {
      records: [
        { kind: 'histogram', low: 0x401000, high: 0x401100, bins: new Uint16Array(64) },
        ...Array.from({ length: 6 }, () => ({ kind: 'arc', from: 1, self: 2, count: 3 }) as const),
      ],
    }
    const file = buildGmon(spec)
    expect(file.length).toBe(315)
    expect(Array.from(file.subarray(0, 8))).toEqual([0x67, 0x6d, 0x6f, 0x6e, 1, 0, 0, 0])
    expect((await readBytes(file)).histograms[0].offset).toBe(20)
  })

  it('rounds addresses beyond 2^53 and goes on', async () => {
    const profile = await read({
      records: [{ kind: 'arc', from: 2n ** 64n - 1n, self: 2n ** 53n + 1n, count: 1 }],
    })
    expect(profile.arcs.from[0]).toBe(2 ** 64)
    expect(profile.arcs.self[0]).toBe(2 ** 53)
  })

  it('a header alone is an empty profile', async () => {
    expect(await read({ records: [] })).toMatchObject({ histograms: [], arcs: { length: 0 }, damage: null })
  })

  it('tells how far it is, up to the end', async () => {
    const file = buildGmon({ records: RECORDS })
    const steps: number[] = []
    await readProfile(memorySource('f', file), WIDE, (bytes) => void steps.push(bytes))
    expect(steps).toEqual([20, file.length])
  })

  it('slices may end anywhere', () => {
    for (const version of [0, 1]) {
      const file = buildGmon({ records: [...RECORDS, ...RECORDS], version })
      const whole = decodeInSlices(file, version, file.length)
      expect(whole.damage).toBeNull()
      for (let slice = GnuDecoder.smallestSlice; slice < file.length; slice++) {
        expect(decodeInSlices(file, version, slice), `${slice}`).toEqual(whole)
      }
    }
  })
})

interface Decoded {
  readonly found: readonly RawHistogram[]
  readonly arcs: RawArcs
  readonly basicBlocks: number
  readonly damage: Problem | null
}

function decodeInSlices(file: Uint8Array, version: number, slice: number): Decoded {
  const decoder = new GnuDecoder({ file: 'f', size: file.length, version, layout: WIDE })
  while (!decoder.finished) decoder.feed(file.subarray(decoder.position, decoder.position + slice))
  const { histograms: found, basicBlocks, damage } = decoder
  return { found, basicBlocks, damage, arcs: decoder.arcs() }
}

describe('cost', () => {
  it('a file is read once', async () => {
    const file = buildGmon({
      records: [{ kind: 'histogram', low: 0, high: 2 ** 20, bins: new Uint16Array(2 ** 18) }, ...RECORDS],
    })
    const below = watchedSource(memorySource('f', file))
    await readProfile(chunkedSource(below), WIDE)
    expect(below.bytesRead()).toBeLessThan(1.05 * file.length)
  })

  it('steps over block counts unread, be they gigabytes, and reads many arcs in slices', async () => {
    const blocks = new Uint8Array(5)
    blocks[0] = 2
    new DataView(blocks.buffer).setUint32(1, 2 ** 28, true)
    const count = 400_000
    const column = new Float64Array(count).fill(0x401000)
    const arcBytes = buildGmon({
      records: [{ kind: 'arcs', from: column, self: column, count: column }],
    }).subarray(20)
    const header = buildGmon({ records: [...RECORDS, { kind: 'raw', bytes: blocks }] })
    const arcsAt = header.length + 16 * 2 ** 28
    const pieces = [
      { offset: 0, bytes: header },
      { offset: arcsAt, bytes: arcBytes },
    ]
    const source = watchedSource(sparseSource('huge', arcsAt + arcBytes.length, pieces))
    const profile = await readProfile(source, WIDE)
    expect(profile.damage).toBeNull()
    expect(profile.records).toEqual({ histogram: 3, arc: count + 3, basicBlock: 2 })
    expect(Math.max(...source.reads.map(({ length }) => length))).toBeLessThanOrEqual(16 * 2 ** 20)
    expect(source.bytesRead()).toBeLessThan(32 * 2 ** 20)
  })

  it('a count that the file cannot hold allocates nothing', async () => {
    const file = buildGmon({ records: [{ kind: 'histogram', low: 0, high: 64, bins: [1, 2] }] })
    new DataView(file.buffer).setUint32(20 + 17, 0xffffffff, true)
    expect((await readBytes(file)).damage).toMatchObject({
      what: 'histogram bins',
      expected: 8589934590,
      found: 4,
    })
  })
})
