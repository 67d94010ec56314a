// The sum of profiles, written without anything wrapping and read again.
import { expect, it } from 'vitest'
import { buildElf } from '../../../testing/builders/build-elf.ts'
import { buildGmon } from '../../../testing/builders/build-gmon.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { memorySource } from '../../bytes/memory-source.ts'
import { openProfile, type Opened } from '../../pipeline.ts'
import { wideSumSize, writeGmonSum } from './gmon-sum.ts'

const LAYOUTS = [
  ['64 bits', { wordSize: 8, bigEndian: false }],
  ['32 bits, big-endian', { wordSize: 4, bigEndian: true }],
] as const

it.each(LAYOUTS)('takes the bytes it says, and says what was recorded: %s', async (_, target) => {
  const elf = buildElf({
    class: target.wordSize === 8 ? 64 : 32,
    bigEndian: target.bigEndian,
    symbols: [
      { name: 'main', address: 0x401000 },
      { name: 'leaf', address: 0x401010 },
    ],
  })
  const run = buildGmon({
    ...target,
    records: [
      { kind: 'histogram', low: 0x401000, high: 0x401020, bins: [7, 0, 0xffff, 0xfffe] },
      { kind: 'arc', from: 0x401004, self: 0x401010, count: 0xffffffff },
    ],
  })
  const open = async (...profiles: readonly Uint8Array<ArrayBuffer>[]): Promise<Opened> => {
    const sources = [memorySource('prog', elf), ...profiles.map((bytes) => memorySource('gmon.out', bytes))]
    const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0, strict: false }
    const result = await openProfile(sources, options, () => {})
    if (!result.ok) throw new Error(result.problem.problem.code)
    return result.value
  }
  const runs = await open(run, run, run)
  const written = writeGmonSum(runs.sum(), { format: 'gnu', wide: true })
  expect(written.length).toBe(wideSumSize(runs.sum()))
  const again = (await open(written)).sum()
  expect(again.histograms.records).toEqual(runs.sum().histograms.records)
  expect(Array.from(again.histograms.records[0]?.bins ?? [])).toEqual([21, 0, 3 * 0xffff, 3 * 0xfffe])
  expect(Array.from(again.arcs.count)).toEqual([3 * 0xffffffff])
  // Counts take no more room than they need.
  expect(runs.plain.arcs.count).toBeInstanceOf(Float64Array)
  expect((await open(run)).plain.arcs.count).toBeInstanceOf(Uint32Array)
})
