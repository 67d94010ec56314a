// Tests of finding the program that the profiles fit.
import { expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import {
  arcs,
  BASE,
  codes,
  END,
  failure,
  gmon,
  histogram,
  open,
  options,
  ordinary,
  program,
} from '../../testing/small-opening.ts'
import { type ByteSource, memorySource } from '../bytes/byte-source.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { narrowPrograms } from './match-programs.ts'
import { openProfile } from './open-profile.ts'

/** Returns what is found out about the files, and checks that the files as identified stay as they were. */
async function matched(...sources: readonly ByteSource[]) {
  const identified = await identifyAll(sources, () => {})
  const before = identified.map(({ file }) => ({ ...file }))
  const { files, isFewer } = await narrowPrograms(identified, () => {})
  expect(identified.map(({ file }) => file)).toEqual(before)
  return { files: files.map(({ file }) => file), isFewer }
}

it('describes how well each of several programs fits the profile', async () => {
  const wrong = program('wrong', BASE + 0x100000)
  const broken = memorySource('broken', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46))
  const { files, isFewer } = await matched(wrong, program('right'), ordinary(), broken)
  expect(isFewer).toBe(false)
  expect(files.map(({ name, match }) => [name, match])).toEqual([
    ['wrong', { matched: 0, total: 10 }],
    ['right', { matched: 10, total: 10 }],
    ['gmon.out', undefined],
    ['broken', undefined],
  ])
  expect(files[3]?.problem).toMatchObject({ code: 'elf/truncated', file: 'broken' })
  expect(files[1]?.detail).toMatch(/· 7 functions$/)
})

it('finds that each of two programs fits its own profile', async () => {
  const far = 0x100000
  const theirs = gmon(histogram(far, 500), ...arcs(far))
  const { files } = await matched(program('a'), ordinary(), program('b', BASE + far), theirs)
  expect(files.map(({ match }) => match)).toEqual([
    { matched: 10, total: 10 },
    undefined,
    { matched: 10, total: 10 },
    undefined,
  ])
})

it('does not choose a program that does not fit where the other has no names', async () => {
  const text = { address: BASE, size: END - BASE }
  const stripped = memorySource('stripped', buildElf({ text, symbols: null }))
  expect(await failure(stripped, ordinary(), program('wrong', BASE + 0x100000))).toBe(
    'input/several-executables',
  )
})

it('chooses the program that fits where the other has no names', async () => {
  const text = { address: BASE, size: END - BASE }
  const stripped = memorySource('stripped', buildElf({ text, symbols: null }))
  const { files, isFewer } = await matched(stripped, ordinary(), program())
  expect(isFewer).toBe(true)
  expect(files.map(({ kind }) => kind)).toEqual(['unknown', 'profile', 'executable'])
  const opened = await open([stripped, ordinary(), program()])
  expect([opened.name, ...codes(opened)]).toEqual(['prog', 'file-skipped'])
  const twice = await failure(
    stripped,
    memorySource('bare', buildElf({ text, symbols: null, type: 'dyn' })),
    ordinary(),
  )
  expect(twice).toBe('input/several-executables')
})

it('notes a program and a profile that are gone at the files', async () => {
  const gone = (name: string, whole: ByteSource, reads: number): ByteSource => {
    let left = reads
    const problem = { code: 'bytes/unreadable', file: name, reason: 'gone' } as const
    const read: ByteSource['read'] = (offset, length) =>
      left-- > 0 ? whole.read(offset, length) : Promise.reject(new ProblemError(problem))
    return { name, size: whole.size, read }
  }
  const programs = [program(), program('third', BASE + 0x200000), gone('other', program(), 2)]
  const result = await openProfile([...programs, gone('gmon.out', ordinary(), 2)], options, () => {})
  const problems = result.ok ? [] : result.problem.files.map(({ problem }) => problem)
  expect(problems).toMatchObject([
    null,
    null,
    { file: 'other', reason: 'gone' },
    { file: 'gmon.out', reason: 'gone' },
  ])
})
