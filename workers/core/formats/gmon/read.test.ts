// Profiles of GNU: their records in any order, for every kind of machine, and what reading them costs.
import { describe, expect, it } from 'vitest'
import { buildGmon, type GmonSpec, type GmonRecord } from '../../../testing/builders/build-gmon.ts'
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
import { chunkedSource } from '../../bytes/chunked-source.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import type { Problem } from '../../problems/problem.ts'
import type { RawArcs, RawHistogram } from '../format.ts'
import { GnuDecoder } from './gnu-decoder.ts'
import { readProfile } from './read.ts'
import { problemOf } from '../../../testing/problem-of.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { effort } from '../../../testing/effort.ts'

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

describe('damaged GNU profiles', () => {
  it.each([
    [19, { code: 'gmon/too-short', file: 'gmon.out', offset: 0, size: 19 }],
    [3, { code: 'gmon/too-short', file: 'gmon.out', offset: 0, size: 3 }],
  ])('cut to %i bytes', async (length, expected) => {
    const file = buildGmon({ records: RECORDS })
    expect(await problemOf(() => readBytes(file.slice(0, length)))).toEqual(expected)
  })

  it('of a version nobody knows', async () => {
    expect(await problemOf(() => read({ records: [], version: 2 }))).toEqual({
      code: 'gmon/unsupported-version',
      file: 'gmon.out',
      offset: 4,
      version: 2,
    })
    expect(await problemOf(() => readBytes(buildGmon({ records: [], bigEndian: true })))).toMatchObject({
      version: 0x01000000,
    })
  })

  // Histogram: header 20–61, bins 61–69. Arcs: 69–90, 90–111. Blocks: 111–148.
  it.each([
    [21, 'histogram header', 20, 41, 1, 0, 0],
    [60, 'histogram header', 20, 41, 40, 0, 0],
    [61, 'histogram bins', 61, 8, 0, 0, 0],
    [68, 'histogram bins', 61, 8, 7, 0, 0],
    [70, 'arc', 69, 21, 1, 1, 0],
    [110, 'arc', 90, 21, 20, 1, 1],
    [112, 'basic-block record', 111, 5, 1, 1, 2],
    [147, 'basic-block record', 111, 37, 36, 1, 2],
  ])('cut to %i bytes: %s', async (length, what, offset, expected, found, keptHistograms, keptArcs) => {
    const profile = await readBytes(buildGmon({ records: RECORDS }).slice(0, length))
    expect(profile.damage).toEqual({
      code: 'gmon/truncated-record',
      file: 'gmon.out',
      what,
      offset,
      expected,
      found,
    })
    expect([profile.histograms.length, profile.arcs.length]).toEqual([keptHistograms, keptArcs])
  })

  it.each([17, 40, 41, 4096, 200_000])('%i zeros behind the last record are none', async (length) => {
    const offset = buildGmon({ records: RECORDS }).length
    const records: GmonRecord[] = [...RECORDS, { kind: 'raw', bytes: new Uint8Array(length) }]
    for (const target of TARGETS) {
      const whole = await read({ records: RECORDS }, target)
      const padded = await read({ records }, target)
      expect(padded.damage).toMatchObject({ code: 'gmon/zeros', file: 'gmon.out' })
      expect([histograms(padded), arcs(padded)]).toEqual([histograms(whole), arcs(whole)])
    }
    expect((await read({ records })).damage).toEqual({ code: 'gmon/zeros', file: 'gmon.out', offset })
    const asRecords = await readProfile(memorySource('gmon.out', buildGmon({ records })), WIDE, undefined, {
      gprofQuirks: true,
    })
    expect(asRecords.histograms).toHaveLength(HISTOGRAMS.length + Math.floor(length / 41))
  })

  it('an unknown tag ends the reading; what came before stays', async () => {
    const records: GmonRecord[] = [...RECORDS, { kind: 'raw', bytes: Uint8Array.from([9, 1, 2]) }]
    const profile = await read({ records })
    const offset = buildGmon({ records: RECORDS }).length
    expect(profile.damage).toEqual({ code: 'gmon/bad-tag', file: 'gmon.out', offset, tag: 9 })
    expect(arcs(profile)).toEqual(ARCS)
  })
})

