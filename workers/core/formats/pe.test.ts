import { describe, expect, it } from 'vitest'
import { buildPe, TEXT, type PeSpec, type PeSymbol } from '../../testing/builders/build-pe.ts'
import { problemOf } from '../../testing/problem-of.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { watchedSource } from '../../testing/sources.ts'
import { binaryString } from '../base/string-table.ts'
import { memorySource } from '../bytes/byte-source.ts'
import type { RawExecutable } from './format.ts'
import { SymbolBinding, SymbolPlace, SymbolType, type RawSymbols } from './raw-symbols.ts'
import { readPe } from './pe.ts'
import { effort } from '../../testing/effort.ts'

const read = (spec: PeSpec): Promise<RawExecutable> => readPe(memorySource('prog.exe', buildPe(spec)))
const problem = (bytes: Uint8Array): ReturnType<typeof problemOf> =>
  problemOf(() => readPe(memorySource('prog.exe', bytes)))

const nameIn = (table: Readonly<Record<string, number>>, value: number): string =>
  Object.keys(table).find((key) => table[key] === value) ?? '?'

/** "name address binding type place" per symbol. */
function rows(symbols: RawSymbols): readonly string[] {
  return Array.from({ length: symbols.length }, (_, row) => {
    const from = symbols.nameOffset[row]
    return [
      binaryString(symbols.names, from, symbols.names.indexOf(0, from)),
      symbols.address[row].toString(16),
      nameIn(SymbolBinding, symbols.binding[row]),
      nameIn(SymbolType, symbols.type[row]),
      nameIn(SymbolPlace, symbols.place[row]),
    ].join(' ')
  })
}

const DATA = { name: '.data', address: 0x3000, size: 0x200, flags: 0xc000_0040 }
const SYMBOLS: readonly PeSymbol[] = [
  { name: '.file', value: 0, section: -2, type: 0, storage: 103, auxiliary: 1 },
  { name: 'paint', value: 0x10, storage: 3, auxiliary: 1 },
  { name: 'main', value: 0x20 },
  { name: 'exactly8', value: 0x30 },
  { name: 'longer_than_eight', value: 0x40 },
  { name: 'label', value: 0x50, storage: 6, type: 0 },
  { name: 'weak_one', value: 0x60, storage: 127 },
  { name: '.text', value: 0x999, storage: 104, type: 0 },
  { name: 'number', value: 0x99, section: -1, type: 0 },
  { name: 'shared', value: 16, section: 0, type: 0 },
  { name: 'puts', value: 0, section: 0 },
  { name: 'table', value: 8, section: 2, type: 0 },
  { name: 'beyond', value: 8, section: 9 },
]
const PROGRAM: PeSpec = { sections: [TEXT, DATA], symbols: SYMBOLS }

describe('readPe', () => {
  it.each([
    { wide: true, base: 0x1_4000_0000, description: 'PE 64-bit x86-64', machine: 62 },
    { wide: false, base: 0x40_0000, description: 'PE 32-bit i386', machine: 3 },
  ])('$description', async ({ wide, base, description, machine }) => {
    const executable = await read({ ...PROGRAM, wide })
    const at = (offset: number): string => (base + 0x1000 + offset).toString(16)
    expect(rows(executable.symbols)).toEqual([
      `paint ${at(0x10)} local func code`,
      `main ${at(0x20)} global func code`,
      `exactly8 ${at(0x30)} global func code`,
      `longer_than_eight ${at(0x40)} global func code`,
      `label ${at(0x50)} local none code`,
      `weak_one ${at(0x60)} weak func code`,
      `.text ${at(0)} local none code`,
      'number 99 global none nowhere',
      'shared 10 global common undefined',
      'puts 0 global func undefined',
      `table ${(base + 0x3008).toString(16)} global none data`,
      'beyond 8 global func nowhere',
    ])
    expect(executable).toMatchObject({
      format: 'pe',
      description,
      machine,
      wordSize: wide ? 8 : 4,
      bigEndian: false,
      positionIndependent: false,
      textStart: base + 0x1000,
      textLast: base + 0x1fff,
      textOffset: 0x400,
    })
    expect(executable.symbols.prefix).toBe(wide ? undefined : '_')
  })

  it('a section ends where its bytes do, less what fills the last sector', async () => {
    const at = async (virtualSize: number): Promise<number> =>
      (await read({ ...PROGRAM, sections: [{ ...TEXT, virtualSize }] })).textLast - 0x1_4000_1000
    expect(await at(0xff8)).toBe(0xff7)
    expect(await at(0x2000)).toBe(0xfff)
    expect(await at(0)).toBe(0xfff)
  })

  it('long names of sections: those of debugging information', async () => {
    const debug = { name: '.debug_line', address: 0x5000, size: 0x200, flags: 0x4200_0040 }
    const { debugSections } = await read({ ...PROGRAM, sections: [TEXT, debug] })
    expect(debugSections).toEqual([{ name: '.debug_line', offset: 0x1400, size: 0x200, compressed: false }])
  })

  it('and the one that names the file they went to', async () => {
    const link = { name: '.gnu_debuglink', address: 0x5000, size: 0x200, flags: 0x4200_0040 }
    const { debugSections } = await read({ ...PROGRAM, sections: [TEXT, link] })
    expect(debugSections.map(({ name }) => name)).toEqual(['.gnu_debuglink'])
  })

  it('may be loaded elsewhere if it says so', async () => {
    expect((await read({ ...PROGRAM, relocatable: true })).positionIndependent).toBe(true)
  })

  it('without symbols it is stripped; without .text it has no code', async () => {
    expect(await problem(buildPe({ ...PROGRAM, symbols: null }))).toMatchObject({
      code: 'executable/no-symbols',
      stripped: true,
    })
    expect(await problem(buildPe({ ...PROGRAM, sections: [DATA] }))).toMatchObject({
      code: 'executable/no-text',
    })
    const source = memorySource('prog.exe', buildPe({ ...PROGRAM, symbols: null }))
    expect((await readPe(source, true)).symbols.length).toBe(0)
  })
})

describe('files that are not what they say', () => {
  const small: PeSpec = { ...PROGRAM, sections: [{ ...TEXT, size: 32 }] }

  it('cut at any length there is a problem', async () => {
    const bytes = buildPe(small)
    // Without its string table a file has no long names, and says so at the first one.
    for (let length = 0; length < bytes.length; length++) {
      expect((await problem(bytes.slice(0, length)))?.code, `${length}`).toMatch(/^executable\//)
    }
  })

  it('damage anywhere is a problem or a table, never anything else', async () => {
    const random = randomFrom(12)
    const pe = buildPe(small)
    for (let turn = 0; turn < effort(6000); turn++) {
      const damaged = pe.slice()
      for (let nth = random.between(1, 4); nth > 0; nth--) {
        damaged[random.below(pe.length)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)])
      }
      const source = watchedSource(memorySource('prog.exe', damaged))
      const found = await problemOf(() => readPe(source))
      if (found !== null) expect(found.code).toMatch(/^(executable|elf|bytes)\//)
      expect(source.bytesRead()).toBeLessThan(4 * pe.length)
    }
  })
})
