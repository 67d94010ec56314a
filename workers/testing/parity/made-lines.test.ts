// Lines that no compiler makes, or hardly ever: gprof and we say the same of them.
import { beforeAll, expect, test } from 'vitest'
import type { GmonRecord } from '../builders/build-gmon.ts'
import type { ElfSymbol } from '../builders/build-elf.ts'
import type { DwarfFunction, DwarfUnit } from '../builders/dwarf-spec.ts'
import { compareFuzzCase } from '../fuzz/fuzz-compare.ts'
import { randomFrom } from '../random/random.ts'
import { requireTools } from '../gprof/live-gprof.ts'

beforeAll(() => requireTools(['gprof', 'gcc', 'timeout']))

const START = 0x401000

/** Null if gprof and we do the same; else what differs. `also`: records of the profile besides a histogram. */
async function differenceOf(
  symbols: readonly ElfSymbol[],
  units: readonly DwarfUnit[],
  options: readonly string[],
  also: readonly GmonRecord[] = [],
  bytes = new Uint8Array(0x40),
): Promise<string | null> {
  const histogram: GmonRecord = {
    kind: 'histogram',
    low: START,
    high: START + 64,
    bins: Array.from({ length: 16 }, () => 1),
  }
  const verdict = await compareFuzzCase({
    made: {
      seed: 0,
      elf: {
        text: { address: START, bytes },
        symbols: [...symbols, { name: 'etext', address: START + 0x1000, section: 'absolute' }],
      },
      profiles: [{ records: [histogram, ...also] }],
      lines: { version: units.some(({ isSkeleton }) => isSkeleton) ? 5 : 4, units },
    },
    options: options.map((option) => [option]),
    damaged: null,
    symbols: null,
    map: null,
    operands: 'last',
    isChain: false,
  })
  if (verdict.kind === 'undefined') return verdict.why
  return verdict.kind === 'different' ? verdict.difference : null
}

/** One file, beside the program, with a line for each address given. */
function unitOf(
  lines: readonly (readonly [address: number, line: number])[],
  more: Partial<DwarfUnit> = {},
): DwarfUnit {
  return {
    folder: null,
    files: [['one.c', 0]],
    sequences: [[...lines.map(([address, line]) => [address, 1, line] as const), [START + 0x40, null, 0]]],
    ranges: [[START, START + 0x40]],
    ...more,
  }
}

test('code that no function covers is named as gprof names it, whatever symbols share its start', async () => {
  const failures: string[] = []
  const kinds = (['none', 'func', 'ifunc'] as const).flatMap((type) =>
    [0, 4, 16].map((size) => ({ type, size })),
  )
  const unit = unitOf([
    [START, 7],
    [START + 18, 8],
    [START + 30, 9],
    [START + 50, 10],
  ])
  const random = randomFrom(19)
  const groups = kinds.flatMap((first) => kinds.map((second) => [first, second]))
  for (let more = 0; more < 20; more++)
    groups.push([random.pick(kinds), random.pick(kinds), random.pick(kinds)])
  for (const group of groups) {
    const symbols = group.map((kind, nth): ElfSymbol => ({
      name: `name${nth}`,
      address: START + 16,
      ...kind,
      binding: random.pick(['local', 'global', 'weak']),
    }))
    const difference = await differenceOf(symbols, [unit], ['-b', '-l', '-C', '-z'])
    if (difference !== null) failures.push(`${JSON.stringify(symbols)}: ${difference}`)
  }
  expect(failures.join('\n')).toBe('')
})

test('a unit whose list of ranges is empty is asked for what its lines cover', async () => {
  const symbols: ElfSymbol[] = [{ name: 'main', address: START, size: 0x40 }]
  const unit = unitOf([[START, 7]], { ranges: [] })
  expect(await differenceOf(symbols, [unit], ['-b', '-C', '-z'])).toBeNull()
  expect(await differenceOf(symbols, [unit], ['-b', '-l', '-p'])).toBeNull()
})

test.each([16, 17, 30])('of %i units within 256 bytes the last byte has a line or none', async (count) => {
  const units = Array.from({ length: count }, (_, nth): DwarfUnit => {
    const at = START + 0x100 - 4 * (count - nth)
    const sequence = [[at, 1, nth + 1] as const, [at + 3, 1, nth + 50] as const, [at + 4, null, 0] as const]
    return unitOf([], { ranges: [[at, at + 4]], sequences: [sequence] })
  })
  const lost: ElfSymbol = { name: 'lost', address: START + 0xff, size: 1 }
  const first: ElfSymbol = { name: 'first', address: START + 0xc0, size: 0x20 }
  const last: ElfSymbol = { name: 'last', address: START + 0x110, size: 0x20 }
  const bytes = new Uint8Array(0x200)
  for (const symbols of [[first], [last, lost], [lost, first], [first, lost], [lost, last]]) {
    expect(await differenceOf(symbols, units, ['-b', '-l', '-C', '-z'], [], bytes)).toBeNull()
    expect(await differenceOf(symbols, units, ['-b', '-C', '-z'], [], bytes)).toBeNull()
  }
})

