// What the builders make is what the machine's gprof reads: every class, byte order and dialect.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildElf, type ElfSpec } from './build-elf.ts'
import { buildGmon, type GmonSpec } from './build-gmon.ts'
import { requireTools, runGprof } from '../gprof/live-gprof.ts'

let folder = ''
beforeAll(async () => {
  await requireTools(['gprof'])
  folder = await mkdtemp(join(tmpdir(), 'build-elf-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ELF: ElfSpec = {
  text: { address: 0x401000, size: 0x100 },
  sections: [{ name: '.init', kind: 'code', address: 0x400000, size: 16 }],
  symbols: [
    { name: 'local_one', address: 0x401080, binding: 'local' },
    { name: 'main', address: 0x401000 },
    { name: 'kid', address: 0x401040 },
    { name: '_init', address: 0x400000, section: '.init' },
    { name: 'last', address: 0x4010c0 },
  ],
}
const bins = new Uint16Array(64)
bins[0] = 5
bins[20] = 7
bins[40] = 9
const samples = { low: 0x401000, high: 0x401100, bins } as const
const arc = { from: 0x401010, self: 0x401044, count: 7 }
const GNU: GmonSpec = {
  records: [
    { kind: 'histogram', ...samples },
    { kind: 'arc', ...arc },
  ],
}
const BLOCKS: GmonSpec = {
  records: [{ kind: 'blocks', blocks: [{ address: 0x401000, count: 3, file: 'a.c' }] }, ...GNU.records],
}

/** A local function with the name of a clone, and the string behind its name. */
const named = (next: string): ElfSpec => ({
  ...ELF,
  symbols: [
    { name: 'foo.constprop.0', address: 0x401080, binding: 'local' },
    ...(ELF.symbols ?? []).filter(({ binding }) => binding !== 'local'),
  ],
  strings: ['foo.constprop.0', next],
})

const LISTING = [
  ' 42.86      0.09     0.09                             local_one',
  ' 33.33      0.16     0.07        7    10.00    10.00  kid',
  ' 23.81      0.21     0.05                             main',
  '',
].join('\n')

/** The lines of gprof's flat profile. */
async function listing(elf: ElfSpec, gmon: GmonSpec): Promise<string> {
  const executable = join(folder, 'prog')
  const profile = join(folder, 'gmon.out')
  await writeFile(executable, buildElf(elf))
  const target = { wordSize: elf.class === 32 ? 4 : 8, bigEndian: elf.bigEndian ?? false } as const
  await writeFile(profile, buildGmon({ ...gmon, ...target }))
  const { stdout, stderr } = await runGprof(['-b', '-p', executable, profile])
  return stdout.split('\n').slice(5).join('\n') || stderr
}

describe('gprof reads', () => {
  for (const elfClass of [32, 64] as const) {
    for (const bigEndian of [false, true]) {
      it(`ELF of ${elfClass} bits, big-endian ${bigEndian}, for many machines`, async () => {
        for (const machine of [62, 3, 183, 243, 40, 20, 21, 22]) {
          expect(await listing({ ...ELF, class: elfClass, bigEndian, machine }, GNU), `${machine}`).toBe(
            LISTING,
          )
        }
      })

      it(`every dialect, ${elfClass} bits, big-endian ${bigEndian}`, async () => {
        const elf = { ...ELF, class: elfClass, bigEndian }
        expect(await listing(elf, { ...GNU, version: 0 })).toBe(LISTING)
        for (const format of ['bsd', '4.4bsd'] as const) {
          expect(await listing(elf, { format, ...samples, arcs: [arc] }), format).toBe(LISTING)
        }
      })
    }
  }

  it('section indexes and counts beyond 16 bits', async () => {
    expect(await listing({ ...ELF, extendedCounts: true, extendedSymbolSections: true }, GNU)).toBe(LISTING)
  })

  it('basic-block counts, which it passes over', async () => {
    expect(await listing(ELF, BLOCKS)).toBe(LISTING)
    expect(await listing(ELF, { ...BLOCKS, version: 0 })).toBe(LISTING)
  })

  it('names in the order of the string table: its filter of local names reads on into the next string', async () => {
    expect(await listing(named('bar'), GNU)).toContain('foo.constprop.0')
    expect(await listing(named('bar.part.0'), GNU)).not.toContain('foo')
  })
})
