// Hostile debugging information of a few kB that unpacks to much: the excess is reported, and the
// rest is there.
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { buildDwarf } from '../../../testing/builders/build-dwarf.ts'
import { largestAllocation } from '../../../testing/largest-allocation.ts'
import { effort, someOf } from '../../../testing/effort.ts'
import type { RawExecutable, RawSection } from '../format.ts'
import { readLines } from './read.ts'

/** Code of a unit that means harm, and of a plain one behind it. */
const [BAD, GOOD, SIZE] = [0x10_0000, 0x20_0000, 0x10_0000]
/** Bytes that are unpacked, of 64 MB that may be. */
const MUCH = effort(30e6, 18e6)
const HALF = MUCH / 2

const join = (...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Uint8Array.from(part)))
const times = (pattern: readonly number[] | Uint8Array, count: number): Uint8Array =>
  Buffer.alloc(pattern.length * Math.floor(count), Uint8Array.from(pattern))
const word = (value: number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256)
const u16 = (value: number) => word(value, 2)
const u32 = (value: number) => word(value, 4)
const u64 = (value: number) => word(value, 8)
const text = (characters: string) => [...Buffer.from(characters), 0]
function uleb(value: number): readonly number[] {
  const rest = Math.floor(value / 128)
  return rest === 0 ? [value % 128] : [(value % 128) + 128, ...uleb(rest)]
}

type Pairs = readonly (readonly number[])[]
const abbreviation = (code: number, tag: number, pairs: Pairs) => [
  ...uleb(code),
  tag,
  0,
  ...pairs.flat(),
  0,
  0,
]
/** Language, lines, where its code is. */
const UNIT = abbreviation(1, 0x11, [
  [0x13, 0x05],
  [0x10, 0x17],
  [0x11, 0x01],
  [0x12, 0x07],
])
const FUNCTION: Pairs = [
  [0x11, 0x01],
  [0x12, 0x0b],
]
const shapes = (...more: readonly (readonly number[] | Uint8Array)[]) => join(UNIT, ...more, [0])

const unit = (body: Uint8Array, abbreviationsAt = 0) =>
  join(u32(body.length + 8), u16(5), [1, 8], u32(abbreviationsAt), body)
const entry = (linesAt: number, low: number) => [1, ...u16(0x21), ...u32(linesAt), ...u64(low), ...u64(SIZE)]

/** The least that an opcode adds to the line is −5, and 14 amounts there are. */
function program(tables: Uint8Array, opcodes: Uint8Array): Uint8Array {
  const header = join([1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1], tables)
  const body = join(u16(5), [8, 0], u32(header.length), header, opcodes)
  return join(u32(body.length), body)
}
const FOLDERS = [1, 1, 8, 1, ...text('/src')]
const FILES = [2, 1, 8, 2, 0x0b, 2, ...text('main.c'), 0, ...text('main.c'), 0]
const TABLES = join(FOLDERS, FILES)
const [COPY, END] = [1, [0, 1, 1]]
const setAddress = (address: number) => [0, 9, 2, ...u64(address)]
const advance = (bytes: number) => [2, ...uleb(bytes)]
/** Moves on by a byte of code, and to another line. */
const [UP, DOWN] = [13 + 14 + 6, 13 + 14 + 4]
const plain = (address: number, advanceLine: number) =>
  join(setAddress(address), [3, advanceLine, COPY], advance(SIZE), END)

/** What a case has in the place of what is plain. */
interface Hostile {
  readonly abbreviations?: Uint8Array
  /** Units in front, whole. */
  readonly units?: Uint8Array
  /** What follows in the bad unit's first entry. */
  readonly entries?: Uint8Array
  readonly tables?: Uint8Array
  readonly opcodes?: Uint8Array
  readonly more?: Readonly<Record<string, Uint8Array>>
}

