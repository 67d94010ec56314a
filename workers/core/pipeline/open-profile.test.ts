// Tests of opening files.

import { describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon, type GmonRecord } from '../../testing/builders/build-gmon.ts'
import { effort } from '../../testing/effort.ts'
import { buildLargeCase } from '../../testing/large-case.ts'
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
} from '../../testing/small-opening.ts'
import { type ByteSource, memorySource } from '../bytes/byte-source.ts'
import type { StageProgress } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { openProfile } from './open-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'

describe('openProfile', () => {
  it('knows a program by functions that gprof passes over, and tells of them', async () => {
    const split = NAMES.map((name, f) => ({
      name: f === 0 ? name : `${name}.part.0`,
      address: at(f),
      binding: f === 0 ? ('global' as const) : ('local' as const),
    }))
    const text = { address: BASE, size: END - BASE }
    const pieces = memorySource('prog', buildElf({ text, symbols: split }))
    const { notices } = await open([pieces, ordinary()])
    expect(notices[0]).toEqual({
      code: 'functions-hidden',
      functions: 5,
      names: ['parse.part.0', 'scan.part.0', 'emit.part.0'],
      neighbours: ['main', 'main', 'main'],
      ticks: 500,
      program: 'prog',
    })
    expect(notices.map(({ code }) => code)).not.toContain('wrong-executable')
  })

  it('tells of functions passed over by the names that people read', async () => {
    const symbols = NAMES.map((name, f) => ({ name: `_ZN2ns${name.length}${name}Ei`, address: at(f) }))
    const outlined = { name: '_ZN2ns4scanIiEEvT_.part.0', address: at(1) + 0x10, binding: 'local' as const }
    const text = { address: BASE, size: END - BASE }
    const prog = memorySource('prog', buildElf({ text, symbols: [outlined, ...symbols] }))
    const { notices } = await open([prog, gmon(histogram(0, 500))])
    expect(notices[0]).toMatchObject({
      names: ['void ns::scan<int>(int) [clone .part.0]'],
      neighbours: ['ns::parse(int)'],
    })
  })

  it('tells of functions passed over that were only sampled, or only call', async () => {
    const symbols = NAMES.map((name, f) => ({ name, address: at(f) }))
    const outlined = { name: 'emit._omp_fn.0', address: at(1) + 0x10, binding: 'local' as const }
    const bins = memorySource(
      'prog',
      buildElf({ text: { address: BASE, size: END - BASE }, symbols: [outlined, ...symbols] }),
    )
    const sampled = await open([bins, gmon(histogram(0, 500))])
    expect(sampled.notices[0]).toEqual({
      code: 'functions-hidden',
      functions: 1,
      names: ['emit._omp_fn.0'],
      neighbours: ['parse'],
      ticks: 500,
      program: 'prog',
    })
    // Arcs from 0x40 on start in outlined code.
    const calling = await open([bins, gmon(...arcs())])
    expect(calling.notices).toContainEqual({
      code: 'functions-hidden',
      functions: 1,
      names: ['emit._omp_fn.0'],
      neighbours: ['parse'],
      ticks: 0,
      program: 'prog',
    })
    // Code beyond its end is not its own. Of two functions, the first in memory is reported first,
    // whatever the order of the symbol table.
    const late = [3, 1].map((f) => ({
      name: `${NAMES[f]}.cold`,
      address: at(f) + 0xe0,
      binding: 'local' as const,
    }))
    const apart = memorySource(
      'prog',
      buildElf({ text: { address: BASE, size: END - BASE }, symbols: [...symbols, ...late] }),
    )
    expect(codes(await open([apart, ordinary()]))).toEqual([])
    const into = [3, 1].map(
      (f) => ({ kind: 'arc', from: BASE + 0x40, self: at(f) + 0xe8, count: 1 }) as const,
    )
    const met = await open([apart, gmon(histogram(0, 500), ...arcs(), ...into)])
    expect(met.notices).toEqual([
      {
        code: 'functions-hidden',
        functions: 2,
        names: ['parse.cold', 'emit.cold'],
        neighbours: ['parse', 'emit'],
        ticks: 0,
        program: 'prog',
      },
    ])
    const alias = { name: 'parse.localalias', address: at(1), binding: 'local' as const }
    const mark = { name: '$x', address: at(1) + 0x10, binding: 'local' as const, type: 'none' as const }
    const known = memorySource(
      'prog',
      buildElf({ text: { address: BASE, size: END - BASE }, symbols: [alias, mark, ...symbols] }),
    )
    expect(codes(await open([known, ordinary()]))).toEqual([])
  })

  it('tells of a wrong program also where there are few calls and none of them fits', async () => {
    const few = (shift: number): ByteSource => gmon(histogram(0, 500), ...arcs(shift).slice(0, 3))
    expect((await open([program(), few(0x60)])).notices[0]).toEqual({
      code: 'wrong-executable',
      matched: 0,
      total: 3,
      shift: 0,
    })
    expect(codes(await open([program(), few(0)]))).toEqual([])
  })

  it('tells of threads, whose calls are not all counted', async () => {
    const starter = {
      name: 'pthread_create@GLIBC_2.34',
      address: 0,
      section: 'undefined',
      type: 'none' as const,
    }
    const symbols = [...NAMES.map((name, f) => ({ name, address: at(f) })), starter]
    const threaded = memorySource('prog', buildElf({ text: { address: BASE, size: END - BASE }, symbols }))
    expect((await open([threaded, ordinary()])).notices).toEqual([
      { code: 'threads', starter: 'pthread_create' },
    ])
    expect(codes(await open([threaded, gmon(histogram(0, 500))]))).not.toContain('threads')
  })

  it('does without a profile that cannot be read, also where no program names the functions', async () => {
    const bad = memorySource('bad', buildGmon({ version: 9, records: [] }))
    const opened = await open([bad, ordinary()], { withoutNames: true })
    expect(codes(opened)).toEqual(['no-names', 'file-skipped'])
    const list = memorySource(
      'nm.txt',
      new TextEncoder().encode(
        NAMES.map((name, f) => `${at(f).toString(16).padStart(16, '0')} T ${name}\n`).join(''),
      ),
    )
    expect(codes(await open([list, bad, ordinary()]))).toEqual(['symbols-from-list', 'file-skipped'])
    const none = await openProfile([bad], { ...options, withoutNames: true }, () => {})
    expect(none.ok ? 'opened' : none.problem.problem.code).toBe('gmon/unsupported-version')
  })

  it('takes the files in any order and says nothing of a good profile', async () => {
    for (const sources of [
      [program(), ordinary()],
      [ordinary(), program()],
    ]) {
      const opened = await open(sources)
      expect(codes(opened)).toEqual([])
      expect(opened.name).toBe('prog')
      expect(opened.files.map(({ kind }) => kind).toSorted()).toEqual(['executable', 'profile'])
      expect(nameOf(opened, opened.listing.flat.order[0] ?? -1)).toBe('parse')
      expect(opened.analyzed.profile.totals).toMatchObject({ ticks: 500, arcRecords: 10, runs: 1 })
    }
  })

  it('adds up several profiles beyond the width of their counters', async () => {
    const full = (): ByteSource => gmon(histogram(0, 65_535), ...arcs())
    const opened = await open([full(), program(), full(), full()])
    expect(opened.analyzed.profile.totals).toMatchObject({ ticks: 3 * 65_535, runs: 3 })
    expect(opened.analyzed.profile.functions.calls[1 as FunctionIndex]).toBe(3 * (1 + 6))
    expect(codes(opened)).toEqual(['bins-at-ceiling'])
  })

  it('says of a program without a profile whether it can have written one', async () => {
    const linked = async (...names: readonly string[]): Promise<boolean> => {
      const symbols = ['main', ...names].map((name, f) => ({ name, address: BASE + 16 * f }))
      const elf = memorySource('prog', buildElf({ text: { address: BASE, size: 256 }, symbols }))
      const result = await openProfile([elf], options, () => {})
      const problem = result.ok ? null : result.problem.problem
      if (problem?.code !== 'input/profile-missing') throw new Error(problem?.code)
      return problem.isLinked
    }
    for (const brought of [
      'mcount@GLIBC_2.2.5',
      '__gnu_mcount_nc',
      '.mcount',
      '_mcleanup',
      'monstartup',
      '__fentry__',
    ])
      expect(await linked(brought)).toBe(true)
    for (const other of ['amcount', '__gmon_start__', '_start']) expect(await linked(other)).toBe(false)
    // A stripped program does not show it.
    const list = memorySource(
      'nm.txt',
      new TextEncoder().encode(`${BASE.toString(16).padStart(16, '0')} T main\n`),
    )
    const stripped = memorySource('prog', buildElf({ text: { address: BASE, size: 256 }, symbols: [] }))
    const result = await openProfile([list, stripped], options, () => {})
    expect(result).toMatchObject({ problem: { problem: { code: 'input/profile-missing', isLinked: true } } })
  })

  it('says what is missing', async () => {
    expect(await failure()).toBe('input/nothing-given')
    expect(await failure(program())).toBe('input/profile-missing')
    expect(await failure(ordinary())).toBe('input/executable-missing')
    const other = program('b', BASE + 0x100000)
    expect(await failure(program('a'), other, ordinary())).toBe('input/several-executables')
    expect(await failure(memorySource('notes.txt', new TextEncoder().encode('hello\n')))).toBe(
      'input/unknown-format',
    )
  })

  it('tells which of several programs fits the profile', async () => {
    const wrong = program('wrong', BASE + 0x100000)
    const broken = memorySource('broken', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46))
    const result = await openProfile([wrong, program('right'), ordinary(), broken], options, () => {})
    const files = result.ok ? [] : result.problem.files
    expect(files.map(({ name, match }) => [name, match])).toEqual([
      ['wrong', { matched: 0, total: 10 }],
      ['right', { matched: 10, total: 10 }],
      ['gmon.out', undefined],
      ['broken', undefined],
    ])
    expect(files[3]?.problem).toMatchObject({ code: 'elf/truncated', file: 'broken' })
    expect(files[1]?.detail).toMatch(/· 7 functions$/)
  })

  it('of several programs each with its own profile says of both that they fit', async () => {
    const far = 0x100000
    const theirs = gmon(histogram(far, 500), ...arcs(far))
    const result = await openProfile(
      [program('a'), ordinary(), program('b', BASE + far), theirs],
      options,
      () => {},
    )
    const files = result.ok ? [] : result.problem.files
    expect(files.map(({ match }) => match)).toEqual([
      { matched: 10, total: 10 },
      undefined,
      { matched: 10, total: 10 },
      undefined,
    ])
  })

  it.each([
    ['twice', 2],
    ['three times', 3],
  ])('takes the same program %s for one, under whatever names', async (_, count) => {
    const copies = Array.from({ length: count }, (__, nth) => program(`folder${nth}/prog`))
    const opened = await open([ordinary(), ...copies])
    expect(opened.name).toBe('folder0/prog')
    expect(opened.analyzed.profile.totals.ticks).toBe(500)
    expect(opened.files.slice(2).map(({ problem }) => problem)).toEqual(
      copies.slice(1).map(({ name }) => ({ code: 'input/same-program', file: name, same: 'folder0/prog' })),
    )
  })

  it('does not take a program of the same size for the same', async () => {
    const other = memorySource(
      'other',
      (await program().read(0, program().size)).map((byte, nth, all) =>
        nth === all.length - 1 ? byte + 1 : byte,
      ),
    )
    expect(await failure(program(), other, ordinary())).toBe('input/several-executables')
  })

  it('does not go on with a program that does not fit where the other has no names', async () => {
    const text = { address: BASE, size: END - BASE }
    const stripped = memorySource('stripped', buildElf({ text, symbols: null }))
    expect(await failure(stripped, ordinary(), program('wrong', BASE + 0x100000))).toBe(
      'input/several-executables',
    )
  })

  it('goes on with the program that fits where the other has no names', async () => {
    const text = { address: BASE, size: END - BASE }
    const stripped = memorySource('stripped', buildElf({ text, symbols: null }))
    const opened = await open([stripped, ordinary(), program()])
    expect([opened.name, ...codes(opened)]).toEqual(['prog', 'file-skipped'])
    const twice = await failure(
      stripped,
      memorySource('bare', buildElf({ text, symbols: null, type: 'dyn' })),
      ordinary(),
    )
    expect(twice).toBe('input/several-executables')
  })

  it('tells of a program and of a profile that are gone while it asks which of several fits', async () => {
    const gone = (name: string, whole: ByteSource, reads: number): ByteSource => {
      let left = reads
      const problem = { code: 'bytes/unreadable', file: name, reason: 'gone' } as const
      const read: ByteSource['read'] = (offset, length) =>
        left-- > 0 ? whole.read(offset, length) : Promise.reject(new ProblemError(problem))
      return { name, size: whole.size, read }
    }
    const programs = [program(), program('third', BASE + 0x200000), gone('other', program(), 2)]
    const result = await openProfile([...programs, gone('gmon.out', ordinary(), 2)], options, () => {})
    const told = result.ok ? [] : result.problem.files.map(({ problem }) => problem)
    expect(told).toMatchObject([
      null,
      null,
      { file: 'other', reason: 'gone' },
      { file: 'gmon.out', reason: 'gone' },
    ])
  })

  it('does not hide a mistake of ours, wherever files are looked at', async () => {
    const broken = (name: string, whole: ByteSource, reads: number): ByteSource => {
      let left = reads
      const read: ByteSource['read'] = (offset, length) =>
        left-- > 0 ? whole.read(offset, length) : Promise.reject(new TypeError('broken invariant'))
      return { name, size: whole.size, read }
    }
    const third = program('third', BASE + 0x200000)
    for (let reads = 0; reads < 4; reads++) {
      const bad = broken('bad', program('other', BASE + 0x100000), reads)
      for (const sources of [
        [program(), bad, ordinary()],
        [program(), bad, third, ordinary()],
        [program(), third, broken('bad', ordinary(), reads)],
      ]) {
        const result = await openProfile(sources, options, () => {})
        const { problem, files } = result.ok ? { problem: null, files: result.value.files } : result.problem
        const told = [problem, ...files.map((file) => file.problem)].filter((one) => one?.code === 'bug')
        expect([reads, told.length > 0]).toEqual([reads, true])
      }
    }
  })

  it('goes on without names when asked to', async () => {
    const opened = await open([ordinary()], { withoutNames: true })
    expect(nameOf(opened, opened.listing.flat.order[0] ?? -1)).toMatch(/^0x401[0-9a-f]+$/)
    expect(opened.analyzed.profile.totals.ticks).toBe(500)
  })

  it('keeps what is good of several files and names the rest', async () => {
    const other = gmon({ ...histogram(0, 9), high: END + 64 } as GmonRecord)
    const opened = await open([program(), ordinary(), other, memorySource('empty', new Uint8Array(0))])
    expect(codes(opened)).toEqual(['file-skipped', 'file-skipped'])
    expect(opened.analyzed.profile.totals.runs).toBe(1)
  })

  it('tells its steps in order, bytes rising to the whole', async () => {
    const steps: StageProgress[] = []
    const sources = [program(), ordinary(), ordinary()]
    await openProfile(sources, options, (step) => steps.push(step))
    const stages = steps.map(({ stage }) => stage).filter((stage, i, all) => stage !== all[i - 1])
    expect(stages).toEqual(['identify', 'symbols', 'profiles', 'analysis', 'listing'])
    const read = steps.filter(({ stage }) => stage === 'profiles').map(({ done }) => done)
    expect(read).toEqual(read.toSorted((a, b) => a - b))
    expect(read.at(-1)).toBe((sources[1]?.size ?? 0) * 2)
  })

  it('opens 100,000 functions within bytes that the files justify', async () => {
    const functions = effort(100_000)
    const made = buildLargeCase({ functions, arcs: 6 * functions, cycles: 'giant', names: 'c', seed: 3 })
    const sources = [memorySource('large', made.executable), memorySource('gmon.out', made.profile)]
    const opened = await open(sources)
    expect(opened.analyzed.cycles.length).toBeGreaterThan(0)
    expect(opened.listing.entries.length).toBeGreaterThan(functions)
  })
})
