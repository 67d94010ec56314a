import { describe, expect, it } from 'vitest'
import { buildElf, type ElfSpec, type ElfSymbol, layoutElf } from '../../testing/builders/build-elf.ts'
import { problemOf } from '../../testing/problem-of.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { sparseSource, watchedSource } from '../../testing/sources.ts'
import { binaryString } from '../base/string-table.ts'
import { type ByteSource, memorySource } from '../bytes/byte-source.ts'
import { chunkedSource } from '../bytes/chunked-source.ts'
import type { RawExecutable } from './format.ts'
import { type RawSymbols, SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'
import { readExecutable } from './elf.ts'
import { effort } from '../../testing/effort.ts'
import { byteWriter } from '../../testing/builders/byte-writer.ts'

const read = (spec: ElfSpec): Promise<RawExecutable> => readExecutable(memorySource('prog', buildElf(spec)))
const problem = (bytes: Uint8Array): ReturnType<typeof problemOf> =>
  problemOf(() => readExecutable(memorySource('prog', bytes)))

const nameIn = (table: Readonly<Record<string, number>>, value: number): string =>
  Object.keys(table).find((key) => table[key] === value) ?? '?'

/** "name address binding type place" per symbol. */
function rows(symbols: RawSymbols): readonly string[] {
  const lines: string[] = []
  for (let row = 0; row < symbols.length; row++) {
    const from = symbols.nameOffset[row]
    const name = binaryString(symbols.names, from, symbols.names.indexOf(0, from))
    lines.push(
      [
        name,
        symbols.address[row].toString(16),
        nameIn(SymbolBinding, symbols.binding[row]),
        nameIn(SymbolType, symbols.type[row]),
        nameIn(SymbolPlace, symbols.place[row]),
      ].join(' '),
    )
  }
  return lines
}

const SYMBOLS: readonly ElfSymbol[] = [
  { name: 'here.c', address: 0, binding: 'local', type: 'file', section: 'absolute' },
  { name: '', address: 0x401000, binding: 'local', type: 'section' },
  { name: 'static_one', address: 0x401010, binding: 'local', size: 8 },
  { name: 'label', address: 0x401018, binding: 'local', type: 'none' },
  { name: 'main', address: 0x401020 },
  { name: 'weak_one', address: 0x401030, binding: 'weak' },
  { name: 'only_one', address: 0x401040, binding: 'unique' },
  { name: 'choose', address: 0x401050, type: 'ifunc' },
  { name: '_init', address: 0x400000, section: '.init' },
  { name: 'table', address: 0x402000, type: 'object', section: '.data' },
  { name: 'shared', address: 8, type: 'object', section: 'common' },
  { name: 'shared_too', address: 8, type: 'common', section: 'common' },
  { name: 'per_thread', address: 0x10, type: 'tls', section: '.data' },
  { name: 'number', address: 0x99, type: 'none', section: 'absolute' },
  { name: 'puts', address: 0, section: 'undefined' },
  { name: 'beyond', address: 0x401060, section: 77 },
  { name: 'reserved', address: 0x401070, section: 0xff02 },
]
const PROGRAM: ElfSpec = {
  sections: [
    { name: '.init', kind: 'code', address: 0x400000, size: 16 },
    { name: '.data', kind: 'data', address: 0x402000, size: 16 },
  ],
  symbols: SYMBOLS,
}
const ROWS = [
  'here.c 0 local file nowhere',
  ' 401000 local section code',
  'static_one 401010 local func code',
  'label 401018 local none code',
  'main 401020 global func code',
  'weak_one 401030 weak func code',
  'only_one 401040 other func code',
  'choose 401050 global ifunc code',
  '_init 400000 global func code',
  'table 402000 global object data',
  'shared 8 global object nowhere',
  'shared_too 8 global common nowhere',
  'per_thread 10 global other data',
  'number 99 global none nowhere',
  'puts 0 global func undefined',
  'beyond 401060 global func nowhere',
  'reserved 401070 global func nowhere',
]

describe('readExecutable', () => {
  for (const elfClass of [32, 64] as const) {
    for (const bigEndian of [false, true]) {
      it(`reads every symbol, ${elfClass} bits, big-endian ${bigEndian}`, async () => {
        const executable = await read({ ...PROGRAM, class: elfClass, bigEndian })
        expect(rows(executable.symbols)).toEqual(ROWS)
        expect(executable).toMatchObject({
          file: 'prog',
          wordSize: elfClass / 8,
          bigEndian,
          machine: 62,
          positionIndependent: false,
          textStart: 0x401000,
          textLast: 0x401fff,
        })
      })
    }
  }

  it('finds .text where another section begins with its name', async () => {
    const spec: ElfSpec = {
      text: null,
      sections: [
        { name: '.text.unlikely', kind: 'code', address: 0x400000, size: 16 },
        { name: '.text', kind: 'code', address: 0x401000, size: 32 },
      ],
      symbols: [{ name: 'main', address: 0x401000 }],
    }
    expect(await read(spec)).toMatchObject({ textStart: 0x401000, textLast: 0x40101f })
  })

  it('finds counts and section indexes that do not fit their fields', async () => {
    const executable = await read({ ...PROGRAM, extendedCounts: true, extendedSymbolSections: true })
    expect(rows(executable.symbols)).toEqual(ROWS)
  })

  it('knows a position-independent program from a shared library', async () => {
    const spec: ElfSpec = { type: 'dyn', symbols: [{ name: 'main', address: 0x401000 }] }
    expect((await read(spec)).positionIndependent).toBe(true)
    expect((await read({ ...spec, entry: 0 })).positionIndependent).toBe(false)
  })

  it('counts from the section in a relocatable file', async () => {
    const executable = await read({ ...PROGRAM, type: 'rel', symbols: [{ name: 'f', address: 0x20 }] })
    expect(rows(executable.symbols)).toEqual(['f 401020 global func code'])
  })

  it('keeps the string table whole and in order', async () => {
    const { symbols } = await read({
      symbols: [{ name: 'main', address: 0x401000 }],
      strings: ['foo.1', 'x$', 'main'],
    })
    expect(binaryString(symbols.names, 0, symbols.names.length)).toBe('\0foo.1\0x$\0main\0')
  })

  it('takes $CODE$ for .text where that is missing', async () => {
    const executable = await read({
      text: null,
      sections: [{ name: '$CODE$', kind: 'code', address: 0x2000, size: 16 }],
      symbols: [{ name: 'f', address: 0x2000, section: '$CODE$' }],
    })
    expect([executable.textStart, executable.textLast]).toEqual([0x2000, 0x200f])
  })

  it('widens 64-bit addresses exactly below 2^53', async () => {
    const address = 0x1f_ffff_ffff_f000
    const executable = await read({
      text: { address, size: 0x100 },
      symbols: [{ name: 'high', address: address + 0xff }],
    })
    expect(executable.symbols.address[0]).toBe(address + 0xff)
    expect(executable.textLast).toBe(address + 0xff)
  })
})

describe('files we cannot use', () => {
  const main = { name: 'main', address: 0x401000 } as const
  it.each([
    ['stripped', { symbols: null }, { code: 'elf/no-symbols', file: 'prog', stripped: true }],
    ['without symbols', { symbols: [] }, { code: 'elf/no-symbols', file: 'prog', stripped: false }],
    [
      'without code',
      { text: null, symbols: [{ ...main, section: 'absolute' }] },
      { code: 'elf/no-text', file: 'prog' },
    ],
    ['core', { type: 'core', symbols: [main] }, { code: 'elf/not-executable', file: 'prog', kind: 'core' }],
    [
      'function beyond 2^53',
      { symbols: [main, { name: 'k', address: 0xffffffff81000123n }] },
      { code: 'elf/address-too-large', file: 'prog', address: '0xffffffff81000123' },
    ],
    [
      'code beyond 2^53',
      { text: { address: 0xffffffff81000000n, size: 16 }, symbols: [main] },
      { code: 'elf/address-too-large', file: 'prog', address: '0xffffffff81000000' },
    ],
  ] as const)('%s', async (_, spec, expected) => {
    expect(await problem(buildElf(spec))).toEqual(expected)
  })

  it('bears large addresses where no function can be', async () => {
    const huge = 0xffffffff81000000n
    const { symbols } = await read({
      symbols: [
        main,
        { name: 'a', address: huge, section: 'absolute' },
        { name: 'u', address: huge, section: 'undefined' },
        { name: 's', address: huge, type: 'section' },
      ],
    })
    expect(symbols.length).toBe(4)
  })

  it('keeps symbols whose names lie outside the string table, without a name, and tells where they were said to be', async () => {
    const layout = layoutElf({ symbols: [main] })
    const elf = buildElf({ symbols: [main] })
    const view = new DataView(elf.buffer)
    const symtab = layout.size - layout.parts.sectionHeaders + 2 * 64
    const strtab = symtab + 64
    expect([symtab, strtab].map((at) => view.getUint32(at + 4, true))).toEqual([2, 3])
    const end = Number(view.getBigUint64(strtab + 32, true))
    const entry = Number(view.getBigUint64(symtab + 24, true)) + 24
    for (const offset of [end, 2 ** 31]) {
      view.setUint32(entry, offset, true)
      const { symbols } = await readExecutable(memorySource('prog', elf))
      expect(rows(symbols)).toEqual([expect.stringMatching(/^\(null\) [0-9a-f]+ global func code$/)])
      expect(symbols.lostNames).toEqual({ end, offsets: [offset] })
    }
    view.setUint32(entry, 1, true)
    expect((await readExecutable(memorySource('prog', elf))).symbols.lostNames).toBeUndefined()
  })

  it('names the field of the header that is wrong', async () => {
    const elf = buildElf({ symbols: [main] })
    const changed = (at: number, value: number): Uint8Array => elf.map((byte, i) => (i === at ? value : byte))
    expect(await problem(changed(1, 0x4c))).toMatchObject({ what: 'magic number', found: 0x7f4c4c46 })
    expect(await problem(changed(4, 3))).toMatchObject({
      code: 'elf/bad-header',
      what: 'class',
      found: 3,
      offset: 4,
    })
    expect(await problem(changed(5, 0))).toMatchObject({
      code: 'elf/bad-header',
      what: 'byte order',
      found: 0,
    })
    expect(await problem(changed(58, 40))).toMatchObject({
      code: 'elf/bad-header',
      what: 'section header size',
    })
    expect(await problem(changed(62, 9))).toMatchObject({ what: 'section index of section names', found: 9 })
  })

  it('says how much of the symbol table is missing', async () => {
    // Section headers first, so that the end of the file is the symbols'.
    const layout = layoutElf({ symbols: [main] })
    const sections = layout.pieces.find((piece) => piece.offset === layout.size - layout.parts.sectionHeaders)
    const elf = buildElf({ symbols: [main] })
    const view = new DataView(elf.buffer)
    const header = (sections?.offset ?? 0) + 2 * 64
    view.setBigUint64(header + 24, BigInt(layout.size - 30), true)
    expect(await problem(elf)).toEqual({
      code: 'elf/truncated',
      file: 'prog',
      offset: layout.size - 30,
      what: 'symbol table (.symtab)',
      expected: 48,
      found: 30,
    })
  })

  it.each([32, 64] as const)('a valid file cut at every length is a problem, %s bits', async (elfClass) => {
    const elf = buildElf({ ...PROGRAM, class: elfClass, text: { address: 0x401000, size: 32 } })
    for (let length = 0; length < elf.length; length++) {
      expect(await problem(elf.slice(0, length)), `${length}`).toMatchObject({ code: 'elf/truncated' })
    }
  })

  it('damage anywhere is a problem or a table, never anything else', async () => {
    const random = randomFrom(11)
    for (const spec of [
      PROGRAM,
      { ...PROGRAM, class: 32, bigEndian: true, extendedSymbolSections: true },
    ] as const) {
      const elf = buildElf({ ...spec, text: { address: 0x401000, size: 32 } })
      for (let turn = 0; turn < effort(4000); turn++) {
        const damaged = elf.slice()
        for (let nth = random.between(1, 4); nth > 0; nth--) {
          damaged[random.below(elf.length)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)])
        }
        const source = watchedSource(memorySource('prog', damaged))
        const found = await problemOf(() => readExecutable(source))
        if (found !== null) expect(found.code).toMatch(/^(elf|bytes)\//)
        expect(source.bytesRead()).toBeLessThan(4 * elf.length)
      }
    }
  })
})

