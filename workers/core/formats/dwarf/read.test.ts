// Addresses to files, lines and functions, over information made for the purpose in every version and layout.
import { describe, expect, it } from 'vitest'
import { buildDwarf } from '../../../testing/build-dwarf.ts'
import type { DwarfSpec, DwarfUnit } from '../../../testing/dwarf-spec.ts'
import { sparseSource, watchedSource } from '../../../testing/sources.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { memorySource } from '../../bytes/memory-source.ts'
import { readLines, sameProgram } from './read.ts'
import type { SourceLines, SourceLinesOptions } from './types.ts'

async function linesOf(spec: DwarfSpec, options: SourceLinesOptions = {}): Promise<SourceLines> {
  const { executable, file } = buildDwarf(spec)
  const lines = await readLines(memorySource('prog', file), executable, options)
  if (lines === null) throw new Error('no lines')
  return lines
}

/** "path:line" for each address, "?" where there is none. */
async function located(lines: SourceLines, addresses: readonly number[]): Promise<readonly string[]> {
  const { file, line, files } = await lines.locate(addresses)
  return addresses.map((_, row) =>
    file[row] < 0 ? '?' : `${stringAt(files, file[row] as StringIndex)}:${line[row]}`,
  )
}

async function firstLine(spec: DwarfSpec, options: SourceLinesOptions): Promise<string | undefined> {
  const [line] = await located(await linesOf(spec, options), [0x1000])
  return line
}

const sequence = (from: number, to: number, line: number): DwarfUnit['sequences'][number] => [
  [from, 1, line],
  [to, 1, 0],
]

/** "start path:line name" for each run. */
async function runsOf(lines: SourceLines, from: number, to: number): Promise<readonly string[]> {
  const runs = await lines.runs(from, to)
  return Array.from(runs.start, (start, row) => {
    const at = start.toString(16)
    if (runs.file[row] < 0) return `${at} ?`
    const file = stringAt(runs.files, runs.file[row] as StringIndex)
    return `${at} ${file}:${runs.line[row]} ${stringAt(runs.names, runs.name[row] as StringIndex)}`
  })
}

const MAIN: DwarfUnit = {
  directories: ['include', '/usr/include'],
  files: [
    ['main.c', 0],
    ['list.h', 1],
    ['stdio.h', 2],
    ['/made/parser.c', 0],
  ],
  sequences: [
    [
      [0x1000, 1, 10],
      [0x1008, 2, 3],
      [0x1010, 3, 99],
      [0x1018, 4, 7],
      [0x1020, 1, 12],
      [0x1030, 1, 0],
    ],
  ],
  ranges: [[0x1000, 0x1030]],
}

const layouts = ([2, 3, 4, 5] as const).flatMap((version) =>
  ([4, 8] as const).flatMap((offsetSize) =>
    ([4, 8] as const).flatMap((addressSize) =>
      [false, true].map((bigEndian) => ({ version, offsetSize, addressSize, bigEndian })),
    ),
  ),
)

