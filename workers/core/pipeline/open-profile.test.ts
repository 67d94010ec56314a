// Tests of opening files.

import { describe, expect, it } from 'vitest'
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
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { openProfile } from './open-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'

describe('openProfile', () => {
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

  it('fails with all that was found out about the files until then', async () => {
    const whole = program()
    const openAfter = async (most: number) => {
      let reads = 0
      const problem = { code: 'bytes/unreadable', file: 'prog', reason: 'gone' } as const
      const read: ByteSource['read'] = (offset, length) =>
        ++reads > most ? Promise.reject(new ProblemError(problem)) : whole.read(offset, length)
      const scenario = { ...EMPTY_SCENARIO, staticArcs: true }
      const sources = [{ name: 'prog', size: whole.size, read }, ordinary()]
      return { result: await openProfile(sources, { ...options, scenario }, () => {}), reads }
    }
    const { reads } = await openAfter(Infinity)
    const { result } = await openAfter(reads - 1)
    expect(result).toMatchObject({ ok: false, problem: { problem: { code: 'bytes/unreadable' } } })
    const files = result.ok ? [] : result.problem.files
    expect(files[0]?.detail).toMatch(/· 7 functions$/)
    expect(files[1]?.samples).toBe(500)
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