describe('cost', () => {
  const symbols = Array.from({ length: 20_000 }, (_, nth) => ({
    name: `function_number_${nth}`,
    address: 0x401000 + 16 * nth,
  }))

  it('a file of 2 GiB costs its headers, symbols and strings', async () => {
    const layout = layoutElf({
      symbols,
      sections: [{ name: '.debug_info', kind: 'debug', address: 0, size: 2 ** 31 }],
    })
    expect(layout.size).toBeGreaterThan(2 ** 31)
    const below = watchedSource(sparseSource('huge', layout.size, layout.pieces))
    const executable = await readExecutable(chunkedSource(below))
    expect(executable.symbols.length).toBe(20_000)
    const needed = Object.values(layout.parts).reduce((sum, part) => sum + part, 0)
    expect(below.bytesRead()).toBeLessThan(1.1 * needed)
    expect(below.reads.length).toBeLessThan(8)
  })

  it('symbols and their names are on their way together', async () => {
    const source = memorySource('prog', buildElf({ symbols }))
    let atOnce = 0
    let mostAtOnce = 0
    const slow: ByteSource = {
      ...source,
      read: async (offset, length) => {
        mostAtOnce = Math.max(mostAtOnce, ++atOnce)
        await new Promise((resolve) => setTimeout(resolve, 1))
        atOnce--
        return source.read(offset, length)
      },
    }
    expect((await readExecutable(slow)).symbols.length).toBe(20_000)
    expect(mostAtOnce).toBe(2)
  })

  it('a count that the file cannot hold allocates nothing', async () => {
    const elf = buildElf({ symbols: [{ name: 'main', address: 0x401000 }], extendedCounts: true })
    const view = new DataView(elf.buffer)
    const sectionsAt = Number(view.getBigUint64(40, true))
    view.setBigUint64(sectionsAt + 32, 2n ** 50n, true)
    expect(await problem(elf)).toMatchObject({ code: 'elf/truncated', what: 'section headers' })
  })
})

