// Tests of programs that are dropped because they cannot have written a profile.
import { expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { failure, open, ordinary, program } from '../../testing/small-opening.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { dropUnusablePrograms } from './drop-unusable-programs.ts'

it('drops object files as long as a program remains', async () => {
  const text = { address: 0, size: 16 }
  const object = (name: string) =>
    memorySource(name, buildElf({ type: 'rel', entry: 0, text, symbols: [{ name, address: 0 }] }))
  const kindsOf = async (...sources: Parameters<typeof identifyAll>[0]) => {
    const { files, isFewer } = await dropUnusablePrograms(await identifyAll(sources, () => {}))
    return [isFewer, ...files.map(({ file }) => file.problem?.code ?? file.kind)]
  }
  expect(await kindsOf(object('a.o'), program())).toEqual([true, 'elf/not-executable', 'executable'])
  expect(await kindsOf(object('a.o'), object('long.o'))).toEqual([false, 'executable', 'executable'])
})

it.each([
  ['twice', 2],
  ['three times', 3],
])('takes the same program %s for one, whatever their names', async (_, count) => {
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
