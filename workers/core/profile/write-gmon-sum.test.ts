// Writing the sum of profiles without wrapping, and reading it back.
import { expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { openProfile, type Opened } from '../pipeline/open-profile.ts'
import { problemOf } from '../inputs/candidates.ts'
import { wideSumSize, writeGmonSum, writeWideSum, type SumInput } from './write-gmon-sum.ts'

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
    const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
    const result = await openProfile(sources, options, () => {})
    if (!result.ok) throw new Error(result.problem.problem.code)
    return result.value
  }
  const runs = await open(run, run, run)
  const written = writeGmonSum(runs.contents.sum(), { format: 'gnu', wide: true })
  expect(written.length).toBe(wideSumSize(runs.contents.sum()))
  const again = (await open(written)).contents.sum()
  expect(again.histograms.records).toEqual(runs.contents.sum().histograms.records)
  expect(Array.from(again.histograms.records[0]?.bins ?? [])).toEqual([21, 0, 3 * 0xffff, 3 * 0xfffe])
  expect(Array.from(again.arcs.count)).toEqual([3 * 0xffffffff])
  // Counts take no more room than needed.
  expect(runs.contents.plain.arcs.count).toBeInstanceOf(Float64Array)
  expect((await open(run)).contents.plain.arcs.count).toBeInstanceOf(Uint32Array)
})

const FUNCTIONS = [0x401000, 0x401010, 0x401020] as const

/** Input in the form of a file: arcs are pairs of functions in order of first appearance. */
function sumWith(layout: SumInput['layout'], change: Partial<SumInput['histograms']> = {}): SumInput {
  const parent = Int32Array.of(1, 0, 1)
  const child = Int32Array.of(2, 1, 1)
  const bins = Float64Array.of(3, 0, 70_000, 2)
  const histograms = {
    records: [{ low: 0x401000, high: 0x401020, bins }],
    rate: 100,
    dimension: 'seconds',
    abbreviation: 's',
    ...change,
  }
  const arcs = { length: 3, parent, child, count: Float64Array.of(5, 2 ** 32 + 7, 9) }
  const blocks = { length: 2, symbol: [0, 1], address: [0x401004, 0x401014], count: [11, 12] }
  const address = Float64Array.from(FUNCTIONS)
  return { layout, symbols: { length: 3, address }, histograms, arcs, blocks }
}
/** gprof's order: by parent, newest first. Values that exceed their field wrap. */
const ARCS = [
  { from: FUNCTIONS[0], self: FUNCTIONS[1], count: 7 },
  { from: FUNCTIONS[1], self: FUNCTIONS[1], count: 9 },
  { from: FUNCTIONS[1], self: FUNCTIONS[2], count: 5 },
]
const RANGE = { low: 0x401000, high: 0x401020, bins: [3, 0, 70_000 - 0x10000, 2] }

it.each(LAYOUTS)('writes what gprof would, wrapping as it does: %s', (_, layout) => {
  const blocks = [
    { address: 0x401004, count: 11 },
    { address: 0x401014, count: 12 },
  ]
  const records = [
    { kind: 'histogram' as const, ...RANGE },
    ...ARCS.map((arc) => ({ kind: 'arc' as const, ...arc })),
    { kind: 'blocks' as const, blocks },
  ]
  const written = writeGmonSum(sumWith(layout), { format: 'gnu', wide: false })
  expect(written).toEqual(buildGmon({ ...layout, records }))
})

it.each(LAYOUTS)('counts the bytes of blocks and of what is spread over records: %s', (_, layout) => {
  const sum = sumWith(layout)
  expect(writeGmonSum(sum, { format: 'gnu', wide: true }).length).toBe(wideSumSize(sum))
})

it('refuses a count that takes more records than a file should have', () => {
  const [, layout] = LAYOUTS[0]
  const sum = sumWith(layout)
  expect(writeWideSum(sum)).toEqual(writeGmonSum(sum, { format: 'gnu', wide: true }))
  const write = (): unknown => {
    try {
      return writeWideSum({ ...sum, arcs: { ...sum.arcs, count: sum.arcs.count.map(() => 2 ** 60) } })
    } catch (error) {
      return problemOf(error)
    }
  }
  expect(write()).toMatchObject({ code: 'export/too-large', what: 'gmon.sum', why: 'counts' })
})

it.each(LAYOUTS)('takes one record for what just fits: %s', (_, layout) => {
  const bins = Float64Array.of(0xffff, 1)
  const low = 0x401000
  const sum = {
    ...sumWith(layout, { records: [{ low, high: 0x401010, bins }] }),
    arcs: {
      length: 1,
      parent: Int32Array.of(0),
      child: Int32Array.of(1),
      count: Float64Array.of(2 ** 32 - 1),
    },
  }
  const wide = writeGmonSum(sum, { format: 'gnu', wide: true })
  expect(wide).toEqual(writeGmonSum(sum, { format: 'gnu', wide: false }))
  expect(wide.length).toBe(wideSumSize(sum))
})

it.each(LAYOUTS)('writes both of BSD’s forms; only the newer one has a rate: %s', (_, layout) => {
  const arcs = ARCS.map((arc, at) =>
    at === 0 && layout.wordSize === 8 ? { ...arc, count: 2 ** 32 + 7 } : arc,
  )
  const write = (format: 'bsd' | '4.4bsd', rate: number) =>
    writeGmonSum(sumWith(layout, { rate }), { format, wide: false })
  expect(write('bsd', 100)).toEqual(buildGmon({ ...layout, format: 'bsd', ...RANGE, arcs }))
  const newer = buildGmon({ ...layout, format: '4.4bsd', rate: 250, ...RANGE, arcs })
  expect([write('4.4bsd', 250), write('bsd', 250)]).toEqual([newer, newer])
})

it.each(['bsd', '4.4bsd'] as const)('writes %s without a histogram', (format) => {
  const [, layout] = LAYOUTS[0]
  const none = new Int32Array(0)
  const arcs = { length: 0, parent: none, child: none, count: new Float64Array(0) }
  const written = writeGmonSum({ ...sumWith(layout, { records: [] }), arcs }, { format, wide: false })
  expect(written).toEqual(buildGmon({ ...layout, format, low: 0, high: 0, bins: [] }))
})
