import { expect, describe, it } from 'vitest'
import { buildElf } from '../testing/builders/build-elf.ts'
import { buildGmon, type GmonRecord } from '../testing/builders/build-gmon.ts'
import { buildLargeCase } from '../testing/large-case.ts'
import { checkAnalysis } from './analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from './analysis/scenario/scenario.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { memorySource } from './bytes/memory-source.ts'
import type { OpenedProfile, Step } from './opened-profile.ts'
import { ProblemError } from './problems/problem-error.ts'
import { openProfile, type Opened, type PipelineOptions } from './pipeline.ts'
import { checkProfile } from './profile/build-profile.ts'
import type { FunctionIndex } from './profile/tables.ts'
import { displayName } from './reports/names/names.ts'
import { noticeText } from './reports/words/notice-text.ts'

const BASE = 0x401000
const SPACING = 0x100
const NAMES = ['main', 'parse', 'scan', 'emit', 'flush', 'close'] as const
const at = (f: number): number => BASE + f * SPACING
const END = at(NAMES.length)

const options: PipelineOptions = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0, strict: false }

const program = (name = 'prog', base = BASE): ByteSource =>
  memorySource(
    name,
    buildElf({
      text: { address: base, size: END - BASE },
      symbols: [
        ...NAMES.map((symbol, f) => ({ name: symbol, address: base + f * SPACING })),
        { name: 'etext', address: base + END - BASE, type: 'none' as const },
      ],
    }),
  )

/** Ten arcs down the line of functions, as a compiler's prologue would have them recorded. */
const arcs = (shift = 0, inside = 8): GmonRecord[] =>
  Array.from({ length: 10 }, (_, arc) => ({
    kind: 'arc',
    from: at(arc % 5) + 0x40 + 16 * Math.floor(arc / 5) + shift,
    self: at((arc % 5) + 1) + inside + shift,
    count: arc + 1,
  }))

const histogram = (shift: number, ticks: number, rate = 100): GmonRecord => ({
  kind: 'histogram',
  low: BASE + shift,
  high: END + shift,
  rate,
  bins: Array.from({ length: (END - BASE) / 4 }, (_, bin) => (bin === 70 ? ticks : 0)),
})

const gmon = (...records: readonly GmonRecord[]): ByteSource =>
  memorySource('gmon.out', buildGmon({ records }))
const ordinary = (): ByteSource => gmon(histogram(0, 500), ...arcs())

async function open(sources: readonly ByteSource[], change: Partial<PipelineOptions> = {}): Promise<Opened> {
  const result = await openProfile(sources, { ...options, ...change }, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  checkProfile(result.value.plain)
  checkAnalysis(result.value.analyzed)
  return result.value
}

async function failure(...sources: readonly ByteSource[]): Promise<string> {
  const result = await openProfile(sources, options, () => {})
  return result.ok ? 'opened' : result.problem.problem.code
}

const codes = ({ notices }: Opened): string[] => notices.map(({ code }) => code)
const nameOf = ({ analyzed }: Opened, f: number): string =>
  displayName(analyzed.profile.functions, f as FunctionIndex)

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
    })
    expect(notices.map(({ code }) => code)).not.toContain('wrong-executable')
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
    })
    // Arcs from 0x40 on into a function begin in what was outlined.
    const calling = await open([bins, gmon(...arcs())])
    expect(calling.notices).toContainEqual({
      code: 'functions-hidden',
      functions: 1,
      names: ['emit._omp_fn.0'],
      neighbours: ['parse'],
      ticks: 0,
    })
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
    expect(codes(opened)).toEqual(['file-skipped'])
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
    const strict = await openProfile([program(), ordinary(), other], { ...options, strict: true }, () => {})
    expect(strict.ok).toBe(false)
  })

  it('tells its steps in order, bytes rising to the whole', async () => {
    const steps: Step[] = []
    const sources = [program(), ordinary(), ordinary()]
    await openProfile(sources, options, (step) => steps.push(step))
    const stages = steps.map(({ stage }) => stage).filter((stage, i, all) => stage !== all[i - 1])
    expect(stages).toEqual(['identify', 'symbols', 'profiles', 'analysis', 'listing'])
    const read = steps.filter(({ stage }) => stage === 'profiles').map(({ done }) => done)
    expect(read).toEqual(read.toSorted((a, b) => a - b))
    expect(read.at(-1)).toBe((sources[1]?.size ?? 0) * 2)
  })

  it('opens 100,000 functions within bytes that the files justify', async () => {
    const made = buildLargeCase({ functions: 100_000, arcs: 600_000, cycles: 'giant', names: 'c', seed: 3 })
    const sources = [memorySource('large', made.executable), memorySource('gmon.out', made.profile)]
    const opened = await open(sources)
    expect(opened.analyzed.cycles.length).toBeGreaterThan(0)
    expect(opened.listing.entries.length).toBeGreaterThan(100_000)

    const told: OpenedProfile[] = []
    await openProfile(
      sources,
      { ...options, tellsFirst: true },
      ({ first }) => void (first && told.push(first)),
    )
    const [first] = told
    expect(told).toHaveLength(1)
    expect([first?.name, first?.files, first?.notices]).toEqual([opened.name, opened.files, opened.notices])
    expect(first?.listing.flat.printed).toHaveLength(100)
  })

  it('tells no first rows of a small profile, which is there as soon', async () => {
    const steps: Step[] = []
    await openProfile([program(), ordinary()], { ...options, tellsFirst: true }, (step) => steps.push(step))
    expect(steps.some(({ first }) => first)).toBe(false)
  })
})

