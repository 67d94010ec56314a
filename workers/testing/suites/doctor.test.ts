// Tests of the notices.

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon, type GmonRecord } from '../builders/build-gmon.ts'
import { randomFrom } from '../random/random.ts'
import {
  arcs,
  at,
  BASE,
  codes,
  END,
  failure,
  gmon,
  histogram,
  nameOf,
  NAMES,
  open,
  options,
  ordinary,
  program,
} from '../small-opening.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'
import type { Notice } from '../../core/problems/problem.ts'
import { groupNotices } from '../../core/reports/messages/group-notices.ts'
import { noticeText } from '../../core/reports/messages/notices.ts'

describe('the doctor', () => {
  it('doubts a program whose functions do not begin where calls were counted', async () => {
    const opened = await open([program(), gmon(histogram(0, 500), ...arcs(0, 0x90))])
    expect(opened.notices[0]).toEqual({ code: 'wrong-executable', matched: 0, total: 10, shift: 0 })
  })

  it.each([
    ['written after the profile', 5000, true],
    ['written with the profile', 1000, undefined],
    ['whose time is unknown', undefined, undefined],
  ])('says of a doubted program that it was %s, and of no other', async (_, modified, isNewer) => {
    const written = (source: ByteSource, time: number | undefined): ByteSource => ({
      ...source,
      ...(time !== undefined && { modified: time }),
    })
    const doubted = await open([
      written(program(), modified),
      written(gmon(histogram(0, 500), ...arcs(0, 0x90)), 1000),
    ])
    const [first] = doubted.notices
    expect(first?.code === 'wrong-executable' && first.isNewer).toBe(isNewer)
    expect(codes(await open([written(program(), modified), written(ordinary(), 1000)]))).toEqual([])
  })

  it('does not for calls into shared libraries that count them, too, and tells of those', async () => {
    const into = (record: GmonRecord, arc: number): GmonRecord =>
      record.kind === 'arc' ? { ...record, self: 0x7f0072dbd087 + 16 * arc } : record
    const library = arcs(0, 0x90).map(into)
    const some = await open([program(), gmon(histogram(0, 500), ...arcs(), ...library)])
    const all = await open([program(), gmon(histogram(0, 500), ...library)])
    for (const { notices } of [some, all])
      expect(
        notices.find(({ code }) => code.startsWith('outside') || code.startsWith('wrong')),
      ).toMatchObject({ code: 'outside-program', droppedArcs: 10 })
    const wrong = await open([program(), gmon(histogram(0, 500), ...arcs(0, 0x90), ...library)])
    expect(wrong.notices[0]).toEqual({ code: 'wrong-executable', matched: 0, total: 10, shift: 0 })
  })

  const elf = (name: string, type: 'rel' | 'core' | 'dyn'): ByteSource =>
    memorySource(
      name,
      buildElf({ type, entry: 0, text: { address: 0, size: 16 }, symbols: [{ name, address: 0 }] }),
    )

  it('of a build directory passes over core dumps and libraries', async () => {
    const opened = await open([elf('core', 'core'), program(), elf('lib.so', 'dyn'), ordinary()])
    expect(opened.name).toBe('prog')
    expect(opened.notices.map((notice) => noticeText(notice).title)).toEqual([
      'core is a core dump, not a program',
      'lib.so is a shared library, not a program',
    ])
    // Without a program, a library may be what the user wants to see.
    expect((await open([elf('lib.so', 'dyn'), ordinary()])).name).toBe('lib.so')
  })

  it('says of many files of no use one word', async () => {
    const text = (name: string): ByteSource => memorySource(name, new TextEncoder().encode('int x;\n'))
    const names = ['a.mk', 'b.mk', 'c.mk', 'd.mk']
    const few = await open([...names.slice(1).map(text), program(), ordinary()])
    expect(codes(few)).toEqual(['file-skipped', 'file-skipped', 'file-skipped'])
    const empty = memorySource('gmon.1', new Uint8Array(0))
    const many = await open([...names.map(text), program('copy'), program(), ordinary(), empty])
    expect(many.notices).toEqual([
      { code: 'file-skipped', problem: { code: 'input/empty-file', file: 'gmon.1' } },
      { code: 'files-unused', files: ['a.mk', 'b.mk', 'c.mk'], count: 5 },
    ])
  })

  it('says nothing of source files, which lines have their text from', async () => {
    const text = (name: string): ByteSource => memorySource(name, new TextEncoder().encode('int x;\n'))
    const names = ['a.c', 'b.cc', 'c.f90', 'd.h', 'src/e.CPP']
    expect((await open([...names.map(text), program(), ordinary()])).notices).toEqual([])
    // Non-ASCII letters make no difference, in UTF-8 or not.
    const others = [
      memorySource('u.c', new TextEncoder().encode('// \u00e4\n')),
      memorySource('l.c', Uint8Array.of(0x2f, 0x2f, 0xe4, 0x0a)),
    ]
    expect((await open([...others, program(), ordinary()])).notices).toEqual([])
  })

  it('says nothing of what gfortran keeps of modules', async () => {
    const packed = (name: string): ByteSource =>
      memorySource(name, Uint8Array.from(gzipSync("GFORTRAN module version '15' created from grid.f90\n")))
    const modules = [packed('grid.mod'), packed('build/grid@solve.smod')]
    expect((await open([...modules, program(), ordinary()])).notices).toEqual([])
    expect(codes(await open([packed('grid.gz'), program(), ordinary()]))).toEqual(['file-skipped'])
  })

  it('passes over the stripped copy of a program that is there, as firmware has no build id to tell', async () => {
    const text = { address: BASE, size: END - BASE }
    const stripped = (): ByteSource => memorySource('prog.bin', buildElf({ text, symbols: [] }))
    const skipped = { code: 'input/same-program', file: 'prog.bin', same: 'prog' } as const
    for (const sources of [
      [stripped(), program(), ordinary()],
      [ordinary(), program(), stripped()],
    ]) {
      const opened = await open(sources)
      expect(opened.name).toBe('prog')
      expect(opened.notices).toEqual([{ code: 'file-skipped', problem: skipped }])
    }
    const other = memorySource('other.bin', buildElf({ text: { ...text, size: 64 }, symbols: [] }))
    const beside = await open([other, program(), ordinary()])
    expect(beside.notices).toEqual([
      { code: 'file-skipped', problem: { code: 'elf/no-symbols', file: 'other.bin', stripped: true } },
    ])
  })

  it('of a build directory passes over the object files', async () => {
    const object = (name: string): ByteSource => elf(name, 'rel')
    const opened = await open([object('a.o'), program(), object('b.o'), ordinary()])
    expect(opened.name).toBe('prog')
    expect(codes(opened).filter((code) => code === 'file-skipped')).toHaveLength(2)
    expect(await failure(object('a.o'), object('b.o'), ordinary())).toBe('input/several-executables')
    const others = [program('a'), program('b', BASE + 0x100000)]
    expect(await failure(object('a.o'), ...others, ordinary())).toBe('input/several-executables')
  })

  it('doubts a program whose code was not sampled where nothing was called, and says so', async () => {
    const elsewhere = await open([program(), gmon(histogram(0x7000, 500))])
    expect(elsewhere.notices[0]).toEqual({ code: 'wrong-executable', matched: 0, total: 0, shift: 0 })
    const [doubt] = elsewhere.notices.map((notice) => noticeText(notice).explanation)
    expect(doubt).toMatch(/^Most of its code lies where no samples were taken\./)
    // In three histograms, none of which covers half of the program.
    const parts = [0, 1, 2].map((third): GmonRecord => {
      const low = BASE + 0x200 * third
      return { kind: 'histogram', low, high: low + 0x200, rate: 100, bins: Array(128).fill(1) }
    })
    expect(codes(await open([program(), gmon(...parts)]))).not.toContain('wrong-executable')
  })

  it.each([
    [8, 0x68],
    [183, 0x58],
    [243, 0x58],
  ])('does not where machine %d puts many registers away before it counts', async (machine, inside) => {
    const symbols = NAMES.map((name, f) => ({ name, address: at(f) }))
    const text = { address: BASE, size: END - BASE }
    const built = memorySource('prog', buildElf({ machine, text, symbols }))
    const opened = await open([built, gmon(histogram(0, 500), ...arcs(0, inside))])
    expect(codes(opened)).not.toContain('wrong-executable')
  })

  it('finds it also where some functions stand under the names of others, far from their starts', async () => {
    const hidden = [1, 2, 3, 4].map((f): GmonRecord => ({
      kind: 'arc',
      from: at(0) + 0x47000,
      self: at(f) + 0x47090,
      count: 1,
    }))
    const doubted = await open([program(), gmon(histogram(0x47000, 500), ...arcs(0x47000), ...hidden)])
    expect(doubted.notices[0]).toMatchObject({ code: 'wrong-executable', shift: 0x47000 })
  })

  it('offers no distance that would do for any profile, as functions are short', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomFrom(seed)
      const symbols = Array.from({ length: 400 }, (_, f) => ({ name: `f${f}`, address: BASE + 48 * f }))
      const text = { address: BASE, size: 48 * 400 }
      const short = memorySource('prog', buildElf({ text, symbols }))
      const calls = Array.from({ length: 12 }, (): GmonRecord => {
        const [from, self] = [random.below(0x2000), random.below(0x2000)].map((inside) => 0x90000 + inside)
        return { kind: 'arc', from, self, count: 1 }
      })
      const ran: GmonRecord = {
        kind: 'histogram',
        low: 0x90000,
        high: 0x92000,
        rate: 100,
        bins: [1, 2, 3, 4],
      }
      const opened = await open([short, gmon(ran, ...calls)])
      expect(opened.notices[0], `seed ${seed}`).toMatchObject({ code: 'wrong-executable', shift: 0 })
    }
  })

  it('finds the distance by which a program was moved, and opens it moved back', async () => {
    const moved = (): ByteSource => gmon(histogram(0x7000, 500), ...arcs(0x7000))
    const doubted = await open([program(), moved()])
    expect(doubted.notices[0]).toMatchObject({ code: 'wrong-executable', shift: 0x7000 })
    const opened = await open([program(), moved()], { shift: 0x7000 })
    expect(codes(opened)).toEqual(['position-independent'])
    expect(nameOf(opened, opened.listing.flat.order[0] ?? -1)).toBe('parse')
  })

  it.each([
    ['an empty profile', [], ['empty-profile']],
    ['no samples taken', [histogram(0, 0), ...arcs()], ['no-samples']],
    ['few samples', [histogram(0, 20), ...arcs()], ['few-samples']],
    ['no histogram', arcs(), ['no-histogram']],
    ['no arcs', [histogram(0, 500)], ['no-arcs']],
    ['an odd rate', [histogram(0, 500, 77), ...arcs()], ['odd-rate']],
    ['one sample too few', [histogram(0, 99), ...arcs()], ['few-samples']],
    ['just enough samples', [histogram(0, 100), ...arcs()], []],
  ] as const)('%s', async (_, records, expected) => {
    expect(codes(await open([program(), gmon(...records)]))).toEqual(expected)
  })

  it('tells first of functions that count for a neighbour where much time stands under its name, and how to see them apart', async () => {
    const outlined = [
      { name: 'multiply._omp_fn.0', address: at(1) + 0x10, binding: 'local' as const },
      { name: 'GOMP_parallel', address: 0, section: 'undefined' as const },
    ]
    const symbols = NAMES.map((name, f) => ({ name, address: at(f) }))
    const text = { address: BASE, size: END - BASE }
    const named = (file: string): ByteSource =>
      memorySource(file, buildElf({ text, symbols: [...outlined, ...symbols] }))
    const bins = Array.from({ length: (END - BASE) / 4 }, (_, bin) => ({ 0: 10, 70: 80 })[bin] ?? 0)
    const sampled: GmonRecord = { kind: 'histogram', low: BASE, high: END, rate: 100, bins }
    const opened = await open([named('bin/mat mul'), gmon(sampled, ...arcs())])
    const told = groupNotices(opened.notices)
    expect(codes(opened)).toEqual(['functions-hidden', 'threads', 'few-samples'])
    expect(told[0]?.title).toBe('1 function counted for a neighbour')
    expect(told[0]?.remedy).toContain(
      "open the copy that objcopy -w --globalize-symbol='[A-Za-z_]*[.$]*' 'mat mul' 'mat mul.apart' makes",
    )
  })

  it('wonders about time without calls, but not in main, which nobody in the program calls', async () => {
    const busy = (f: number): GmonRecord => {
      const bins = Array.from({ length: (END - BASE) / 4 }, (_, bin) => (bin === f * 64 + 6 ? 500 : 0))
      return { kind: 'histogram', low: BASE, high: END, bins }
    }
    const uncalled = arcs().slice(0, 4)
    expect(codes(await open([program(), gmon(busy(0), ...uncalled)]))).toEqual([])
    expect(codes(await open([program(), gmon(busy(5), ...uncalled)]))).toEqual(['time-without-calls'])
  })

  it('gives no advice about the compilation of start-up code', async () => {
    const symbols = NAMES.map((name, f) => ({
      name: name === 'close' ? 'frame_dummy' : name,
      address: at(f),
    }))
    const built = memorySource('prog', buildElf({ text: { address: BASE, size: END - BASE }, symbols }))
    const sampled = async (ticks: number): Promise<readonly Notice[]> => {
      const bins = Array.from({ length: (END - BASE) / 4 }, () => 0)
      bins[6] = 500 - ticks
      bins[5 * 64 + 6] = ticks
      const records: GmonRecord[] = [{ kind: 'histogram', low: BASE, high: END, bins }, ...arcs().slice(0, 4)]
      return (await open([built, gmon(...records)])).notices
    }
    expect(await sampled(25)).toEqual([])
    expect(await sampled(26)).toEqual([
      { code: 'start-up-time', name: 'frame_dummy', ticks: 26, totalTicks: 500 },
    ])
  })

  it.each([
    [500, ['time-without-calls', 'outside-program']],
    [30, ['outside-program', 'time-without-calls']],
  ])('tells first what concerns most of the measurement: %d of 500 samples', async (ticks, expected) => {
    const bins = Array.from({ length: (END - BASE) / 4 }, () => 0)
    bins[6] = 500 - ticks
    bins[5 * 64 + 6] = ticks
    const astray = { kind: 'arc', from: 0x10, self: at(1) + 8, count: 1 } as const
    const records: GmonRecord[] = [
      { kind: 'histogram', low: BASE, high: END, bins },
      ...arcs().slice(0, 4),
      astray,
    ]
    expect(codes(await open([program(), gmon(...records)]))).toEqual(expected)
  })

  it.each([
    [5, []],
    [6, ['profiler-time']],
  ])(
    'tells of time in the counting itself from more than a hundredth on: %d of 500',
    async (ticks, expected) => {
      const symbols = NAMES.map((name, f) => ({ name: name === 'close' ? 'mcount' : name, address: at(f) }))
      const built = memorySource('prog', buildElf({ text: { address: BASE, size: END - BASE }, symbols }))
      const bins = Array.from({ length: (END - BASE) / 4 }, () => 0)
      bins[6] = 500 - ticks
      bins[5 * 64 + 6] = ticks
      const records: GmonRecord[] = [{ kind: 'histogram', low: BASE, high: END, bins }, ...arcs().slice(0, 4)]
      const { notices } = await open([built, gmon(...records)])
      expect(notices.map(({ code }) => code)).toEqual(expected)
      if (ticks === 6) expect(notices[0]).toEqual({ code: 'profiler-time', ticks: 6, totalTicks: 500 })
    },
  )

  it.each(['__gnu_mcount_nc', '__fentry__'])(
    'takes %s for the counting too, though gprof lists it, and asks nobody to compile it with -pg',
    async (counting) => {
      const symbols = NAMES.map((name, f) => ({ name: name === 'close' ? counting : name, address: at(f) }))
      const built = memorySource('prog', buildElf({ text: { address: BASE, size: END - BASE }, symbols }))
      const bins = Array.from({ length: (END - BASE) / 4 }, () => 0)
      bins[6] = 400
      bins[5 * 64 + 6] = 100
      const records: GmonRecord[] = [{ kind: 'histogram', low: BASE, high: END, bins }, ...arcs().slice(0, 4)]
      const { notices } = await open([built, gmon(...records)])
      expect(notices).toEqual([{ code: 'profiler-time', ticks: 100, totalTicks: 500 }])
    },
  )

  it.each([
    [98, ['outside-program']],
    [99, []],
  ])('tells of one arc outside the program beside %d others', async (inside, expected) => {
    const [first] = arcs()
    if (first?.kind !== 'arc') throw new Error('no arc')
    const many = Array.from({ length: inside }, (_, call) => ({ ...first, from: BASE + 0x20 + call }))
    const astray = { kind: 'arc', from: 0x10, self: at(1) + 8, count: 1 } as const
    expect(codes(await open([program(), gmon(histogram(0, 500), ...many, astray)]))).toEqual(expected)
  })

  it('tells of samples and arcs outside the program', async () => {
    const astray = { kind: 'arc', from: 0x10, self: at(1) + 8, count: 1 } as const
    const opened = await open([program(), gmon(histogram(0, 500), ...arcs(), astray)])
    expect(opened.notices).toEqual([
      { code: 'outside-program', ticks: 0, totalTicks: 500, droppedArcs: 1, totalArcs: 11 },
    ])
  })

  const records = [histogram(0, 500), ...arcs()]
  const bsd = { format: '4.4bsd', low: BASE, high: END, bins: new Uint16Array((END - BASE) / 4) } as const
  it.each([
    ['32-bit little-endian', { records, wordSize: 4 }],
    ['64-bit big-endian', { records, bigEndian: true }],
    ['32-bit big-endian', { ...bsd, wordSize: 4, bigEndian: true }],
  ] as const)('tells that another kind of program wrote it: %s', async (kind, written) => {
    const other = memorySource('gmon.out', buildGmon(written))
    const problem = {
      code: 'gmon/other-target',
      file: 'gmon.out',
      profile: kind,
      program: '64-bit little-endian',
    }
    expect(await openProfile([program(), other], options, () => {})).toMatchObject({
      ok: false,
      problem: { problem },
    })
    const beside = await open([program(), other, ordinary()])
    expect(beside.notices).toContainEqual({ code: 'file-skipped', problem })
  })

  it('tells of a file that ends in the middle of a record, and keeps what came before', async () => {
    const whole = buildGmon({ records: [histogram(0, 500), ...arcs()] })
    const opened = await open([program(), memorySource('gmon.out', whole.slice(0, -3))])
    expect(opened.notices[0]).toMatchObject({ code: 'gmon/truncated-file', keptArcs: 9, keptHistograms: 1 })
    expect(opened.analyzed.profile.totals.ticks).toBe(500)
  })
})
