import { expect, it } from 'vitest'
import { buildElf, type ElfSymbol } from '../../../../testing/builders/build-elf.ts'
import { memorySource } from '../../../bytes/memory-source.ts'
import { readExecutable } from '../../elf/read.ts'
import { ElfNames } from './elf-names.ts'

async function namesAt(symbols: readonly ElfSymbol[], ...addresses: number[]): Promise<string[]> {
  const file = buildElf({ text: { address: 0x1000, size: 0x100 }, symbols })
  const names = new ElfNames(await readExecutable(memorySource('x', file), false, true))
  return addresses.map((address) => {
    const symbol = names.at(address)
    return symbol < 0 ? '-' : names.nameOf(symbol)
  })
}

it('names code after the nearest symbol that begins at or below it', async () => {
  const symbols: ElfSymbol[] = [
    { name: 'f', address: 0x1010, size: 16 },
    { name: 'g', address: 0x1020, size: 16 },
  ]
  expect(await namesAt(symbols, 0x1000, 0x1010, 0x101f, 0x1020, 0x10ff)).toEqual(['-', 'f', 'f', 'g', 'g'])
})

it('takes the first of two equal names, be it local', async () => {
  const symbols: ElfSymbol[] = [
    { name: 'f.localalias', address: 0x1010, size: 16, binding: 'local' },
    { name: 'f', address: 0x1010, size: 16 },
  ]
  expect(await namesAt(symbols, 0x1010, 0x1024)).toEqual(['f.localalias', 'f.localalias'])
})

it('names code after the largest symbol that begins there, whatever its kind', async () => {
  const symbols: ElfSymbol[] = [
    { name: 'small', address: 0x1010, size: 8 },
    { name: 'large', address: 0x1010, size: 16, type: 'none' },
    { name: 'label', address: 0x1010, size: 4 },
  ]
  expect(await namesAt(symbols, 0x1010, 0x1017, 0x1018, 0x1024)).toEqual(['large', 'large', 'large', 'large'])
})