describe('files and lines', () => {
  it.each(layouts)(
    'DWARF $version, offsets of $offsetSize and addresses of $addressSize bytes, big-endian $bigEndian',
    async (layout) => {
      for (const aranges of [false, true]) {
        const lines = await linesOf({ ...layout, aranges, units: [MAIN] })
        expect(await located(lines, [0xfff, 0x1000, 0x1007, 0x1008, 0x1010, 0x1018, 0x102f, 0x1030])).toEqual(
          [
            '?',
            '/src/main.c:10',
            '/src/main.c:10',
            '/src/include/list.h:3',
            '/usr/include/stdio.h:99',
            '/made/parser.c:7',
            '/src/main.c:12',
            '?',
          ],
        )
        expect(lines.notices()).toEqual([])
      }
    },
  )

  it('are of the last of several rows at one address', async () => {
    const sequences: DwarfUnit['sequences'] = [
      [
        [0x1000, 1, 1],
        [0x1000, 1, 2],
        [0x1000, 2, 3],
        [0x1004, 1, 4],
        [0x1008, 1, 0],
      ],
    ]
    const lines = await linesOf({ units: [{ ...MAIN, sequences }] })
    expect(await located(lines, [0x1000, 0x1003, 0x1004])).toEqual([
      '/src/include/list.h:3',
      '/src/include/list.h:3',
      '/src/main.c:4',
    ])
  })

  it('of overlapping sequences: nested ones are dropped, later ones begin where those before them end', async () => {
    const sequences = [
      sequence(0x1018, 0x1028, 3),
      sequence(0x1004, 0x1008, 2),
      sequence(0x1000, 0x1020, 1),
      sequence(0x1000, 0x1010, 4),
    ]
    const lines = await linesOf({ units: [{ ...MAIN, sequences }] })
    expect(await located(lines, [0x1000, 0x1004, 0x101f, 0x1020, 0x1027, 0x1028])).toEqual([
      '/src/main.c:1',
      '/src/main.c:1',
      '/src/main.c:1',
      '/src/main.c:3',
      '/src/main.c:3',
      '?',
    ])
  })

  it('are not known where the line is 0', async () => {
    const sequences: DwarfUnit['sequences'] = [
      [
        [0x1000, 1, 5],
        [0x1004, 1, 0],
        [0x1008, 1, 6],
        [0x100c, 1, 0],
      ],
    ]
    const lines = await linesOf({ units: [{ ...MAIN, sequences }] })
    expect(await located(lines, [0x1000, 0x1004, 0x1008])).toEqual(['/src/main.c:5', '?', '/src/main.c:6'])
  })

  it('of a file that has no entry have a name for that', async () => {
    const sequences: DwarfUnit['sequences'] = [
      [
        [0x1000, 77, 5],
        [0x1004, 1, 0],
      ],
    ]
    const lines = await linesOf({ units: [{ ...MAIN, sequences }] })
    expect(await located(lines, [0x1000])).toEqual(['<unknown>:5'])
  })

  it('stay relative without a compilation directory', async () => {
    const lines = await linesOf({ version: 4, units: [{ ...MAIN, folder: null }] })
    expect(await located(lines, [0x1000, 0x1008, 0x1010])).toEqual([
      'main.c:10',
      'include/list.h:3',
      '/usr/include/stdio.h:99',
    ])
  })

  it('before the first change of file: the standard’s entry 1, or gprof’s entry 0', async () => {
    const unit: DwarfUnit = {
      ...MAIN,
      mainFile: ['main.c', 0],
      files: [['list.h', 1]],
      sequences: [
        [
          [0x1000, null, 5],
          [0x1004, 1, 6],
          [0x1008, 1, 0],
        ],
      ],
    }
    expect(await firstLine({ units: [unit] }, {})).toBe('/src/include/list.h:5')
    expect(await firstLine({ units: [unit] }, { gprofQuirks: true })).toBe('/src/main.c:5')
    expect(await firstLine({ version: 4, units: [unit] }, { gprofQuirks: true })).toBe(
      '/src/include/list.h:5',
    )
  })

  it('of code that the unit leaves out: none, or gprof’s once it was asked about that unit', async () => {
    const unit: DwarfUnit = {
      ...MAIN,
      ranges: [
        [0x1000, 0x1010],
        [0x1020, 0x1030],
      ],
    }
    const asked = [0x101c, 0x1004, 0x101c, 0x1040]
    expect(await located(await linesOf({ units: [unit] }), asked)).toEqual(['?', '/src/main.c:10', '?', '?'])
    expect(await located(await linesOf({ units: [unit] }, { gprofQuirks: true }), asked)).toEqual([
      '?',
      '/src/main.c:10',
      '/made/parser.c:7',
      '?',
    ])
  })

  it('come from a unit that does not say where its code is, if no other knows', async () => {
    const lines = await linesOf({ units: [{ ...MAIN, ranges: null }] })
    expect(await located(lines, [0x1000, 0x1008, 0x2000])).toEqual([
      '/src/main.c:10',
      '/src/include/list.h:3',
      '?',
    ])
  })

  it('come from the first of several units that claim an address and have a line for it', async () => {
    const silent: DwarfUnit = { ...MAIN, sequences: [] }
    const other: DwarfUnit = { ...MAIN, folder: '/other' }
    for (const aranges of [false, true]) {
      const lines = await linesOf({ aranges, units: [silent, other, MAIN] })
      expect(await located(lines, [0x1000])).toEqual(['/other/main.c:10'])
    }
  })

  it('come from the first of many units that have the same function, as those do that share a template', async () => {
    const units = Array.from({ length: 100 }, (_, nth): DwarfUnit => ({ ...MAIN, folder: `/${nth}` }))
    for (const aranges of [false, true]) {
      expect(await located(await linesOf({ aranges, units }), [0x1000])).toEqual(['/0/main.c:10'])
    }
  })

  it('of equal functions folded into one are those of the last', async () => {
    const sequences = [sequence(0x1000, 0x1010, 3), sequence(0x1000, 0x1010, 5), sequence(0x1000, 0x1008, 7)]
    const lines = await linesOf({ units: [{ ...MAIN, sequences }] })
    expect(await located(lines, [0x1000, 0x100f])).toEqual(['/src/main.c:5', '/src/main.c:5'])
  })

  it('of a unit that has types apart: the unit’s, or gprof’s without a folder', async () => {
    const type: DwarfUnit = { ...MAIN, describesType: true, ranges: null }
    for (const aranges of [false, true]) {
      const spec: DwarfSpec = { aranges, units: [type, type, MAIN] }
      expect(await located(await linesOf(spec), [0x1008])).toEqual(['/src/include/list.h:3'])
      const gprofs = await linesOf(spec, { gprofQuirks: true })
      expect(await located(gprofs, [0x1008, 0x1010])).toEqual(['include/list.h:3', '/usr/include/stdio.h:99'])
    }
  })
})

