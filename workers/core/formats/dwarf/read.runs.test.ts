// Runs: the stretches of code that come from one line of one function.
import { describe, expect, it } from 'vitest'
import type { DwarfSpec, DwarfUnit } from '../../../testing/builders/dwarf-spec.ts'
import { layouts, linesOf, MAIN } from '../../../testing/builders/dwarf-opened.ts'
import { processorTime } from '../../../testing/processor-time.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { SourceLines } from '../source-lines.ts'

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

  it('have no name where nothing names the code, as in units that were split; gprof has no lines there', async () => {
    const spec: DwarfSpec = { units: [{ ...unit, functions: [] }] }
    expect(await runsOf(await linesOf(spec), 0x1000, 0x1020)).toEqual([
      '1000 /src/main.c:10 ',
      '1008 /src/main.c:11 ',
    ])
    expect(await runsOf(await linesOf(spec, { gprofQuirks: true }), 0x1000, 0x1020)).toEqual(['1000 ?'])
  })

  it('of thousands of pieces of code, each in a section of its own, are taken in good time', async () => {
    const starts = Array.from({ length: 5000 }, (_, nth) => 0x1000 + 0x20 * nth)
    const lines = await linesOf({
      units: [
        {
          ...MAIN,
          sequences: starts.map((start) => [
            [start, 1, 10],
            [start + 0x10, 1, 0],
          ]),
          ranges: starts.map((start) => [start, start + 0x10] as const),
          functions: [],
        },
      ],
    })
    const worked = processorTime()
    const asked = starts.map((start) => ({ from: start, to: start + 0x20 }))
    const runs = await lines.runsOf(asked, () => {})
    expect(runs.map(({ length }) => length)).toEqual(starts.map(() => 2))
    expect(worked()).toBeLessThan(3000)
  })

  it.each([
    [63, 'deep'],
    [64, 'by_symbol'],
  ])('name copies of copies, %d of them, by %s', async (copies, name) => {
    const chain = Array.from({ length: copies - 1 }, (_, nth) => ({ origin: nth, ranges: [] }))
    const last = { origin: copies - 1, ranges: [[0x1000, 0x1020]] as const }
    const functions = [{ name: 'short', linkageName: 'deep', ranges: [] }, ...chain, last]
    const symbols = [{ name: 'by_symbol', address: 0x1000 }]
    const lines = await linesOf({ units: [{ ...unit, functions }], symbols })
    expect((await runsOf(lines, 0x1000, 0x1008))[0]).toBe(`1000 /src/main.c:10 ${name}`)
  })

  it.each([
    [0, 'there'],
    [1, ''],
  ])('name code that ends %d bytes behind 2^53 − 1 by "%s"', async (behind, name) => {
    const [from, to] = [Number.MAX_SAFE_INTEGER - 15, Number.MAX_SAFE_INTEGER]
    const sequences: DwarfUnit['sequences'] = [
      [
        [from, 1, 10],
        [to, 1, 0],
      ],
    ]
    const functions = [{ name: 'there', ranges: [[from, to + behind]] as const }]
    const lines = await linesOf({ units: [{ ...unit, sequences, ranges: [[from, to]], functions }] })
    expect(await runsOf(lines, from, to)).toEqual([`${from.toString(16)} /src/main.c:10 ${name}`])
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
