// Profiles of the BSDs: an older header and a newer one, arcs to the end of the file, and what is left where it was cut.
import { describe, expect, it } from 'vitest'
import { buildGmon } from '../../../testing/builders/build-gmon.ts'
import { arcs, histograms, read, readBytes, TARGETS, title } from '../../../testing/gmon-read.ts'
import { problemOf } from '../../../testing/problem-of.ts'

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
