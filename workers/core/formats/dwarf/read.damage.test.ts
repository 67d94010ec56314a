// Debugging information that is cut, changed or made to do harm: a notice and gaps, never a crash or a hang.
import { describe, expect, it } from 'vitest'
import { buildDwarf, type BuiltDwarf } from '../../../testing/builders/build-dwarf.ts'
import type { DwarfSpec, DwarfUnit } from '../../../testing/builders/dwarf-spec.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { readLines } from './read.ts'
import { processorTime } from '../../../testing/processor-time.ts'
import { effort, someOf } from '../../../testing/effort.ts'

const UNIT: DwarfUnit = {
  directories: ['include'],
  files: [
    ['main.c', 0],
    ['list.h', 1],
  ],
  sequences: [
    [
      [0x1000, 1, 10],
      [0x1008, 2, 3],
      [0x1020, 1, 0],
    ],
  ],
  ranges: [
    [0x1000, 0x1018],
    [0x1018, 0x1020],
  ],
  functions: [
    { name: 'twice', linkageName: '_Z5twicei', ranges: [] },
    { origin: 0, ranges: [[0x1000, 0x1018]] },
    {
      origin: 0,
      ranges: [
        [0x1004, 0x1006],
        [0x100c, 0x1010],
      ],
    },
  ],
}
const SPECS: readonly DwarfSpec[] = ([2, 3, 4, 5] as const).flatMap((version) => [
  { version, units: [UNIT, UNIT], symbols: [{ name: 's', address: 0x1000 }] },
  { version, units: [UNIT], aranges: true, offsetSize: 8, bigEndian: true },
])

/** Asks everything there is to ask. */
async function ask({ executable }: BuiltDwarf, file: Uint8Array): Promise<number> {
  const lines = await readLines(memorySource('prog', file), executable)
  if (lines === null) return 0
  await lines.locate([0, 0x1000, 0x1008, 0x101f, 0x1020, 2 ** 53])
  await lines.runs(0, 0x3000)
  return lines.notices().length
}

describe('damaged information', () => {
  it.each(
    someOf(
      SPECS.map((spec, at) => ({ spec, at })),
      3,
    ),
  )('cut at every length, $at', async ({ spec }) => {
    const built = buildDwarf(spec)
    let told = 0
    for (const [name, section] of built.sections) {
      for (let size = 0; size < section.size; size += effort(1, 7)) {
        const debugSections = built.executable.debugSections.map((one) =>
          one.name === name ? { ...one, size } : one,
        )
        told += await ask({ ...built, executable: { ...built.executable, debugSections } }, built.file)
      }
    }
    expect(told).toBeGreaterThan(effort(100, 12))
  })

  it.each(SPECS.map((spec, at) => ({ spec, at })))('with bytes changed, $at', async ({ spec, at }) => {
    const built = buildDwarf(spec)
    const random = randomFrom(at + 1)
    for (let trial = 0; trial < effort(400); trial++) {
      const file = built.file.slice()
      for (let change = random.between(1, 4); change > 0; change--) {
        const value = random.chance(0.5) ? random.pick([0, 1, 0x7f, 0x80, 0xff]) : random.below(256)
        file[random.between(64, file.length - 1)] = value
      }
      await ask(built, file)
    }
  })

  it('cut off by the end of the file', async () => {
    const built = buildDwarf(SPECS[0])
    for (let size = 0; size < built.file.length; size += effort(7, 35))
      await ask(built, built.file.subarray(0, size))
  })

  it('is told once for each kind, and the other units answer', async () => {
    const built = buildDwarf({ units: [UNIT, { ...UNIT, folder: '/other' }] })
    const file = built.file.slice()
    // The first unit's abbreviations lie nowhere.
    file.fill(
      0x77,
      (built.sections.get('.debug_info')?.offset ?? 0) + 8,
      (built.sections.get('.debug_info')?.offset ?? 0) + 11,
    )
    const lines = await readLines(memorySource('prog', file), built.executable)
    const { line } = (await lines?.locate([0x1000, 0x1008])) ?? { line: [] }
    expect([...line]).toEqual([10, 3])
    expect(lines?.notices()).toMatchObject([
      {
        code: 'sources-left-out',
        problem: { code: 'dwarf/damaged', file: 'prog', section: '.debug_abbrev' },
      },
    ])
  })
})

describe('harmful information', () => {
  it('with thousands of nested and overlapping ranges is taken in good time', async () => {
    const functions = Array.from({ length: effort(20_000, 5000) }, (_, nth) => ({
      name: 'f',
      ranges: [[0x1000 + nth, 0x10_0000 - nth]] as const,
    }))
    const unit: DwarfUnit = { ...UNIT, ranges: [[0x1000, 0x10_0000]], functions }
    const built = buildDwarf({ units: [unit] })
    const worked = processorTime()
    await ask(built, built.file)
    expect(worked()).toBeLessThan(10_000)
  })

  it('with thousands of units at one address looks at a few', async () => {
    const built = buildDwarf({
      aranges: true,
      units: Array.from({ length: effort(3000, 1000) }, () => ({ ...UNIT, sequences: [] })),
    })
    const lines = await readLines(memorySource('prog', built.file), built.executable)
    const worked = processorTime()
    await lines?.locate(Array.from({ length: 1000 }, () => 0x1010))
    expect(worked()).toBeLessThan(5000)
  })

  it('that leads to one long list of ranges from everywhere is given up', async () => {
    const ranges = Array.from(
      { length: effort(20_000, 4000) },
      (_, nth) => [0x1000 + nth, 0x1001 + nth] as const,
    )
    const functions = Array.from({ length: effort(20_000, 4000) }, () => ({ name: 'f', ranges }))
    const built = buildDwarf({ units: [{ ...UNIT, functions }] })
    const worked = processorTime()
    expect(await ask(built, built.file)).toBe(1)
    expect(worked()).toBeLessThan(20_000)
  })
})
