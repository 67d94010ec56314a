import { describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../../testing/builders/byte-writer.ts'
import { problemOf } from '../../testing/problem-of.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { selectFunctions } from '../symbols/symbol-table.ts'
import { identify } from './registry.ts'
import type { RawSymbolList } from './raw-symbol-list.ts'
import { readSymbolList } from './symbol-list.ts'
import { processorTime } from '../../testing/processor-time.ts'

const read = (text: string): Promise<RawSymbolList> =>
  readSymbolList(memorySource('list', bytesOfBinary(text)))

/** "address s|g name" of those that count as functions. */
function functionsOf(list: RawSymbolList): readonly string[] {
  const table = selectFunctions(list.symbols, list.textLast ?? 0xffff)
  return Array.from({ length: table.length }, (_, f) => {
    const flag = table.isStatic[f] === 1 ? 's' : 'g'
    return `${table.address[f].toString(16)} ${flag} ${stringAt(table.names, f as StringIndex)}`
  })
}

const FUNCTIONS = ['1149 s tidy', '1160 g main', '1190 g weak_one', '11c0 g etext']

const LISTS = {
  'as it comes': `
                 U puts@GLIBC_2.2.5
0000000000004010 B __bss_start
00000000000011c0 T etext
0000000000001160 T main
0000000000001149 t tidy
0000000000001149 t tidy.part.0
0000000000001190 W weak_one
                 w _ITM_registerTMCloneTable
0000000000004000 D table
`,
  'with sizes, -S': `
00000000000011c0 T etext
0000000000001160 0000000000000022 T main
                 U puts@GLIBC_2.2.5
0000000000001149 0000000000000017 t tidy
0000000000001190 0000000000000030 W weak_one
`,
  'with file names and places, -A -l': `
program:                 U puts@GLIBC_2.2.5
program:00000000000011c0 T etext
program:0000000000001160 T main\tsrc/main.c:31
program:0000000000001149 t tidy\tsrc/main.c:7
program:0000000000001190 W weak_one
`,
  'POSIX, -P': `
etext T 11c0 
main T 1160 22
puts@GLIBC_2.2.5 U         
tidy t 1149 17
weak_one W 1190 30
`,
  'System V, -f sysv': `

Symbols from program:

Name                  Value           Class        Type         Size             Line  Section

etext               |00000000000011c0|   T  |            NOTYPE|                |     |.text
main                |0000000000001160|   T  |              FUNC|0000000000000022|     |.text
puts@GLIBC_2.2.5    |                |   U  |              FUNC|                |     |*UND*
tidy                |0000000000001149|   t  |              FUNC|0000000000000017|     |.text
weak_one            |0000000000001190|   W  |              FUNC|0000000000000030|     |.text
`,
} as const

describe('nm', () => {
  it.each(Object.entries(LISTS))('%s', async (_, text) => {
    for (const lines of [text, text.replaceAll('\n', '\r\n'), text.trimEnd()]) {
      expect((await identify(memorySource('f', bytesOfBinary(lines)))).kind).toBe('symbols')
      const list = await read(lines)
      expect(functionsOf(list)).toEqual(FUNCTIONS)
      expect(list.textLast).toBe(0x11bf)
    }
  })

  it('the number of digits tells the size of words', async () => {
    expect((await read('00000000000011c0 T main\n')).wordSize).toBe(8)
    expect((await read('080011c0 T main\n')).wordSize).toBe(4)
    expect((await read('0x11c0 T main\n0x800 T f\n')).wordSize).toBeNull()
  })

  it('names that look like addresses', async () => {
    expect(functionsOf(await read('00001000 T add\n00002000 T ebb\n00003000 T c\n'))).toHaveLength(3)
    const posix = 'zero T 1000 10\nebb T 2000 10\nadd t 3000 10\n'
    expect(functionsOf(await read(posix))).toEqual(['1000 g zero', '2000 g ebb', '3000 s add'])
  })

  it('C++ names, demangled', async () => {
    const list = await read('0000000000001000 T std::vector<int>::at(unsigned long) const\n')
    expect(functionsOf(list)).toEqual(['1000 g std::vector<int>::at(unsigned long) const'])
  })

  it('names in which a byte of a letter would be a blank elsewhere, as the last of “à” would', async () => {
    const name = 'voil\xc3\xa0'
    const forms = [
      `                 U ${name}_x\n0000000000001000 T ${name}\n`,
      `${name}_x U         \n${name} T 1000 10\n`,
      `${name}_x    |                |   U  |     |     |     |*UND*\n${name} |0000000000001000|   T  | FUNC|10|     |.text\n`,
    ]
    for (const text of forms) {
      expect((await identify(memorySource('f', bytesOfBinary(text)))).kind).toBe('symbols')
      expect(functionsOf(await read(text))).toEqual([`1000 g ${name}`])
    }
  })

  it('the end of the last function: by its size, by etext, or not known', async () => {
    expect((await read('00001000 00000020 T main\n')).textLast).toBe(0x101f)
    expect((await read('00001000 T main\n00001100 T _etext\n')).textLast).toBe(0x10ff)
    expect((await read('00001000 00000020 T main\n00001040 T last\n')).textLast).toBeNull()
  })

  it('an underscore that compilers put before every name', async () => {
    const prefixed = await read('00401000 T _main\n00401010 t _tidy\n00401020 t label\n')
    expect(functionsOf(prefixed)).toEqual(['401000 g _main', '401010 s _tidy'])
    expect((await read('00401000 T main\n00401010 t _main\n')).symbols.prefix).toBeUndefined()
  })

  it('begins with what is not in the program', async () => {
    const undefinedFirst = `${'                 U some_function\n'.repeat(40)}0000000000001000 T main\n`
    expect((await identify(memorySource('f', bytesOfBinary(undefinedFirst)))).kind).toBe('symbols')
    expect(functionsOf(await read(undefinedFirst))).toEqual(['1000 g main'])
  })

  it('addresses beyond 2^53 are left out; a list of nothing else names no function', async () => {
    const text = 'ffffffff81000000 T startup_64\n'
    expect(await problemOf(() => read(text))).toEqual({ code: 'symbols/none-found', file: 'list' })
    expect(await problemOf(() => read('0000000000001000 D table\n'))).toMatchObject({
      code: 'symbols/none-found',
    })
  })
})

const MAP = `Archive member included to satisfy reference by file (symbol)

Discarded input sections

 .text.unused   0x0000000000000000       0x14 main.o

Memory Configuration

Name             Origin             Length             Attributes
FLASH            0x0000000008000000 0x0000000000010000 xr
*default*        0x0000000000000000 0xffffffffffffffff

Linker script and memory map

LOAD main.o
                0x0000000008000000                __executable_start = .

.isr_vector     0x0000000008000000       0x40
 .isr_vector    0x0000000008000000       0x40 startup.o
                0x0000000008000000                vectors

.text           0x0000000008000040      0x180
 *(.text.unlikely .text.*_unlikely .text.unlikely.*)
 .text          0x0000000008000040       0x20 startup.o
                0x0000000008000040                reset
                0x0000000008000058                halt
 .text.tidy     0x0000000008000060       0x1c main.o
 *fill*         0x000000000800007c        0x4 
 .text.main     0x0000000008000080       0x60 main.o
                0x0000000008000080                main
 .text.a_function_with_a_long_name
                0x00000000080000e0       0x20 main.o
                0x00000000080000e0                a_function_with_a_long_name
 .text.unlikely.a_long_static_function
                0x0000000008000100       0x20 main.o
 .text.startup.begin
                0x0000000008000120       0x20 main.o
                0x0000000008000120                begin
 .text._ZN5Ferry5crossEi
                0x0000000008000140       0x20 ferry.o
                0x0000000008000140                Ferry::cross(int)
 .text.empty    0x0000000008000160        0x0 main.o
                0x00000000080001c0                . = ALIGN (0x4)
                [!provide]                        PROVIDE (etext = .)
                0x00000000080001c0                _etext = .

.data           0x0000000020000000       0x10 load address 0x00000000080001c0
 .data.table    0x0000000020000000       0x10 main.o
                0x0000000020000000                table
OUTPUT(firmware.elf elf32-littlearm)
`

describe('GNU ld’s map', () => {
  it('global functions, and static ones that have a section of their own', async () => {
    const list = await read(MAP)
    expect((await identify(memorySource('f', bytesOfBinary(MAP)))).kind).toBe('symbols')
    expect(functionsOf(list)).toEqual([
      '8000040 g reset',
      '8000058 g halt',
      '8000060 s tidy',
      '8000080 g main',
      '80000e0 g a_function_with_a_long_name',
      '8000100 s a_long_static_function',
      '8000120 g begin',
      '8000140 g Ferry::cross(int)',
    ])
    expect(list).toMatchObject({ wordSize: 4, bigEndian: false, textLast: 0x80001bf })
  })

  it.each([
    ['elf64-x86-64', 8, false],
    ['elf32-powerpc', 4, true],
    ['elf64-powerpcle', 8, false],
    ['elf32-tradbigmips', 4, true],
    ['elf32-xtensa-be', 4, true],
    ['elf64-s390', 8, true],
    ['pei-x86-64', 8, false],
    ['pei-i386', 4, false],
  ])('%s', async (format, wordSize, bigEndian) => {
    expect(await read(MAP.replace('elf32-littlearm', format))).toMatchObject({ wordSize, bigEndian })
  })

  it('names in which a byte of a letter would be a blank elsewhere', async () => {
    const map = MAP.replaceAll('tidy', 'voil\xc3\xa0').replaceAll(
      'a_long_static_function',
      '\xc3\xa0_long_function',
    )
    expect(functionsOf(await read(map))).toEqual(
      expect.arrayContaining(['8000060 s voil\xc3\xa0', '8000100 s \xc3\xa0_long_function']),
    )
  })

  it('cut short it tells less', async () => {
    const list = await read(MAP.slice(0, MAP.indexOf(' .text.startup')))
    expect(functionsOf(list)).toHaveLength(6)
    expect(list.wordSize).toBeNull()
  })
})

describe('files that are not what they say', () => {
  const texts = [...Object.values(LISTS), MAP]

  it('cut at any length there is a list or a problem', async () => {
    for (const text of texts) {
      for (let length = 0; length < text.length; length += 3) {
        const found = await problemOf(() => read(text.slice(0, length)))
        if (found !== null) expect(found.code).toBe('symbols/none-found')
      }
    }
  })

  it('damage anywhere is a list or a problem', async () => {
    const random = randomFrom(14)
    for (let turn = 0; turn < 2000; turn++) {
      const bytes = bytesOfBinary(random.pick(texts))
      for (let nth = random.between(1, 8); nth > 0; nth--) {
        bytes[random.below(bytes.length)] = random.pick([0, 9, 10, 32, 58, 124, 0xff, random.below(256)])
      }
      const found = await problemOf(() => readSymbolList(memorySource('list', bytes)))
      if (found !== null) expect(found.code).toBe('symbols/none-found')
    }
  })

  it('lines without end, and lines made to be slow, take no time', async () => {
    const worked = processorTime()
    for (const part of ['a:', '0 ', 'x', '| ', 'T 1 ', ' U ', '\t0x1 ', 'é', ' .text.']) {
      const text = `0000000000001000 T main\n${part.repeat(400_000)}\n${`${part.repeat(2000)}\n`.repeat(20)}`
      await read(text)
      await identify(memorySource('f', bytesOfBinary(part.repeat(400))))
    }
    expect(worked()).toBeLessThan(20_000)
  })
})

it.each([
  'hello, world\n',
  '12 drummers drumming\n11 pipers piping\n',
  '2024-01-01 I began\n',
  'a b c\n',
  '/* T */ int x;\n',
  '# T 1000\n',
])('%j is no list of symbols', async (text) => {
  expect((await identify(memorySource('f', bytesOfBinary(text)))).kind).toBe('unknown')
})

it('is read as other systems save it: with a mark of its encoding, in UTF-16 with or without one, with CR for line ends', async () => {
  const text = LISTS['as it comes'].slice(1).replaceAll('\n', '\r\n')
  const mark = '\ufeff'
  const forms = [
    Buffer.from(mark + text),
    Buffer.from(mark + text, 'utf16le'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.from(text.replaceAll('\r\n', '\r')),
  ]
  for (const bytes of forms) {
    const source = memorySource('nm.txt', Uint8Array.from(bytes))
    expect(await identify(source)).toMatchObject({ kind: 'symbols' })
    expect(functionsOf(await readSymbolList(source))).toEqual(FUNCTIONS)
  }
})