test('pieces of one unit that touch do not fill its 256 bytes', async () => {
  const ranges = Array.from(
    { length: 40 },
    (_, nth) => [START + 0x60 + 4 * nth, START + 0x64 + 4 * nth] as const,
  )
  const sequence = [
    [START + 0x60, 1, 7] as const,
    [START + 0xff, 1, 8] as const,
    [START + 0x100, null, 0] as const,
  ]
  const symbols: ElfSymbol[] = [{ name: 'main', address: START + 0x60, size: 0xa0 }]
  const unit = unitOf([], { ranges, sequences: [sequence] })
  const bytes = new Uint8Array(0x200)
  expect(await differenceOf(symbols, [unit], ['-b', '-l', '-C', '-z'], [], bytes)).toBeNull()
})

test('-l leaves nothing of a program whose only symbol lies beyond its code', async () => {
  expect(await differenceOf([], [], ['-b', '-l', '-C', '-z'])).toBeNull()
  expect(await differenceOf([], [], ['-b', '-l', '-p', '-q', '-z'])).toBeNull()
})

test('pieces of a function that touch are one, and so larger than what lies across their border', async () => {
  const symbols: ElfSymbol[] = [{ name: 'main', address: START, size: 0x40 }]
  const functions: readonly DwarfFunction[] = [
    {
      linkageName: 'main',
      ranges: [
        [START, START + 8],
        [START + 8, START + 16],
        [START + 24, START + 32],
        [START + 16, START + 24],
      ],
    },
    { linkageName: 'copy', isInlined: true, ranges: [[START + 2, START + 14]] },
    { linkageName: 'other', isInlined: true, ranges: [[START + 20, START + 30]] },
  ]
  const unit = unitOf([[START, 7]], { functions })
  expect(await differenceOf(symbols, [unit], ['-b', '-l', '-C', '-z'])).toBeNull()
})

test('-A cuts the end of what stands before a line, be it the arrow', async () => {
  const symbols: ElfSymbol[] = [{ name: 'main', address: START, size: 0x40 }]
  const unit = unitOf([
    [START, 7],
    [START + 16, 8],
  ])
  for (const counts of [
    [424, 0, 2, 1, 2, 1],
    [424, 0, 2, 1, 2],
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  ]) {
    const blocks = counts.map((count, at) => ({ address: START + 16 + at, count }))
    const difference = await differenceOf(
      symbols,
      [unit],
      ['-b', '-A', '-l', '-z'],
      [{ kind: 'blocks', blocks }],
    )
    expect(difference).toBeNull()
  }
})

test('-l -c passes over calls into the code of a function that is called from there already', async () => {
  const symbols: ElfSymbol[] = [
    { name: 'main', address: START, size: 0x30 },
    { name: 'next', address: START + 0x30, size: 0x10 },
  ]
  const unit = unitOf([
    [START, 7],
    [START + 0x20, 8],
    [START + 0x30, 9],
  ])
  const bytes = new Uint8Array(0x40)
  // Calls line 8 and the next function.
  bytes.set([0xe8, 0x17, 0, 0, 0, 0xe8, 0x22, 0, 0, 0], 4)
  for (const self of [START, START + 0x30]) {
    const arc: GmonRecord = { kind: 'arc', from: START + 9, self, count: 3 }
    expect(await differenceOf(symbols, [unit], ['-b', '-l', '-c', '-q'], [arc], bytes)).toBeNull()
  }
})

test('-x puts the count before first only where a line does not begin with a block', async () => {
  const symbols: ElfSymbol[] = [{ name: 'main', address: START, size: 0x40 }]
  // In some, a line is in two places.
  for (const lines of [
    [7, 8, 9, 10],
    [7, 8, 9, 8],
    [8, 7, 8, 9],
  ]) {
    const unit = unitOf(lines.map((line, at) => [START + ([0, 16, 24, 32][at] ?? 0), line]))
    for (const places of [[16], [17], [32], [16, 18], [18, 16], [33, 16], [4, 16, 17, 24, 33], []]) {
      const blocks = places.map((place, at) => ({ address: START + place, count: at + 2 }))
      const arc: GmonRecord = { kind: 'arc', from: START + 9, self: START, count: 5 }
      const options = ['-b', '-A', '-x', '-l', '-z']
      const difference = await differenceOf(symbols, [unit], options, [{ kind: 'blocks', blocks }, arc])
      expect(difference, `${lines.join()}: ${places.join()}`).toBeNull()
    }
  }
})

test('a split unit in pieces that are told by a number, as clang writes them, has lines', async () => {
  const symbols: ElfSymbol[] = [{ name: 'main', address: START, size: 0x40 }]
  const unit = unitOf([[START, 7]], { isSkeleton: true })
  expect(await differenceOf(symbols, [unit], ['-b', '-l', '-C', '-z'])).toBeNull()
})

test.each(['-1', '0', '4', '-2147483649', '4294967295', '99999999999999999999'])(
  '-A marks what was called less than -m %s times',
  async (least) => {
    const symbols: ElfSymbol[] = [{ name: 'main', address: START, size: 0x40 }]
    const unit = unitOf([[START, 7]])
    const arc: GmonRecord = { kind: 'arc', from: START + 9, self: START, count: 5 }
    expect(await differenceOf(symbols, [unit], ['-b', `-m${least}`, '-A', '-z'], [arc])).toBeNull()
  },
)
