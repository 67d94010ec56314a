// Addresses to files, lines and functions, over information made for the purpose in every version and layout.
import { describe, expect, it } from 'vitest'
import { buildDwarf } from '../../../testing/builders/build-dwarf.ts'
import type { DwarfSpec, DwarfUnit, LineStep } from '../../../testing/builders/dwarf-spec.ts'
import { layouts, linesOf, MAIN } from '../../../testing/builders/dwarf-opened.ts'
import { sparseSource, watchedSource } from '../../../testing/sources.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { readLines, sameProgram } from './read.ts'
import type { SourceLines, SourceLinesOptions } from '../source-lines.ts'

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

  it.each([
    ['an extended opcode nobody knows', [0, 2, 0x55, 0], {}],
    ['segments', [], { segmentSelectorSize: 4 }],
    ['instructions of no operations', [], { maximumOperations: 0 }],
  ])('are there in spite of %s, at which gprof gives up', async (_, bytes, program) => {
    const steps: readonly LineStep[] = [
      ['address', 0x1000],
      ['bytes', bytes],
      ['advanceLine', 4],
      ['copy'],
      ['advancePc', 8],
      ['end'],
    ]
    const unit = { ...MAIN, program: { steps, ...program } }
    expect(await firstLine({ units: [unit] }, {})).toBe('/src/main.c:5')
    expect(await firstLine({ units: [unit] }, { gprofQuirks: true })).toBe('?')
  })

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