interface Note {
  readonly owner: string
  readonly kind: number
  readonly content: readonly number[]
}

function notes(bigEndian: boolean, list: readonly Note[]): Uint8Array {
  const out = byteWriter({ wordSize: 8, bigEndian })
  for (const { owner, kind, content } of list) {
    out.u32(owner.length + 1)
    out.u32(content.length)
    out.u32(kind)
    out.text(`${owner}\0`)
    out.align(4)
    out.bytes(Uint8Array.from(content))
    out.align(4)
  }
  return out.done()
}

const symbols = [{ name: 'main', address: 0x401000 }]

async function buildIdOf(bytes: Uint8Array, bigEndian = false): Promise<string> {
  const section = { name: '.note.gnu.build-id', kind: 'data', address: 0x400000, bytes } as const
  const file = buildElf({ bigEndian, symbols, sections: [section] })
  return (await readExecutable(memorySource('prog', file))).buildId
}

describe('the build id', () => {
  const id = { owner: 'GNU', kind: 3, content: [0xab, 0x00, 0x0f] }
  const other = { owner: 'Other', kind: 3, content: [1, 2, 3, 4, 5] }

  it.each([
    ['alone', [id]],
    ['after a note of another owner', [other, id]],
    ['after a note of another kind', [{ ...id, kind: 1 }, id]],
  ])('%s', async (_, list) => {
    for (const bigEndian of [false, true])
      expect(await buildIdOf(notes(bigEndian, list), bigEndian)).toBe('ab000f')
  })

  it('is none in a file without, or with another note', async () => {
    expect((await readExecutable(memorySource('prog', buildElf({ symbols })))).buildId).toBe('')
    expect(await buildIdOf(notes(false, [other]))).toBe('')
  })

  it('is none when cut at any length', async () => {
    const whole = notes(false, [id])
    for (let length = 0; length < whole.length - 1; length++) {
      expect(await buildIdOf(whole.subarray(0, length))).toBe('')
    }
  })

  it('is not looked for in a section that is too large to be one', async () => {
    const whole = notes(false, [id])
    const large = new Uint8Array(5000)
    large.set(whole)
    expect(await buildIdOf(large)).toBe('')
  })
})

describe('debug sections', () => {
  it('are those with a name and bytes for it, where they lie in the file', async () => {
    const file = buildElf({
      symbols,
      sections: [
        { name: '.debug_line', kind: 'debug', address: 0, bytes: Uint8Array.of(1, 2, 3) },
        { name: '.debug_info', kind: 'bss', address: 0, size: 9 },
        { name: '.zdebug_str', kind: 'debug', address: 0, bytes: Uint8Array.of(4) },
        { name: '.data', kind: 'data', address: 0x402000, size: 8 },
      ],
    })
    const { debugSections } = await readExecutable(memorySource('prog', file))
    expect(debugSections.map(({ name, size, compressed }) => [name, size, compressed])).toEqual([
      ['.debug_line', 3, false],
      ['.zdebug_str', 1, false],
    ])
    expect(debugSections.map(({ offset, size }) => [...file.subarray(offset, offset + size)])).toEqual([
      [1, 2, 3],
      [4],
    ])
  })
})