describe('profiles of several builds', () => {
  /** The program with the marks of its beginning and its end, and what glibc's profiler writes of it and of a shorter build. */
  const marked = (): ByteSource => {
    const symbols = [
      { name: '__executable_start', address: BASE - 0x1000, type: 'none' as const },
      ...NAMES.map((name, f) => ({ name, address: at(f) })),
      { name: 'etext', address: END - 3, type: 'none' as const },
    ]
    return memorySource('prog', buildElf({ text: { address: BASE, size: END - BASE }, symbols }))
  }
  const run = (name: string, end: number, ...records: readonly GmonRecord[]): ByteSource => {
    const low = BASE - 0x1000
    const bins = Array.from({ length: (end - low) / 4 }, (_, bin) => (bin === 0x400 + 70 ? 500 : 0))
    const all = [{ kind: 'histogram' as const, low, high: end, bins }, ...records]
    return memorySource(name, buildGmon({ records: all }))
  }
  const good = (name: string): ByteSource => run(name, END, ...arcs())
  const old = (name: string): ByteSource => run(name, END - 32, ...arcs())
  const skipped = ({ notices }: Opened): readonly string[] =>
    notices.flatMap((notice) =>
      notice.code === 'file-skipped' && 'file' in notice.problem ? [notice.problem.file] : [],
    )

  it('adds up those of the program that is there, whichever come first and however few they are', async () => {
    const few = [marked(), old('old.1'), old('old.2'), good('good.1'), old('old.3')]
    const opened = await open(few)
    expect(skipped(opened)).toEqual(['old.1', 'old.2', 'old.3'])
    expect(opened.analyzed.profile.totals).toMatchObject({ ticks: 500, runs: 1 })
    const problems = opened.files.map(({ problem }) => problem?.code)
    const refused = 'gmon/overlapping-histograms'
    expect(problems).toEqual([undefined, refused, refused, undefined, refused])
  })

  it('adds up most of them where the program does not say which are its own', async () => {
    const runs = [old('old'), good('1'), good('2'), good('3')]
    const opened = await open([program(), ...runs])
    expect(skipped(opened)).toEqual(['old'])
    expect(opened.analyzed.profile.totals).toMatchObject({ ticks: 1500, runs: 3 })
    const nameless = await open(runs, { withoutNames: true })
    expect(skipped(nameless)).toEqual(['old'])
    expect(skipped(await open([program(), old('old'), good('1')]))).toEqual(['1'])
    expect(skipped(await open([program(), good('1'), old('old'), good('2')]))).toEqual(['old'])
  })

  it('tells it again from the beginning, and says nothing twice', async () => {
    const cut = memorySource('cut', (await good('cut').read(0, good('cut').size - 3)).slice())
    const opened = await open([marked(), old('old'), cut, good('1')])
    expect(codes(opened)).toEqual(['gmon/truncated-file', 'file-skipped'])
  })

  it('doubts a program whose code ends elsewhere than that of the one that ran', async () => {
    const opened = await open([marked(), old('gmon.out')])
    expect(opened.notices[0]).toEqual({
      code: 'wrong-executable',
      matched: 10,
      total: 10,
      shift: 0,
      ends: END - 32,
    })
    expect(codes(await open([marked(), good('gmon.out')]))).toEqual([])
    // Another C library rounds up to more than glibc does.
    expect(codes(await open([marked(), run('gmon.out', END + 28, ...arcs())]))).toEqual([])
    // Who chooses what is profiled has begun elsewhere.
    expect(codes(await open([marked(), ordinary()]))).toEqual([])
  })

  it('tells which of several runs has calls that the program does not explain', async () => {
    const odd = run('odd', END, ...arcs(0, 0x90))
    for (const sources of [
      [good('1'), good('2'), odd, good('3'), good('4')],
      [odd, good('1'), good('2'), good('3'), good('4')],
    ]) {
      const opened = await open([marked(), ...sources])
      expect(opened.notices).toEqual([{ code: 'odd-run', file: 'odd', matched: 0, total: 10 }])
    }
    // Of two it may be either.
    const either = await open([marked(), odd, good('1')])
    expect(codes(either).toSorted()).toEqual(['odd-run', 'wrong-executable'])
    // All alike: the program is meant.
    expect(codes(await open([marked(), odd, run('odd.2', END, ...arcs(0, 0x90))]))).toEqual([
      'wrong-executable',
    ])
  })
})