describe('any damage', () => {
  const specs: readonly GmonSpec[] = [
    { records: RECORDS },
    { records: RECORDS, version: 0 },
    {
      format: 'bsd',
      low: 0x401000,
      high: 0x401010,
      bins: [1, 2, 3, 4],
      arcs: [{ from: 1, self: 2, count: 3 }],
    },
    { format: '4.4bsd', low: 0x401000, high: 0x401010, bins: [1, 2], arcs: [{ from: 1, self: 2, count: 3 }] },
  ]

  it('a file cut at every length gives what is whole, or a problem', async () => {
    for (const spec of specs) {
      for (const target of TARGETS) {
        const file = buildGmon({ ...spec, ...target })
        for (let length = 0; length <= file.length; length++) {
          const problem = await problemOf(() => readBytes(file.slice(0, length), target))
          if (problem !== null) expect(problem.code).toMatch(/^gmon\//)
        }
      }
    }
  })

  it('keeps more, never less, of a longer piece of the file', async () => {
    const file = buildGmon({ records: RECORDS })
    let kept = 0
    for (let length = 20; length <= file.length; length++) {
      const { histogram, arc, basicBlock } = (await readBytes(file.slice(0, length))).records
      expect(histogram + arc + basicBlock).toBeGreaterThanOrEqual(kept)
      kept = histogram + arc + basicBlock
    }
    expect(kept).toBe(7)
  })

  it('changed bytes never crash it, nor make it hold more than the file', async () => {
    const random = randomFrom(5)
    for (const spec of specs) {
      for (let turn = 0; turn < effort(3000); turn++) {
        const target = random.pick(TARGETS)
        const file = buildGmon({ ...spec, ...target })
        for (let nth = random.between(1, 4); nth > 0; nth--) {
          file[random.below(file.length)] = random.pick([0, 1, 2, 0x7f, 0xff, random.below(256)])
        }
        await problemOf(async () => {
          const profile = await readBytes(file, target)
          const bins = profile.histograms.reduce((sum, histogram) => sum + histogram.bins.length, 0)
          expect(2 * bins + 13 * profile.arcs.length).toBeLessThanOrEqual(file.length)
          expect(profile.arcs.from).toHaveLength(profile.arcs.length)
        })
      }
    }
  })
})

describe('BSD profiles', () => {
  const arcList = [
    { from: 0x401004, self: 0x401008, count: 7 },
    { from: 0x401008, self: 0x40100c, count: 8 },
  ]
  const spec = { low: 0x401000, high: 0x401010, bins: [1, 0, 65535, 4], arcs: arcList }

  for (const target of TARGETS) {
    it(`zeros behind the last arc are none, ${title(target)}`, async () => {
      const whole = buildGmon({ ...spec, format: 'bsd', ...target })
      for (const length of [3 * target.wordSize, 4096, 200_000]) {
        const padded = await readBytes(Uint8Array.from([...whole, ...new Uint8Array(length)]), target)
        expect(arcs(padded)).toEqual(['401004>401008 7', '401008>40100c 8'])
        expect(padded).toMatchObject({
          records: { arc: 2 },
          damage: { code: 'gmon/zeros', file: 'gmon.out', offset: whole.length },
        })
      }
    })

    it(`the older header has no rate, ${title(target)}`, async () => {
      const profile = await read({ ...spec, format: 'bsd', trailing: new Uint8Array(7) }, target)
      expect(histograms(profile)).toEqual(['401000-401010 100 seconds/s: 1 0 65535 4'])
      expect(arcs(profile)).toEqual(['401004>401008 7', '401008>40100c 8'])
      expect(profile).toMatchObject({ dialect: 'bsd', version: 0, damage: null })
      expect(profile.records).toEqual({ histogram: 1, arc: 2, basicBlock: 0 })
    })

    it(`what is left behind the last whole arc is told, ${title(target)}`, async () => {
      const file = buildGmon({ ...spec, format: '4.4bsd', ...target })
      const stride = 3 * target.wordSize
      expect((await readBytes(file, target)).torn).toBeUndefined()
      for (let found = 1; found < stride; found++) {
        const cut = await readBytes(file.slice(0, file.length - stride + found), target)
        expect(arcs(cut)).toEqual(['401004>401008 7'])
        const offset = file.length - stride
        const torn = {
          code: 'gmon/truncated-record',
          file: 'gmon.out',
          offset,
          what: 'arc',
          expected: stride,
          found,
        }
        expect(cut).toMatchObject({ damage: null, torn })
      }
    })

    it(`4.4BSD gives its rate, ${title(target)}`, async () => {
      const profile = await read({ ...spec, format: '4.4bsd', rate: 128 }, target)
      expect(histograms(profile)).toEqual(['401000-401010 128 seconds/s: 1 0 65535 4'])
      expect(arcs(profile)).toHaveLength(2)
      expect(profile).toMatchObject({ dialect: '4.4bsd', version: 0x51879, damage: null })
    })
  }

  it('a rate of 0 is that of the older header', async () => {
    expect((await read({ ...spec, format: '4.4bsd', rate: 0 })).histograms[0].rate).toBe(100)
  })

  it('keeps counts beyond 32 bits', async () => {
    const many = [{ from: 1, self: 2, count: 2 ** 40 }]
    expect((await read({ ...spec, format: 'bsd', arcs: many })).arcs.count[0]).toBe(2 ** 40)
  })

  it('an odd number of sample bytes leaves the last byte to the arcs', async () => {
    const profile = await read({ ...spec, format: 'bsd', sizeField: 20 + 7 })
    expect(profile.histograms[0].bins).toHaveLength(3)
    expect(profile.arcs.from[0]).toBe(0x401004 * 2 ** 16 + 4)
  })

  it('a header that makes no sense is a problem', async () => {
    const bad = { code: 'gmon/bad-bsd-header', file: 'gmon.out', offset: 0, low: 0x401000 } as const
    expect(await problemOf(() => read({ ...spec, format: 'bsd', sizeField: 19 }))).toEqual({
      ...bad,
      high: 0x401010,
      size: 19,
    })
    expect(await problemOf(() => read({ ...spec, format: 'bsd', high: 0x400fff }))).toMatchObject({
      ...bad,
      high: 0x400fff,
    })
  })

  it('cut in its header, then in its samples', async () => {
    const file = buildGmon({ ...spec, format: '4.4bsd' })
    expect(await problemOf(() => readBytes(file.slice(0, 23)))).toMatchObject({ code: 'gmon/too-short' })
    expect(await problemOf(() => readBytes(file.slice(0, 39)))).toEqual({
      code: 'gmon/truncated-record',
      file: 'gmon.out',
      offset: 0,
      what: 'header',
      expected: 40,
      found: 39,
    })
    const profile = await readBytes(file.slice(0, 47))
    expect(profile.damage).toMatchObject({ what: 'histogram bins', offset: 40, expected: 8, found: 7 })
    expect(profile.histograms).toEqual([])
  })
})