function build({
  abbreviations,
  units,
  entries,
  tables,
  opcodes,
  more,
}: Hostile): readonly [string, Uint8Array][] {
  const lines = program(tables ?? TABLES, opcodes ?? plain(BAD, 6))
  const shape = abbreviations ?? shapes(abbreviation(2, 0x2e, FUNCTION))
  const info = join(
    unit(join(entry(0, BAD), entries ?? [], [0])),
    unit(join(entry(lines.length, GOOD), [0]), shape.length),
    units ?? [],
  )
  return [
    ['.debug_info', info],
    ['.debug_abbrev', join(shape, shapes())],
    ['.debug_line', join(lines, program(TABLES, plain(GOOD, 9)))],
    ...Object.entries(more ?? {}),
  ]
}

function pack(sections: readonly [string, Uint8Array][]): {
  executable: RawExecutable
  file: Uint8Array<ArrayBuffer>
} {
  const parts: Uint8Array[] = []
  const debugSections: RawSection[] = []
  let offset = 0
  for (const [name, bytes] of sections) {
    const packed = join(u32(1), u32(0), u64(bytes.length), u64(1), deflateSync(bytes))
    debugSections.push({ name, offset, size: packed.length, compressed: true })
    parts.push(packed)
    offset += packed.length
  }
  const { executable } = buildDwarf({
    units: [],
    symbols: [
      { name: 'bad', address: BAD },
      { name: 'good', address: GOOD },
    ],
  })
  return { executable: { ...executable, debugSections }, file: Uint8Array.from(join(...parts)) }
}

/** As a file is opened, and then as the lines of its functions are asked for. */
async function ask(hostile: Hostile): Promise<{ lines: readonly unknown[]; told: readonly unknown[] }> {
  const { executable, file } = pack(build(hostile))
  expect(file.length).toBeLessThan(400_000)
  const { value: lines, largest } = await largestAllocation(async () => {
    const source = await readLines(memorySource('prog', file), executable)
    if (!source) throw new Error('no lines')
    const { line } = await source.locate([BAD + 16, GOOD + 16])
    const asked = [
      { from: BAD, to: BAD + 4096 },
      { from: BAD + 8192, to: BAD + SIZE },
      { from: GOOD, to: GOOD + SIZE },
    ]
    const runs = await source.runsOf(asked, () => {})
    const told = source.notices().map((notice) => 'problem' in notice && notice.problem)
    const named = runs.map((run) => {
      const at = run.file.findIndex((known) => known >= 0)
      return at < 0 ? '?' : `${run.line[at]} ${stringAt(run.names, run.name[at] as StringIndex)}`
    })
    return { lines: [...line, ...named], told }
  })
  expect(largest).toBeLessThan(100e6)
  return lines
}

const raiseOverBudget = (section: string, what: string) => ({
  code: 'dwarf/unsupported',
  file: 'prog',
  section,
  what: `${what} than any program of this size`,
})

const ranges = (list: readonly number[], count: number): Uint8Array =>
  join(times([0], 12), [5], u64(BAD), times(list, count), [0])
const LISTED: Pairs = [[0x55, 0x0b]]

it('as it is without any', async () => {
  expect(await ask({})).toEqual({ lines: [7, 10, '7 bad', '7 bad', '10 good'], told: [] })
})

