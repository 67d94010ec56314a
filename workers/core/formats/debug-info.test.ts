// Programs with debugging information of two kinds: who knows an address answers, and gprof's order where it is followed.
import { describe, expect, it } from 'vitest'
import { dwarfSections } from '../../testing/builders/build-dwarf.ts'
import { buildElf } from '../../testing/builders/build-elf.ts'
import type { DwarfSpec } from '../../testing/builders/dwarf-spec.ts'
import { STAB, stabsSections, type StabEntry } from '../../testing/builders/build-stabs.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readExecutable } from './elf.ts'
import type { RawExecutable } from './format.ts'
import { readLines } from './debug-info.ts'
import type { SourceLinesOptions } from './source-lines.ts'

const START = 0x401000

/** 16 bytes with stabs, 8 with both, 8 with DWARF. */
const STABS: readonly StabEntry[] = [
  { type: STAB.source, text: 'stabs.c', value: START },
  { type: STAB.function, text: 'old:F1', value: START },
  { type: STAB.line, description: 3, value: 0 },
  { type: STAB.line, description: 4, value: 16 },
  { type: STAB.function, value: 24 },
]
const DWARF: DwarfSpec = {
  version: 4,
  units: [
    {
      folder: null,
      files: [['dwarf.c', 0] as const],
      sequences: [[[START + 16, 1, 70] as const, [START + 32, null, 0] as const]],
      ranges: [[START + 16, START + 32] as const],
      functions: [{ name: 'new', linkageName: 'new', ranges: [[START + 16, START + 32] as const] }],
    },
  ],
}

type Change = (raw: RawExecutable) => RawExecutable

/** "offset path:line name" for each run, and the answers for 40 single addresses. */
async function answersOf(
  options: SourceLinesOptions,
  change: Change = (raw) => raw,
): Promise<readonly [runs: readonly string[], located: readonly string[]]> {
  const sections = [...dwarfSections(DWARF), ...stabsSections({ objects: [STABS] })]
  const file = buildElf({
    text: { address: START, bytes: new Uint8Array(40) },
    symbols: [{ name: 'old', address: START }],
    sections: sections.map(([name, bytes]) => ({ name, bytes, kind: 'debug', address: 0 })),
  })
  const source = memorySource('prog', file)
  const lines = await readLines(source, change(await readExecutable(source)), options)
  if (lines === null) return [[], []]
  expect(lines.notices()).toEqual([])
  const runs = await lines.runs(START, START + 40)
  const {
    file: files,
    line,
    files: paths,
  } = await lines.locate(Array.from({ length: 40 }, (_, at) => START + at))
  const at = (path: number, number: number, table: typeof paths): string =>
    path < 0 ? '?' : `${stringAt(table, path as StringIndex)}:${number}`
  return [
    Array.from(runs.start, (start, row) => {
      const name = runs.name[row] < 0 ? '' : ` ${stringAt(runs.names, runs.name[row] as StringIndex)}`
      return `${start - START} ${at(runs.file[row], runs.line[row], runs.files)}${name}`
    }),
    Array.from(files, (path, row) => at(path, line[row], paths)),
  ]
}

const without =
  (name: RegExp): Change =>
  (raw) => ({ ...raw, debugSections: raw.debugSections.filter((section) => !name.test(section.name)) })

const times = (count: number, text: string): readonly string[] => Array.from({ length: count }, () => text)

describe('a program with DWARF and stabs', () => {
  it('has the lines of both, those of DWARF first', async () => {
    const [runs, located] = await answersOf({})
    expect(runs).toEqual(['0 stabs.c:3 old', '16 dwarf.c:70 new', '32 ?'])
    expect(located).toEqual([...times(16, 'stabs.c:3'), ...times(16, 'dwarf.c:70'), ...times(8, '?')])
  })

  it('has those of stabs first if it is for Windows', async () => {
    const [runs, located] = await answersOf({}, (raw) => ({ ...raw, format: 'pe' }))
    expect(runs).toEqual(['0 stabs.c:3 old', '16 stabs.c:4 old', '24 dwarf.c:70 new', '32 ?'])
    expect(located).toEqual([
      ...times(16, 'stabs.c:3'),
      ...times(8, 'stabs.c:4'),
      ...times(8, 'dwarf.c:70'),
      ...times(8, '?'),
    ])
  })

  it('has those of DWARF alone where gprof is followed', async () => {
    const [runs] = await answersOf({ gprofQuirks: true })
    expect(runs).toEqual(['0 ?', '16 dwarf.c:70 new', '32 ?'])
  })
})

it('a program with one of both has its lines, one with neither has none', async () => {
  const [stabs] = await answersOf({}, without(/debug/))
  expect(stabs).toEqual(['0 stabs.c:3 old', '16 stabs.c:4 old', '24 ?'])
  const [dwarf] = await answersOf({}, without(/stab/))
  expect(dwarf).toEqual(['0 ?', '16 dwarf.c:70 new', '32 ?'])
  expect(await answersOf({}, without(/./))).toEqual([[], []])
})
