// Windows programs of chance: this machine's gprof reads them too, and ours prints the same bytes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildDwarf } from '../builders/build-dwarf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { buildPe, TEXT } from '../builders/build-pe.ts'
import { compareFiles } from './compare-case.ts'
import { requireTools } from '../gprof/live-gprof.ts'
import { randomPe } from '../random/random-pe.ts'
import { randomFrom } from '../random/random.ts'

const CASES = 60
const OPTIONS = [['-p'], ['-q'], ['-pz'], ['-T'], ['-p', '-a', '-z'], ['-p', '-D', '-z'], ['-c', '-q']]

it(`${CASES} programs, ${OPTIONS.length} ways`, async () => {
  await requireTools(['gprof'])
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-pe-'))
  const paths = [join(folder, 'program.exe'), join(folder, 'gmon.out')] as const
  try {
    for (let seed = 1; seed <= CASES; seed++) {
      const { pe, profile } = randomPe(randomFrom(seed))
      await writeFile(paths[0], buildPe(pe))
      await writeFile(paths[1], buildGmon(profile))
      const { difference } = await compareFiles(paths, OPTIONS)
      expect(difference, `seed ${seed}: ${JSON.stringify(pe.symbols)}`).toBe('')
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

const BY_LINE = [
  ['-l', '-p'],
  ['-l', '-q', '-z'],
  ['-l', '-C', '-z'],
  ['-C'],
  ['-C', '-z'],
  ['-A'],
  ['-q'],
  ['-p', '-q', '--inline-file-names'],
  ['-p', '-q', '--demangle=none'],
  ['-p', '-q', '--demangle=java'],
  ['-p', '-q', '--no-demangle'],
] as const

/** A unit of C, and one of an assembler, which names no functions: gprof asks no symbols for them, as it does of ELF programs. */
it.each([
  { wide: true, base: 0x1_4000_1000, before: '' },
  { wide: false, base: 0x40_1000, before: '_' },
])('lines and names, 64 bits $wide', async ({ wide, base, before }) => {
  await requireTools(['gprof'])
  const functions = [
    { name: 'main', at: 0x10 },
    { name: '_start', at: 0x40 },
    { name: 'work', at: 0x80 },
    { name: 'thunk', at: 0x100 },
    { name: '__thunk', at: 0x120 },
    { name: 'last', at: 0x200 },
  ]
  const lineRows = (file: number, from: number, to: number): (readonly [number, number, number])[] => {
    const rows: (readonly [number, number, number])[] = []
    for (let at = from; at < to; at += 8) rows.push([base + at, file, 1 + ((at - from) >> 3)])
    return [...rows, [base + to, file, 0]]
  }
  const { file, sections } = buildDwarf({
    version: 4,
    addressSize: wide ? 8 : 4,
    units: [
      {
        files: [['prog.c', 0]],
        sequences: [lineRows(1, 0x10, 0xc0)],
        ranges: [[base + 0x10, base + 0xc0]],
        functions: [
          { name: 'main', ranges: [[base + 0x10, base + 0x40]] },
          { name: 'work', ranges: [[base + 0x80, base + 0xa0]] },
        ],
      },
      {
        files: [['thunk.S', 0]],
        sequences: [lineRows(1, 0x100, 0x140)],
        ranges: [[base + 0x100, base + 0x140]],
      },
      {
        files: [['last.c', 0]],
        sequences: [lineRows(1, 0x200, 0x240)],
        ranges: [[base + 0x200, base + 0x240]],
        functions: [{ name: 'last', ranges: [[base + 0x200, base + 0x240]] }],
      },
    ],
  })
  let address = 0x3000
  const debug = Array.from(sections.values(), ({ name, offset, size }) => {
    const section = { name, address, size, bytes: file.subarray(offset, offset + size), flags: 0x4210_0040 }
    address += 0x1000
    return section
  })
  const pe = buildPe({
    wide,
    sections: [TEXT, ...debug],
    // What gprof makes of a last symbol with samples is left to chance.
    symbols: [...functions, { name: 'etext', at: 0x800 }].map(({ name, at }) => ({
      name: before + name,
      value: at,
    })),
  })
  const profile = buildGmon({
    wordSize: wide ? 8 : 4,
    records: [
      {
        kind: 'histogram',
        low: base,
        high: base + 0x400,
        bins: Array.from({ length: 0x100 }, (_, bin) => bin % 7),
      },
      ...functions.flatMap(({ at }, f) =>
        functions.slice(f).map((callee, nth) => ({
          kind: 'arc' as const,
          from: base + at + 9,
          self: base + callee.at + 1,
          count: 1 + f * nth,
        })),
      ),
    ],
  })
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-pe-'))
  const paths = [join(folder, 'program.exe'), join(folder, 'gmon.out')] as const
  try {
    await writeFile(paths[0], pe)
    await writeFile(paths[1], profile)
    const { difference, listings } = await compareFiles(paths, BY_LINE)
    expect(difference).toBe('')
    expect(listings[0]).toMatch(/ main \(prog\.c:1 @ /)
  } finally {
    await rm(folder, { recursive: true })
  }
})