const CASES: readonly (readonly [string, string, string, readonly unknown[], () => Hostile])[] = [
  [
    'files',
    '.debug_line',
    'more files in one unit',
    [0, 10, '?', '?', '10 good'],
    () => ({ tables: join(FOLDERS, [1, 1, 0x0b], uleb(MUCH), times([0], MUCH)) }),
  ],
  [
    'folders',
    '.debug_line',
    'more files in one unit',
    [0, 10, '?', '?', '10 good'],
    () => ({ tables: join([1, 1, 0x0b], uleb(MUCH), times([0], MUCH), FILES) }),
  ],
  [
    'fields of files that take no bytes',
    '.debug_line',
    'more files in one unit',
    [0, 10, '?', '?', '10 good'],
    () => ({
      tables: join(FOLDERS, [255], times([2, 0x19], 254), [1, 0x0b], uleb(400_000), times([0], 400_000)),
    }),
  ],
  [
    'files that the program defines',
    '.debug_line',
    'more files in one unit',
    [0, 10, '?', '?', '10 good'],
    () => ({ opcodes: join(times([0, 6, 3, 97, 0, 0, 0, 0], MUCH / 8), plain(BAD, 6)) }),
  ],
  [
    'rows, of which the first are kept',
    '.debug_line',
    'more rows in one unit',
    [17, 10, '2 bad', '8193 bad', '10 good'],
    () => ({ opcodes: join(setAddress(BAD), times([UP], MUCH), END) }),
  ],
  [
    'rows that go back',
    '.debug_line',
    'more rows in one unit',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({
      opcodes: join(
        setAddress(BAD),
        [3, 6, COPY],
        times([...setAddress(BAD + SIZE), COPY, ...setAddress(BAD), COPY], MUCH / 24),
      ),
    }),
  ],
  [
    'sequences of rows',
    '.debug_line',
    'more rows in one unit',
    [0, 10, '1 bad', '?', '10 good'],
    () => ({ opcodes: times([...setAddress(BAD), COPY, ...advance(1), ...END], MUCH / 17) }),
  ],
  [
    'changes of line in all',
    '.debug_info',
    'more changes of line',
    [1, 10, '1 bad', '1 bad', '10 good'],
    () => ({ opcodes: join(setAddress(BAD), [COPY], times([UP, DOWN], SIZE / 2 - 1), END) }),
  ],
  [
    'functions of a byte each',
    '.debug_info',
    'more functions in one unit',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({
      abbreviations: shapes(
        abbreviation(2, 0x2e, [
          [0x11, 0x21, 0x80, 0x80, 0xc0, 0],
          [0x12, 0x21, 1],
        ]),
      ),
      entries: times([2], MUCH),
    }),
  ],
  [
    'ranges in a list',
    '.debug_rnglists',
    'more ranges in one list',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({
      abbreviations: shapes(abbreviation(2, 0x2e, LISTED)),
      entries: times([2, 12], 4),
      more: { '.debug_rnglists': ranges([4, 1, 2, 4, 3, 4], HALF / 6) },
    }),
  ],
  [
    'ranges in all lists of a unit',
    '.debug_info',
    'more ranges in one unit',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({
      abbreviations: shapes(abbreviation(2, 0x2e, LISTED)),
      entries: times([2, 12], 200),
      more: { '.debug_rnglists': ranges([4, 1, 2, 4, 5, 6], 3000) },
    }),
  ],
  [
    'attributes in an abbreviation',
    '.debug_abbrev',
    'more attributes in one abbreviation',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({ abbreviations: shapes([2, 0x2e, 0], times([0x3f, 0x19], HALF / 2), [0, 0]) }),
  ],
  [
    'abbreviations',
    '.debug_abbrev',
    'more abbreviations',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({ abbreviations: shapes(times([2, 0x2e, 0, 0, 0], MUCH / 5)) }),
  ],
  [
    'units, and then all of the same lines',
    '.debug_info',
    'more to go through',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({ units: times(unit(join(entry(0, 2 * GOOD), [0])), 250_000) }),
  ],
  [
    'units of types',
    '.debug_info',
    'more units',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({ units: times([...u32(20), ...u16(5), 2, 8, ...u32(0), ...u64(0), ...u32(0)], MUCH / 24) }),
  ],
  [
    'characters of names',
    '.debug_str',
    'more text',
    [7, 10, '7 bad', '7 bad', '10 good'],
    () => ({
      abbreviations: shapes(abbreviation(2, 0x2e, [[0x03, 0x0e], ...FUNCTION])),
      entries: join(
        ...Array.from({ length: 100 }, (_, at) => [2, ...u32(at), ...u64(BAD + 10_000 + 16 * at), 16]),
      ),
      more: { '.debug_str': join(times([97], 1e6), [0]) },
    }),
  ],
]

it.each(someOf(CASES, 5))('too many %s', async (_, section, what, lines, hostile) => {
  const { lines: found, told } = await ask(hostile())
  expect({ found, told }).toEqual({ found: lines, told: [raiseOverBudget(section, what)] })
})
