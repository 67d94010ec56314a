// Debugging information in stabs: everything that shows source lines, printed as gprof prints it.
import { beforeAll, expect, test } from 'vitest'
import type { ElfSymbol } from '../builders/build-elf.ts'
import { STAB, type StabEntry } from '../builders/build-stabs.ts'
import { compareFuzzCase } from '../fuzz/fuzz-compare.ts'
import { requireTools } from '../gprof/live-gprof.ts'
import { randomFrom } from '../random/random.ts'
import { randomStabs } from '../random/random-stabs.ts'
import type { DwarfSpec } from '../builders/dwarf-spec.ts'

beforeAll(() => requireTools(['gprof', 'timeout']))

const START = 0x401000
const SIZE = 0x80
/** Of the functions; gprof's answer to samples behind its last symbol is none. */
const END = START + 0x78
const NAMES = ['main', 'work', '_ZN1a1bEv', 'leaf', 'last']
const SYMBOLS: readonly ElfSymbol[] = NAMES.map((name, nth) => ({
  name,
  address: START + 0x18 * nth,
  size: 0x18,
  binding: nth % 2 === 0 ? 'global' : 'local',
  type: 'func',
  section: '.text',
}))
const OPTIONS = [['-q'], ['-l', '-p'], ['-l', '-q', '-z'], ['-l', '-C', '-z'], ['-A', '-x'], ['-L', '-q']]

/** What differs from gprof, over all options; "" if nothing does. Every two bytes have a sample, every function a call. */
async function differencesOf(objects: readonly (readonly StabEntry[])[], lines?: DwarfSpec): Promise<string> {
  const failures: string[] = []
  const elf = {
    text: { address: START, bytes: new Uint8Array(SIZE) },
    symbols: [...SYMBOLS, { name: 'etext', address: END }],
  }
  const bins = Array.from({ length: (END - START) / 2 }, (_, at) => 1 + (at % 5))
  const arcs = SYMBOLS.map(({ address }, nth) => ({
    kind: 'arc' as const,
    from: START + 5,
    self: Number(address),
    count: nth + 1,
  }))
  const records = [{ kind: 'histogram' as const, low: START, high: END, bins }, ...arcs]
  for (const options of OPTIONS) {
    const verdict = await compareFuzzCase({
      made: { seed: 0, elf, profiles: [{ records }], stabs: { objects }, lines },
      options: ['-b', ...options].map((option) => [option]),
      damaged: null,
      symbols: null,
      map: null,
      operands: 'last',
      isChain: false,
    })
    if (verdict.kind === 'different') failures.push(`${options.join(' ')}: ${verdict.difference}`)
    if (verdict.kind === 'undefined') failures.push(`${options.join(' ')}: ${verdict.why}`)
  }
  return failures.join('\n')
}

const source = (text: string, value: number): StabEntry => ({ type: STAB.source, text, value })
const begin = (nth: number): StabEntry => ({
  type: STAB.function,
  text: `${NAMES[nth]}:F1`,
  value: START + 0x18 * nth,
})
const line = (description: number, value: number): StabEntry => ({ type: STAB.line, description, value })
const included = (text: string, value: number): StabEntry => ({ type: STAB.included, text, value })
const ends: StabEntry = { type: STAB.function, value: 0x18 }

test.each<[string, readonly (readonly StabEntry[])[]]>([
  [
    'a function without debugging information behind one with',
    [[source('one.c', START), begin(0), line(4, 0), ends]],
  ],
  ['a first line that is late', [[source('one.c', START), begin(0), line(4, 6), line(5, 9), ends]]],
  [
    'a function from a header',
    [
      [
        source('./', START),
        source('one.c', START),
        { type: STAB.included, text: 'part/three.h', value: START },
        begin(1),
        line(4, 0),
      ],
    ],
  ],
  [
    'object files with strings of their own, the later one first',
    [
      [source('two.cc', START + 0x18), begin(1), line(9, 0), line(11, 4), ends, source('', START + 0x30)],
      [source('one.c', START), begin(0), line(4, 0), line(6, 8), ends, source('', START + 0x18)],
    ],
  ],
  [
    'a source file without functions',
    [[source('one.c', START), begin(0), line(4, 0)], [source('two.cc', START + 0x18)]],
  ],
  [
    'files that begin before a late first line: in order, out of order, with it, between lines',
    [
      [begin(0), included('one.c', 4), line(4, 8), line(5, 12)],
      [
        begin(1),
        included('one.c', 8),
        included('two.cc', 4),
        line(4, 6),
        included('three.h', 12),
        line(6, 10),
      ],
      [begin(2), included('one.c', 2), line(4, 2), line(5, 6), line(6, 12), line(7, 16)],
      [begin(3), line(4, 0), included('one.c', 8), line(5, 4), included('two.cc', 12), line(7, 12), ends],
    ].map((entries, nth) =>
      entries.map((entry) =>
        entry.type === STAB.included ? { ...entry, value: (entry.value ?? 0) + START + 0x18 * nth } : entry,
      ),
    ),
  ],
  ['a function without lines before one with', [[source('one.c', START), begin(0), begin(1), line(8, 0)]]],
])('%s', async (_, objects) => {
  expect(await differencesOf(objects)).toBe('')
})

test('beside DWARF, which knows nothing of their functions, they are not asked', async () => {
  const at = START + 0x48
  const unit = {
    folder: null,
    files: [['two.cc', 0] as const],
    sequences: [[[at, 1, 3] as const, [at + 0x18, null, 0] as const]],
    ranges: [[at, at + 0x18] as const],
  }
  const lines: DwarfSpec = { version: 4, units: [unit] }
  expect(await differencesOf([[source('one.c', START), begin(0), line(4, 0), ends]], lines)).toBe('')
})

test('as no compiler writes them', async () => {
  const failures: string[] = []
  for (let seed = 1; seed <= 25; seed++) {
    const elf = { text: { address: START, bytes: new Uint8Array(SIZE) }, symbols: SYMBOLS }
    const stabs = randomStabs(randomFrom(seed), elf)
    expect(stabs).not.toBeNull()
    const differences = await differencesOf(stabs?.objects ?? [])
    if (differences !== '') failures.push(`seed ${seed}: ${differences}`)
  }
  expect(failures.join('\n')).toBe('')
})
