// Tests of profiles that were cut, padded or changed: whole parts stay, the rest is reported.
import { describe, expect, it } from 'vitest'
import { buildGmon, type GmonRecord, type GmonSpec } from '../../../testing/builders/build-gmon.ts'
import {
  arcs,
  ARCS,
  histograms,
  HISTOGRAMS,
  read,
  readBytes,
  RECORDS,
  TARGETS,
  WIDE,
} from '../../../testing/gmon-read.ts'
import { problemOf } from '../../../testing/problem-of.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { readProfile } from './gmon.ts'
import { effort } from '../../../testing/effort.ts'

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
