// Tests of the problem that says which file is missing.
import { expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { BASE, gmon, options, ordinary } from '../../testing/small-opening.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readExecutable } from '../formats/registry.ts'
import { openProfile } from '../pipeline/open-profile.ts'
import { identifyAll } from './identify-files.ts'
import { describeMissingInput } from './missing-input.ts'

it('describes profiles without a program, and leaves the files as they were', async () => {
  const cut = memorySource('cut', await gmon().read(0, 20))
  const files = await identifyAll([ordinary(), cut], () => {})
  const error = await describeMissingInput(files, null, () => {})
  expect(error.problem).toEqual({ code: 'input/executable-missing', profiles: ['gmon.out', 'cut'] })
  expect(error.files.map(({ file }) => file.detail)).toEqual([
    'GNU gmon.out, version 1 · 100 Hz · 500 samples · 10 arcs',
    'GNU gmon.out, version 1 · 0 arcs',
  ])
  expect(files[0]?.file.detail).toBe('GNU gmon.out, version 1')
})

it('says of a program without a profile whether it can have written one', async () => {
  const linked = async (...names: readonly string[]): Promise<boolean> => {
    const symbols = ['main', ...names].map((name, f) => ({ name, address: BASE + 16 * f }))
    const elf = memorySource('prog', buildElf({ text: { address: BASE, size: 256 }, symbols }))
    const { problem } = await describeMissingInput([], await readExecutable(elf, true), () => {})
    if (problem.code !== 'input/profile-missing') throw new Error(problem.code)
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