describe('the doctor', () => {
  it('doubts a program whose functions do not begin where calls were counted', async () => {
    const opened = await open([program(), gmon(histogram(0, 500), ...arcs(0, 0x90))])
    expect(opened.notices[0]).toEqual({ code: 'wrong-executable', matched: 0, total: 10, shift: 0 })
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
    // Alone it may be what was asked for.
    expect((await open([elf('lib.so', 'dyn'), ordinary()])).name).toBe('lib.so')
  })

  it('says of many files of no use one word', async () => {
    const text = (name: string): ByteSource => memorySource(name, new TextEncoder().encode('int x;\n'))
    const names = ['a.c', 'b.c', 'c.c', 'd.c']
    const few = await open([...names.slice(1).map(text), program(), ordinary()])
    expect(codes(few)).toEqual(['file-skipped', 'file-skipped', 'file-skipped'])
    const empty = memorySource('gmon.1', new Uint8Array(0))
    const many = await open([...names.map(text), program('copy'), program(), ordinary(), empty])
    expect(many.notices).toEqual([
      { code: 'file-skipped', problem: { code: 'input/empty-file', file: 'gmon.1' } },
      { code: 'files-unused', files: ['a.c', 'b.c', 'c.c'], count: 5 },
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
    // In three histograms, of which none covers half of it.
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
  ] as const)('%s', async (_, records, expected) => {
    expect(codes(await open([program(), gmon(...records)]))).toEqual(expected)
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
    const asGprof = await openProfile([program(), other], { ...options, strict: true }, () => {})
    expect(asGprof).not.toMatchObject({ problem: { problem } })
  })

  it('tells of a file that ends in the middle of a record, and keeps what came before', async () => {
    const whole = buildGmon({ records: [histogram(0, 500), ...arcs()] })
    const opened = await open([program(), memorySource('gmon.out', whole.slice(0, -3))])
    expect(opened.notices[0]).toMatchObject({ code: 'gmon/truncated-file', keptArcs: 9, keptHistograms: 1 })
    expect(opened.analyzed.profile.totals.ticks).toBe(500)
  })
})
