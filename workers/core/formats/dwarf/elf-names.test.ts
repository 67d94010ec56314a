import { expect, it } from 'vitest'
import { buildElf, type ElfSymbol } from '../../../testing/builders/build-elf.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { readExecutable } from '../elf.ts'
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

it('keeps a name for as many bytes as its symbol has, while addresses ascend, whatever begins there', async () => {
  const file = buildElf({
    text: { address: 0x1000, size: 0x100 },
    symbols: [
      { name: 'f', address: 0x1010, size: 16 },
      { name: 'label', address: 0x1018, size: 0, type: 'none', binding: 'local' },
      // Thumb code, as another machine's tools see it.
      { name: '$t', address: 0x1020, size: 0, type: 'none', binding: 'local' },
      { name: 'thumb', address: 0x1021, size: 16 },
      { name: '$t', address: 0x1030, size: 0, type: 'none', binding: 'local' },
      { name: 'next', address: 0x1031, size: 8 },
    ],
  })
  const names = new ElfNames(await readExecutable(memorySource('x', file), false, true))
  const walk = (from: number): string[] => {
    const stretches: string[] = []
    for (let at = from; at < 0x1100;) {
      const symbol = names.ask(at)
      stretches.push(`${at.toString(16)} ${symbol < 0 ? '-' : names.nameOf(symbol)}`)
      at = names.heldUntil()
    }
    return stretches
  }
  const inOrder = ['1000 -', '1010 f', '1020 $t', '1021 thumb', '1031 next']
  expect(walk(0x1000)).toEqual(inOrder)
  // Nothing was asked before.
  expect(walk(0x101a)).toEqual(['101a label', ...inOrder.slice(2)])
  expect(walk(0x1030)).toEqual(['1030 $t', '1031 next'])
})
