// Tests of adding up runs: which are skipped, in which order, with what notices.
import { describe, expect, it } from 'vitest'
import { buildElf, type ElfSymbol } from '../../testing/builders/build-elf.ts'
import { buildGmon, type GmonRecord } from '../../testing/builders/build-gmon.ts'
import { arcs, at, BASE, codes, END, NAMES, open, ordinary, program } from '../../testing/small-opening.ts'
import { type ByteSource, memorySource } from '../bytes/byte-source.ts'
import { ReadBuffers } from '../formats/gmon/read.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import type { Opened } from './open-profile.ts'
import { readProgram } from './read-program.ts'
import { sumRuns } from './sum-runs.ts'

it('describes each run in a list of its own, and leaves the files as they were', async () => {
  const bad = memorySource('bad', buildGmon({ version: 9, records: [] }))
  const identified = await identifyAll([program(), ordinary(), bad], () => {})
  const names = await readProgram(identified, { withoutNames: false }, () => {})
  const { files, sum, notices } = await sumRuns(names, { shift: 0 }, new ReadBuffers(), () => {})
  const problem = { code: 'gmon/unsupported-version', file: 'bad', version: 9 }
  expect(files.map(({ file }) => [file.samples, file.problem?.code])).toEqual([
    [undefined, undefined],
    [500, undefined],
    [undefined, problem.code],
  ])
  expect(names.files.map(({ file }) => file.samples ?? file.problem)).toEqual([null, null, null])
  expect(notices).toMatchObject([{ code: 'file-skipped', problem }])
  expect(sum.runs).toBe(1)
})

describe('profiles of several builds', () => {
  /**
   * The program with symbols for the start and end of its code, and what glibc's profiler writes of
   * it and of a shorter build.
   */
  const marked = (more: readonly ElfSymbol[] = []): ByteSource => {
    const symbols = [
      ...more,
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

  it('adds up those of the program among the files, whatever their order and number', async () => {
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

  it('adds up again from the beginning, and reports nothing twice', async () => {
    const cut = memorySource('cut', (await good('cut').read(0, good('cut').size - 3)).slice())
    const opened = await open([marked(), old('old'), cut, good('1')])
    expect(codes(opened)).toEqual(['gmon/truncated-file', 'file-skipped'])
  })

  it('reports a BSD file that ends within an arc', async () => {
    const bins = Array.from({ length: (END - BASE) / 4 }, () => 1)
    const calls = [at(0), at(1)].map((self) => ({ from: at(0) + 4, self, count: 3 }))
    const whole = buildGmon({ format: '4.4bsd', low: BASE, high: END, bins, arcs: calls })
    const codesOf = async (bytes: Uint8Array) =>
      codes(await open([program(), memorySource('gmon.out', bytes)]))
    expect(await codesOf(whole)).not.toContain('gmon/truncated-file')
    expect(await codesOf(whole.slice(0, -5))).toContain('gmon/truncated-file')
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
    // Bins of 4 bytes are rounded to 4 bytes: one more is another build.
    expect(codes(await open([marked(), run('gmon.out', END + 4, ...arcs())]))).toEqual(['wrong-executable'])
    // A program that chooses the profiled range starts elsewhere.
    expect(codes(await open([marked(), ordinary()]))).toEqual([])
  })

  it('reports which of several runs has calls that the program does not explain', async () => {
    const odd = run('odd', END, ...arcs(0, 0x90))
    for (const sources of [
      [good('1'), good('2'), odd, good('3'), good('4')],
      [odd, good('1'), good('2'), good('3'), good('4')],
    ]) {
      const opened = await open([marked(), ...sources])
      expect(opened.notices).toEqual([{ code: 'odd-run', file: 'odd', matched: 0, total: 10 }])
    }
    // Nor is a run odd whose calls lead to functions that gprof skips.
    const hidden = NAMES.map((name, f) => ({
      name: `${name}.part.0`,
      address: at(f) + 0x90,
      binding: 'local' as const,
    }))
    const explained = await open([marked(hidden), good('1'), odd, good('2')])
    expect(codes(explained)).not.toContain('odd-run')
    // Of two runs, either may be the odd one.
    const either = await open([marked(), odd, good('1')])
    expect(codes(either).toSorted()).toEqual(['odd-run', 'wrong-executable'])
    // All runs are alike, so the program is the doubtful one.
    expect(codes(await open([marked(), odd, run('odd.2', END, ...arcs(0, 0x90))]))).toEqual([
      'wrong-executable',
    ])
  })
})
