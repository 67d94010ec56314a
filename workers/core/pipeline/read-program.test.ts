// Tests of reading what names the functions.
import { expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { at, BASE, END, NAMES, ordinary, program } from '../../testing/small-opening.ts'
import { type ByteSource, memorySource } from '../bytes/byte-source.ts'
import { type Candidate, OpeningError } from '../inputs/candidates.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { readProgram } from './read-program.ts'

const LIST = memorySource(
  'nm.txt',
  new TextEncoder().encode(
    NAMES.map((name, f) => `${at(f).toString(16).padStart(16, '0')} T ${name}\n`).join(''),
  ),
)
const stripped = (): ByteSource =>
  memorySource('stripped', buildElf({ text: { address: BASE, size: END - BASE }, symbols: [] }))

const read = async (...sources: readonly ByteSource[]) =>
  readProgram(await identifyAll(sources, () => {}), { withoutNames: false }, () => {})

const kinds = (files: readonly Candidate[]): readonly string[] =>
  files.map(({ file }) => file.problem?.code ?? `${file.kind}: ${file.detail.replace(/^.* · /, '')}`)

it('takes the functions of a program, and of a list only where the program has none', async () => {
  const own = await read(program(), LIST, ordinary())
  expect([own.program?.isListed, own.symbols.length]).toEqual([false, NAMES.length + 1])
  expect(own.notices).toEqual([{ code: 'symbol-list-unused', file: 'nm.txt' }])
  const listed = await read(stripped(), LIST, ordinary())
  expect([listed.program?.isListed, listed.symbols.length]).toEqual([true, NAMES.length])
  expect(listed.notices).toEqual([{ code: 'symbols-from-list', file: 'nm.txt' }])
  expect(kinds(listed.files)).toEqual([
    'executable: 6 functions',
    'symbols: 6 symbols',
    'profile: GNU gmon.out, version 1',
  ])
})

it('fails with the files as they were described until then', async () => {
  const error: unknown = await read(stripped(), ordinary()).catch((thrown: unknown) => thrown)
  if (!(error instanceof OpeningError)) throw new Error('it opened')
  expect(error.problem.code).toBe('elf/no-symbols')
  expect(kinds(error.files)).toEqual(['elf/no-symbols', 'profile: GNU gmon.out, version 1'])
})