describe('runs', () => {
  const unit: DwarfUnit = {
    ...MAIN,
    sequences: [
      [
        [0x1000, 1, 10],
        [0x1008, 1, 11],
        [0x1020, 1, 0],
      ],
    ],
    ranges: [[0x1000, 0x1020]],
    functions: [
      { name: 'twice', linkageName: '_Z5twicei', ranges: [] },
      { name: 'outer', linkageName: '_Z5outerv', ranges: [[0x1000, 0x1018]] },
      {
        origin: 0,
        ranges: [
          [0x1004, 0x1006],
          [0x100c, 0x1010],
        ],
      },
    ],
  }

  it.each(layouts)(
    'of DWARF $version, offsets of $offsetSize and addresses of $addressSize bytes, big-endian $bigEndian',
    async (layout) => {
      const symbols = [{ name: 'by_symbol', address: 0x1018 }]
      const lines = await linesOf({ ...layout, symbols, units: [unit] })
      expect(await runsOf(lines, 0xff0, 0x1030)).toEqual([
        'ff0 ?',
        '1000 /src/main.c:10 _Z5outerv',
        '1004 /src/main.c:10 _Z5twicei',
        '1006 /src/main.c:10 _Z5outerv',
        '1008 /src/main.c:11 _Z5outerv',
        '100c /src/main.c:11 _Z5twicei',
        '1010 /src/main.c:11 _Z5outerv',
        '1018 /src/main.c:11 by_symbol',
        '1020 ?',
      ])
      expect(await runsOf(lines, 0x1005, 0x1007)).toEqual([
        '1005 /src/main.c:10 _Z5twicei',
        '1006 /src/main.c:10 _Z5outerv',
      ])
      expect(lines.notices()).toEqual([])
    },
  )

  it('name a function without a linkage name by its symbol, unless its language has no other names', async () => {
    const functions = [{ name: 'plain', ranges: [[0x1000, 0x1020]] as const }]
    const symbols = [{ name: 'MAIN__', address: 0x1000 }]
    const mangled = await linesOf({ symbols, units: [{ ...unit, functions }] })
    expect((await runsOf(mangled, 0x1000, 0x1008))[0]).toBe('1000 /src/main.c:10 MAIN__')
    const unmangled = await linesOf({ symbols, units: [{ ...unit, language: 0x0c, functions }] })
    expect((await runsOf(unmangled, 0x1000, 0x1008))[0]).toBe('1000 /src/main.c:10 plain')
    const elsewhere = [{ name: 'MAIN__', address: 0xf00 }]
    const other = await linesOf({ symbols: elsewhere, units: [{ ...unit, functions }] })
    expect((await runsOf(other, 0x1000, 0x1008))[0]).toBe('1000 /src/main.c:10 plain')
  })

  it('name code by functions whose ranges are told by number, which gprof does not', async () => {
    const functions = unit.functions?.map((entry) => ({ ...entry, listedByNumber: entry.origin === 0 }))
    const spec: DwarfSpec = { units: [{ ...unit, functions: functions ?? [] }] }
    expect((await runsOf(await linesOf(spec), 0x1004, 0x1005))[0]).toBe('1004 /src/main.c:10 _Z5twicei')
    const gprofs = await linesOf(spec, { gprofQuirks: true })
    expect((await runsOf(gprofs, 0x1004, 0x1005))[0]).toBe('1004 /src/main.c:10 _Z5outerv')
    expect(gprofs.notices()).toEqual([])
  })

  it('end where the unit says its code does; gprof’s go on with the lines', async () => {
    const short: DwarfSpec = { units: [{ ...unit, ranges: [[0x1000, 0x1008]] }] }
    expect(await runsOf(await linesOf(short), 0x1004, 0x100c)).toEqual([
      '1004 /src/main.c:10 _Z5twicei',
      '1006 /src/main.c:10 _Z5outerv',
      '1008 ?',
    ])
    expect(await runsOf(await linesOf(short, { gprofQuirks: true }), 0x1006, 0x100c)).toEqual([
      '1006 /src/main.c:10 _Z5outerv',
      '1008 /src/main.c:11 _Z5outerv',
    ])
  })

  it('are none where nothing names the code', async () => {
    const lines = await linesOf({ units: [{ ...unit, functions: [] }] })
    expect(await runsOf(lines, 0x1000, 0x1020)).toEqual(['1000 ?'])
  })

  it('follow origins that go in a ring to their end', async () => {
    const functions = [
      { origin: 1, ranges: [[0x1000, 0x1020]] as const },
      { origin: 1, ranges: [] },
    ]
    const lines = await linesOf({
      units: [{ ...unit, functions }],
      symbols: [{ name: 's', address: 0x1000 }],
    })
    expect((await runsOf(lines, 0x1000, 0x1008))[0]).toBe('1000 /src/main.c:10 s')
  })
})

