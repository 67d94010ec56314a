// Small pairs on which we once disagreed with gprof, or which random ones meet too seldom.
import { beforeAll, expect, test } from 'vitest'
import type { ElfSpec } from '../builders/build-elf.ts'
import type { GmonSpec } from '../builders/build-gmon.ts'
import { compareCase } from './compare-case.ts'
import { requireTools } from '../gprof/live-gprof.ts'

const elf: ElfSpec = {
  symbols: [
    { name: 'main', address: 0x401000 },
    { name: 'work', address: 0x401040 },
    { name: 'etext', address: 0x401100 },
  ],
}
const call = { kind: 'arc', from: 0x401010, self: 0x401042, count: 3 } as const
const range = { low: 0x401000, high: 0x401080 } as const
const bins = Array.from({ length: 32 }, (_, bin) => bin % 5)

interface Case {
  readonly name: string
  readonly elf?: ElfSpec
  readonly profiles: readonly GmonSpec[]
  /** Something gprof prints, so that the case shows what it is meant to show. */
  readonly shows: string
}

const CASES: readonly Case[] = [
  {
    name: 'a histogram without bins has bins of no size',
    profiles: [{ records: [{ kind: 'histogram', ...range, bins: [] }, call] }],
    shows: 'each sample hit covers 0 byte(s)',
  },
  {
    name: 'a BSD profile may have more bins than its range has bytes',
    profiles: [{ format: 'bsd', low: 0x401000, high: 0x401010, bins: [...bins, ...bins], arcs: [call] }],
    shows: 'Each sample counts as 0.01 seconds.',
  },
  {
    name: 'the first rate wins',
    profiles: [
      { records: [{ kind: 'histogram', ...range, rate: 1000, bins }, call] },
      { records: [{ kind: 'histogram', ...range, rate: 100, bins }, call] },
    ],
    shows: 'Each sample counts as 0.001 seconds.',
  },
  {
    name: 'no histogram: times that are no numbers',
    profiles: [{ records: [call] }],
    shows: '-nan',
  },
  {
    name: 'no arcs',
    profiles: [{ records: [{ kind: 'histogram', ...range, bins }] }],
    shows: 'Flat profile:',
  },
  {
    name: 'a local name is judged by the string that follows it',
    elf: {
      symbols: [
        { name: 'work.constprop.0', address: 0x401040, binding: 'local' },
        { name: 'main', address: 0x401000 },
        { name: 'etext', address: 0x401100 },
      ],
      strings: ['work.constprop.0', 'a$b'],
    },
    profiles: [{ records: [{ kind: 'histogram', ...range, bins }, call] }],
    shows: '3             main [1]',
  },
  {
    name: 'entry numbers of five digits lose their bracket',
    elf: {
      text: { address: 0x401000, size: 0x80000 },
      symbols: Array.from({ length: 10010 }, (_, at) => ({ name: `f${at}`, address: 0x401000 + 16 * at })),
    },
    profiles: [
      {
        records: [
          { kind: 'histogram', low: 0x401000, high: 0x401010, bins: [1, 2, 3, 4] },
          ...Array.from({ length: 10005 }, (_, at) => ({
            kind: 'arc' as const,
            from: 0x401004 + 16 * at,
            self: 0x401010 + 16 * at,
            count: 1,
          })),
        ],
      },
    ],
    shows: '\n[10000',
  },
]

beforeAll(() => requireTools(['gprof']), 60_000)

test.each(CASES)('$name', async ({ elf: own, profiles, shows }) => {
  const { difference, listings } = await compareCase({ elf: own ?? elf, profiles })
  expect(listings.join('')).toContain(shows)
  expect(difference).toBe('')
})
