import { describe, expect, it } from 'vitest'
import { buildElf, type ElfSection, type ElfSpec, type ElfSymbol } from '../../testing/builders/build-elf.ts'
import { buildPe, type PeSymbol } from '../../testing/builders/build-pe.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readExecutable } from '../formats/registry.ts'
import { CORRECTED, hasNarrowCounts, HOST, NATIVE, type TargetRules } from './target-rules.ts'
import { selectFunctions } from './symbol-table.ts'
import { effort } from '../../testing/effort.ts'

/** "address s|g name", with " label" where it is not typed as a function. */
async function functionsOf(
  bytes: Uint8Array<ArrayBuffer>,
  { symbolsOf }: TargetRules,
): Promise<readonly string[]> {
  const executable = await readExecutable(memorySource('prog', bytes))
  const table = selectFunctions(symbolsOf(executable), executable.textLast)
  return Array.from({ length: table.length }, (_, f) => {
    const flag = table.isStatic[f] === 1 ? 's' : 'g'
    const label = table.isFunction[f] === 1 ? '' : ' label'
    return `${table.address[f].toString(16)} ${flag} ${stringAt(table.names, f as StringIndex)}${label}`
  })
}

describe('bit 0 of a function’s address', () => {
  const symbols: readonly ElfSymbol[] = [
    { name: 'thumb', address: 0x401011 },
    { name: 'arm', address: 0x401020 },
    { name: 'odd_label', address: 0x401031, type: 'none' },
  ]
  const asItIs = ['401011 g thumb', '401020 g arm', '401031 g odd_label label']
  const cleared = ['401010 g thumb', '401020 g arm', '401031 g odd_label label']

  it.each([
    { name: 'Arm', machine: 40, expected: cleared },
    { name: 'MIPS', machine: 8, expected: cleared },
    { name: 'x86', machine: 3, expected: asItIs },
    { name: 'SuperH', machine: 42, expected: asItIs },
  ])('$name', async ({ machine, expected }) => {
    const elf = buildElf({ class: 32, machine, symbols })
    expect(await functionsOf(elf, NATIVE)).toEqual(expected)
    expect(await functionsOf(elf, CORRECTED)).toEqual(expected)
    expect(await functionsOf(elf, HOST)).toEqual(asItIs)
  })
})

describe('function descriptors of 64-bit PowerPC', () => {
  const descriptors = new Uint8Array(24 * 4)
  const view = new DataView(descriptors.buffer)
  ;[0x401010, 0x401020, 0x401030, 0x401040].forEach((code, nth) => view.setBigUint64(24 * nth, BigInt(code)))
  const opd = (nth: number): Pick<ElfSymbol, 'address' | 'section'> => ({
    address: 0x402000 + 24 * nth,
    section: '.opd',
  })
  const spec: ElfSpec = {
    bigEndian: true,
    machine: 21,
    sections: [{ name: '.opd', kind: 'data', address: 0x402000, bytes: descriptors }],
    symbols: [
      { name: 'tidy', binding: 'local', ...opd(0) },
      { name: 'main', ...opd(1) },
      { name: '__visit', binding: 'weak', ...opd(2) },
      { name: 'visit', ...opd(2) },
      { name: 'named', ...opd(3) },
      { name: '.named', address: 0x401040 },
      { name: 'table', type: 'object', ...opd(3) },
    ],
  }

  it('are the functions, at their code', async () => {
    expect(await functionsOf(buildElf(spec), CORRECTED)).toEqual([
      '401010 s tidy',
      '401020 g main',
      '401030 g visit',
      '401040 g .named',
      '402030 g __visit',
    ])
  })

  it('PowerPC’s own gprof loses static functions', async () => {
    expect(await functionsOf(buildElf(spec), NATIVE)).toEqual([
      '401020 g .main',
      '401030 g .visit',
      '401040 g .named',
      '402030 g __visit',
    ])
  })

  it('another machine’s gprof finds what has a symbol at its code, or is weak', async () => {
    expect(await functionsOf(buildElf(spec), HOST)).toEqual(['401040 g .named', '402030 g __visit'])
  })

  it('are found beside any number of sections of code', async () => {
    const code = (nth: number): ElfSection => ({
      name: '.text.f',
      kind: 'code',
      address: 0x500000 + nth,
      size: 0,
    })
    const sections = [
      ...(spec.sections ?? []),
      ...Array.from({ length: effort(150_000, 70_000) }, (_, nth) => code(nth)),
    ]
    const elf = buildElf({ ...spec, sections, extendedCounts: true })
    expect(await functionsOf(elf, CORRECTED)).toContain('401020 g main')
  })

  it('that point below the code, or beyond the section, are none', async () => {
    const elf = buildElf({
      ...spec,
      symbols: [
        { name: 'near_the_end', address: 0x402000 + 24 * 4 - 4, section: '.opd' },
        ...(spec.symbols ?? []),
      ],
      sections: [{ name: '.opd', kind: 'data', address: 0x402000, bytes: new Uint8Array(24 * 4) }],
    })
    expect(await functionsOf(elf, CORRECTED)).toEqual(['401040 g .named', '402030 g __visit'])
  })
})

describe('Windows programs', () => {
  const symbols: readonly PeSymbol[] = [
    { name: 'main', value: 0x10 },
    { name: 'tidy', value: 0x20, storage: 3 },
  ]

  it('static functions are labels to gprof, wherever it was built', async () => {
    const pe = buildPe({ symbols })
    for (const rules of [HOST, NATIVE])
      expect(await functionsOf(pe, rules)).toEqual(['140001010 g main', '140001020 s tidy label'])
    expect(await functionsOf(pe, CORRECTED)).toEqual(['140001010 g main', '140001020 s tidy'])
  })

  it('those of 64 bits write counts of 32', async () => {
    const read = (wide: boolean): ReturnType<typeof readExecutable> =>
      readExecutable(memorySource('prog.exe', buildPe({ symbols, wide })))
    expect(hasNarrowCounts(await read(true))).toBe(true)
    expect(hasNarrowCounts(await read(false))).toBe(false)
  })
})