describe('what is read', () => {
  /** Units of 64 functions each, so that there is something not to read. */
  const many = Array.from({ length: 200 }, (_, nth): DwarfUnit => {
    const start = 0x10000 + 0x100 * nth
    return {
      ...MAIN,
      sequences: [
        [
          [start, 1, nth + 1],
          [start + 0x100, 1, 0],
        ],
      ],
      ranges: [[start, start + 0x100]],
      functions: Array.from({ length: 64 }, () => ({ name: 'f'.repeat(100), ranges: [] })),
    }
  })

  it('is nothing before anything is asked', async () => {
    const { executable, file } = buildDwarf({ units: many })
    const source = watchedSource(memorySource('prog', file))
    await readLines(source, executable)
    expect(source.bytesRead()).toBe(0)
  })

  it('is the units the addresses lie in, where `.debug_aranges` tell', async () => {
    const { executable, file, sections } = buildDwarf({ units: many, aranges: true })
    const source = watchedSource(memorySource('prog', file))
    const lines = await readLines(source, executable)
    const { line } = (await lines?.locate([0x10010, 0x10110, 0x10210])) ?? { line: [] }
    expect([...line]).toEqual([1, 2, 3])
    expect(sections.get('.debug_info')?.size).toBeGreaterThan(1_000_000)
    expect(source.bytesRead()).toBeLessThan(250_000)
  })

  it('is little of 2 GB of `.debug_info`, whether the address is known or not', async () => {
    const { executable, file, sections } = buildDwarf({ units: many.slice(0, 20), aranges: true })
    const info = sections.get('.debug_info')
    if (info === undefined) throw new Error('no .debug_info')
    // The section moves behind the others and goes on as a hole.
    const [moved, size] = [{ ...info, offset: file.length, size: 2 ** 31 }, file.length + 2 ** 31]
    const pieces = [
      { offset: 0, bytes: file },
      { offset: file.length, bytes: file.subarray(info.offset, info.offset + info.size) },
    ]
    const source = watchedSource(sparseSource('prog', size, pieces))
    const debugSections = executable.debugSections.map((one) => (one.name === info.name ? moved : one))
    const lines = await readLines(source, { ...executable, debugSections })
    const { line } = (await lines?.locate([0x10010, 0x11310, 0x900000])) ?? { line: [] }
    expect([...line]).toEqual([1, 20, 0])
    expect(source.bytesRead()).toBeLessThan(150_000)
  })

  it('is not an executable without line tables', async () => {
    const { executable, file } = buildDwarf({ units: many.slice(0, 1) })
    const debugSections = executable.debugSections.filter(({ name }) => name !== '.debug_line')
    expect(await readLines(memorySource('prog', file), { ...executable, debugSections })).toBeNull()
  })
})

describe('a debug file', () => {
  const { executable } = buildDwarf({ units: [] })
  it.each([
    ['abc123', 'abc123', true],
    ['abc123', 'abc124', false],
    ['', '', false],
  ])('with build id "%s" and a program with "%s"', (left, right, same) => {
    expect(sameProgram({ ...executable, buildId: left }, { ...executable, buildId: right })).toBe(same)
  })
})
