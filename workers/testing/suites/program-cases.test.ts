// Programs beside profiles that they did not write, or did: one accusation with its evidence, or none.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildLargeCase } from '../large-case.ts'
import { arcs, codes, failure, gmon, histogram, open, program } from '../small-opening.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import { readExecutable } from '../../core/formats/registry.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { problemText } from '../../core/reports/messages/problems.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'

const file = (name: string): ByteSource =>
  memorySource(
    name,
    new Uint8Array(readFileSync(new URL(`../../testing/cases/programs/${name}`, import.meta.url))),
  )
const openCase = (...names: readonly string[]): Promise<Opened> => open(names.map(file))

describe('accused', () => {
  it.each([
    [
      'without-profiler.elf',
      'without-profiler.gmon',
      { matched: 2, total: 2, shift: 0, lacksProfiler: true },
    ],
    ['mingw.exe', 'mingw-other-build.gmon', { matched: 3, total: 3, shift: 0, ends: 0x4018c0 }],
    ['from-start.elf', 'from-start-other-build.gmon', { matched: 1, total: 1, shift: 0, ends: 0x401600 }],
  ])('%s beside %s', async (executable, profile, evidence) => {
    const { notices } = await openCase(executable, profile)
    expect(notices).toContainEqual({ code: 'wrong-executable', ...evidence })
  })
})

it('a MinGW program beside its own profile is not accused', async () => {
  expect(codes(await openCase('mingw.exe', 'mingw-same-build.gmon'))).toEqual(['bsd-format'])
})

it('a program whose functions all lie behind its section of code is not accused of its samples there', async () => {
  const made = buildLargeCase({ functions: 500, arcs: 2000, cycles: 'none', names: 'c', seed: 8 })
  const opened = await open([memorySource('large', made.executable), memorySource('gmon.out', made.profile)])
  expect(codes(opened)).not.toContain('wrong-executable')
})

describe('samples that gprof’s borders of bins lose', () => {
  it('are no samples outside of the program', async () => {
    const { notices } = await openCase('rounded.elf', 'rounded.gmon')
    expect(notices).toEqual([{ code: 'rounding-loss', ticks: expect.closeTo(408 / 7, 9), totalTicks: 200 }])
  })

  it('nor with a list of symbols in place of the program', async () => {
    const list = ['_start', 'main', 'busy', 'rest', 'etext']
      .map((name, nth) => `00000000004${['01120', '01180', '01200', '01400', '014f4'][nth]} T ${name}\n`)
      .join('')
    const opened = await open([memorySource('symbols', new TextEncoder().encode(list)), file('rounded.gmon')])
    expect(codes(opened)).toEqual(['symbols-from-list', 'rounding-loss'])
  })
})

it('a program that the loader moved has one notice, which says by how much, and one when it is shifted', async () => {
  const moved = 0x7ff4cad10000
  const files = [program(), gmon(histogram(moved, 500), ...arcs(moved))]
  const { notices } = await open(files)
  expect(notices).toEqual([{ code: 'wrong-executable', matched: 0, total: 10, shift: moved }])
  const shifted = await open(files, { shift: moved })
  expect(shifted.notices).toEqual([{ code: 'position-independent', shift: moved }])
})

it('an overwritten section table is said to be damaged, and where', async () => {
  const error: unknown = await readExecutable(file('section-table-overwritten.elf')).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ProblemError)
  expect(problemText((error as ProblemError).problem).explanation).toMatch(
    /^Its section table is damaged: entry 4 at byte 1,824 should be a table of strings/,
  )
  expect(await failure(file('section-table-overwritten.elf'), file('rounded.gmon'))).toBe('elf/bad-header')
})
