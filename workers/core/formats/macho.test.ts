import { describe, expect, it } from 'vitest'
import { buildMach, MACH_TEXT, type MachSpec } from '../../testing/builders/build-mach.ts'
import { problemOf } from '../../testing/problem-of.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { watchedSource } from '../../testing/sources.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { selectFunctions } from '../symbols/symbol-table.ts'
import { readMach } from './macho.ts'

const problem = (spec: MachSpec): ReturnType<typeof problemOf> =>
  problemOf(() => readMach(memorySource('prog', buildMach(spec))))

const DATA = { segment: '__DATA', name: '__data', address: 0x3000, size: 16 }
const program = (base: number): MachSpec => ({
  sections: [{ ...MACH_TEXT, address: base + 0xf00, size: 0x40 }, DATA],
  flags: 0x20_0000,
  uuid: Array.from({ length: 16 }, (_, nth) => nth),
  symbols: [
    { name: '/tmp/main.c', value: 0, type: 0x64, section: 0 },
    { name: '_tidy', value: base + 0xf10, type: 0x0e },
    // N_BNSYM, which debuggers read.
    { name: '_begins', value: base + 0xf12, type: 0x2e },
    { name: 'compiler_label', value: base + 0xf14, type: 0x0e },
    { name: '-[Ferry cross:]', value: base + 0xf18, type: 0x0e },
    { name: '_main', value: base + 0xf20 },
    { name: '__Z5crossi', value: base + 0xf30 },
    { name: '_spent', value: 0x3008, section: 2 },
    { name: '_printf', value: 0, type: 0x01, section: 0 },
    { name: '__mh_execute_header', value: base, type: 0x03, section: 0 },
  ],
})

describe.each([
  { wordSize: 8, bigEndian: false, cpu: 0x0100_0007, description: 'Mach-O 64-bit x86-64', machine: 62 },
  { wordSize: 8, bigEndian: false, cpu: 0x0100_000c, description: 'Mach-O 64-bit AArch64', machine: 183 },
  { wordSize: 4, bigEndian: false, cpu: 7, description: 'Mach-O 32-bit i386', machine: 3 },
  { wordSize: 4, bigEndian: true, cpu: 18, description: 'Mach-O 32-bit PowerPC', machine: 20 },
] as const)('$description', ({ description, machine, ...target }) => {
  const base = target.wordSize === 8 ? 0x1_0000_0000 : 0x1000
  const spec = { ...program(base), ...target }

  it('names its functions', async () => {
    const executable = await readMach(memorySource('prog', buildMach(spec)))
    const functions = selectFunctions(executable.symbols, executable.textLast)
    const shown = Array.from({ length: functions.length }, (_, f) => {
      const flag = functions.isStatic[f] === 1 ? 's' : 'g'
      return `${(functions.address[f] - base).toString(16)} ${flag} ${stringAt(functions.names, f as StringIndex)}`
    })
    expect(shown).toEqual(['f10 s _tidy', 'f18 s -[Ferry cross:]', 'f20 g _main', 'f30 g __Z5crossi'])
    expect(executable).toMatchObject({
      format: 'mach-o',
      description,
      machine,
      wordSize: target.wordSize,
      bigEndian: target.bigEndian,
      positionIndependent: true,
      textStart: base + 0xf00,
      textLast: base + 0xf3f,
      buildId: '000102030405060708090a0b0c0d0e0f',
    })
  })

  it('cut at any length there is a problem', async () => {
    const bytes = buildMach(spec)
    for (let length = 0; length < bytes.length; length++) {
      const found = await problemOf(() => readMach(memorySource('prog', bytes.slice(0, length))))
      expect(found?.code, `${length}`).toBe('executable/truncated')
    }
  })

  it('damage anywhere is a problem or a table, never anything else', async () => {
    const random = randomFrom(13)
    const bytes = buildMach(spec)
    for (let turn = 0; turn < 3000; turn++) {
      const damaged = bytes.slice()
      for (let nth = random.between(1, 4); nth > 0; nth--) {
        damaged[random.below(bytes.length)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)])
      }
      const source = watchedSource(memorySource('prog', damaged))
      const found = await problemOf(() => readMach(source))
      if (found !== null) expect(found.code).toMatch(/^(executable|elf|bytes)\//)
      expect(source.bytesRead()).toBeLessThan(4 * bytes.length)
    }
  })
})

it('what cannot be opened says why', async () => {
  const spec = program(0x1_0000_0000)
  expect(await problem({ ...spec, symbols: [] })).toMatchObject({ code: 'executable/no-symbols' })
  expect(await problem({ ...spec, symbols: null })).toMatchObject({ code: 'executable/no-symbols' })
  expect(await problem({ ...spec, sections: [DATA] })).toMatchObject({ code: 'executable/no-text' })
  expect(await problem({ ...spec, type: 4 })).toMatchObject({ code: 'elf/not-executable', kind: 'core' })
  expect(await problem({ ...spec, type: 1 })).toMatchObject({
    code: 'elf/not-executable',
    kind: 'relocatable',
  })
})

it('DWARF’s sections are found by the names they have elsewhere', async () => {
  const line = { segment: '__DWARF', name: '__debug_line', address: 0, size: 8 }
  const { debugSections } = await readMach(
    memorySource('prog', buildMach({ ...program(0x1000), sections: [MACH_TEXT, line] })),
  )
  expect(debugSections).toMatchObject([{ name: '.debug_line', size: 8 }])
})
