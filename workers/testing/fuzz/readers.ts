// The readers that the learning fuzzer tries, each with inputs to begin with and what must hold of
// whatever it reads.
import { gzipSync } from 'node:zlib'
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import { checkAnalysis } from '../check-analysis.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { unpackZstd } from '../../core/bytes/unpack-zstd.ts'
import { type Opened, openProfile, type PipelineOptions } from '../../core/pipeline/open-profile.ts'
import { linesInputOf } from '../../core/pipeline/read-lines.ts'
import { readAllLines } from '../../core/pipeline/read-all-lines.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { checkProfile } from '../check-profile.ts'
import { contentOf } from '../../core/saved/content.ts'
import { saveProfile } from '../../core/saved/save.ts'
import { demangle, demangleRust } from '../../core/symbols/demangle/demangle.ts'
import { demangleStyle } from '../../core/symbols/demangle/demangle-style.ts'
import { parseFileMap } from '../../core/symbols/file-map.ts'
import { parseSymbolFile } from '../../core/symbols/symbol-file.ts'
import { signTarHeader, tar, zip } from '../builders/build-archives.ts'
import { dwarfSections } from '../builders/build-dwarf.ts'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { buildMach } from '../builders/build-mach.ts'
import { buildPe } from '../builders/build-pe.ts'
import { STAB, stabsSections } from '../builders/build-stabs.ts'
import { HEX_DUMPS, OTHER_DUMPS, WORD_DUMPS } from '../builders/dump-texts.ts'
import type { DwarfUnit } from '../builders/dwarf-spec.ts'
import type { Random } from '../random/random.ts'
import { openLargeCase, savedBytes, takeApart, packed, lengthOf } from '../saved-files.ts'
import { arcs, at, BASE, END, histogram, NAMES } from '../small-opening.ts'
import type { FuzzReader } from './learn.ts'
import { mutateJson, type Parts } from './mutate.ts'

type Bytes = Uint8Array<ArrayBuffer>

const OPTIONS: PipelineOptions = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }

const bytesOf = (text: string): Bytes => Uint8Array.from(Buffer.from(text, 'latin1'))
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/**
 * Opens files as the page does. Returns null if they are refused.
 *
 * @throws Error for a bug, or a profile that does not hold together
 */
export async function openAndCheck(
  files: Readonly<Record<string, Uint8Array>>,
  change: Partial<PipelineOptions> = {},
): Promise<Opened | null> {
  const sources = Object.entries(files).map(([name, bytes]) => memorySource(name, bytes))
  const result = await openProfile(sources, { ...OPTIONS, ...change }, () => {})
  if (!result.ok) {
    const { problem } = result.problem
    if (problem.code === 'bug') throw new Error(JSON.stringify(problem))
    return null
  }
  checkProfile(result.value.contents.plain)
  checkAnalyzed(result.value.analyzed)
  return result.value
}

/** Checks an analysis. Of a listing, which is shown as printed, the total may be any number. */
export function checkAnalyzed(analyzed: AnalyzedProfile): void {
  checkAnalysis(analyzed.profile.listed ? { ...analyzed, printedTicks: -Infinity } : analyzed)
}

/** Whether reading ends well, and not with a problem of the file. */
async function endsWell(work: () => unknown): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code !== 'bug') return false
    throw error
  }
}

const SYMBOLS = [
  ...NAMES.map((name, f) => ({ name, address: at(f), size: 0x80 })),
  { name: 'etext', address: END, type: 'none' as const },
]
const PROGRAM = buildElf({ text: { address: BASE, size: END - BASE }, symbols: SYMBOLS })
const PROFILE = buildGmon({ records: [histogram(0, 500), ...arcs()] })

const ORDERS = [
  { wordSize: 4, bigEndian: false },
  { wordSize: 4, bigEndian: true },
  { wordSize: 8, bigEndian: true },
] as const

const gmon: FuzzReader = {
  name: 'gmon.out',
  code: [
    'workers/core/formats/gmon/',
    'workers/core/profile/sum-histograms.ts',
    'workers/core/profile/range-set.ts',
    'workers/core/profile/tally-',
    'workers/core/profile/known-arcs.ts',
    'workers/core/profile/distinct-arcs.ts',
  ],
  words: ['gmon', '\u0001\0\0\0', '\0\0\0\0\0\0\0\0', 'seconds\0\0\0\0\0\0\0\0s', 'calls'],
  seeds: () => [
    [PROFILE],
    [buildGmon({ records: [histogram(0, 500), histogram(0, 65_535), ...arcs()] })],
    [
      buildGmon({
        records: [{ kind: 'blocks', blocks: [{ address: at(1), count: 3 }] }, histogram(0, 7)],
      }),
    ],
    ...ORDERS.map((order) => [buildGmon({ ...order, records: [histogram(0, 500), ...arcs()] })]),
    ...(['bsd', '4.4bsd'] as const).map((format) => [
      buildGmon({
        format,
        low: BASE,
        high: END,
        rate: 100,
        bins: Array.from({ length: (END - BASE) / 4 }, (_, bin) => bin % 3),
        arcs: [{ from: at(0) + 8, self: at(1), count: 4 }],
      }),
    ]),
  ],
  async read([profile]) {
    const paired = await openAndCheck({ prog: PROGRAM, 'gmon.out': profile })
    const alone = await openAndCheck({ 'gmon.out': profile }, { withoutNames: true })
    return paired !== null || alone !== null
  },
}

/** The profile for each layout of a program. */
const profileFor = (wordSize: 4 | 8, bigEndian: boolean): Bytes =>
  buildGmon({ wordSize, bigEndian, records: [histogram(0, 500), ...arcs()] })
const PROFILES = ([4, 8] as const).map((wordSize) => [false, true].map((big) => profileFor(wordSize, big)))

/** Opens a program with the profile of its layout. */
async function opensProgram(
  program: Bytes,
  isWide: boolean,
  bigEndian: boolean,
  change: Partial<PipelineOptions> = {},
): Promise<boolean> {
  const profile = PROFILES[Number(isWide)][Number(bigEndian)]
  return (await openAndCheck({ prog: program, 'gmon.out': profile }, change)) !== null
}

const withStatic = { scenario: { ...EMPTY_SCENARIO, staticArcs: true } }

/** Code of x86-64 with calls of the functions of `SYMBOLS`. */
function callingCode(): Bytes {
  const code = new Uint8Array(END - BASE).fill(0x90)
  const view = new DataView(code.buffer)
  for (let f = 0; f + 1 < NAMES.length; f++) {
    const call = at(f) - BASE + 0x40
    code[call] = 0xe8
    view.setInt32(call + 1, at(f + 1) - BASE - (call + 5), true)
  }
  return code
}

const elf: FuzzReader = {
  name: 'ELF',
  code: [
    'workers/core/formats/elf',
    'workers/core/symbols/symbol-table.ts',
    'workers/core/symbols/target-rules.ts',
    'workers/core/symbols/local-name-filter.ts',
  ],
  words: ['\u007fELF', '.text', '.symtab', '.strtab', '.init', '_main', 'etext', 'main', '.part.0', '$x'],
  seeds: () =>
    ([32, 64] as const).flatMap((bits) =>
      [false, true].map((bigEndian) => [
        buildElf({
          class: bits,
          bigEndian,
          text: { address: BASE, bytes: callingCode() },
          sections: [
            { name: '.init', kind: 'code', address: BASE - 64, size: 16 },
            { name: '.data', kind: 'data', address: END + 64, size: 16 },
            { name: '.bss', kind: 'bss', address: END + 128, size: 16 },
          ],
          symbols: [
            { name: 'local', address: at(1), binding: 'local' },
            { name: 'weak', address: at(2), binding: 'weak' },
            ...SYMBOLS,
          ],
          extendedSymbolSections: bigEndian,
          extendedCounts: bigEndian,
        }),
      ]),
    ),
  read: ([program]) => opensProgram(program, program[4] !== 1, program[5] === 2, withStatic),
}

const pe: FuzzReader = {
  name: 'PE',
  code: ['workers/core/formats/pe.ts', 'workers/core/formats/pe-'],
  words: ['MZ', 'PE\0\0', '.text\0\0\0', '_main', '/4\0\0\0\0\0\0'],
  seeds: () =>
    [true, false].map((wide) => [
      buildPe({
        wide,
        imageBase: BASE - 0x1000,
        sections: [
          { name: '.text', address: 0x1000, size: 0x600 },
          { name: '.debug_line', address: 0x2000, size: 0x20, flags: 0x42000040 },
        ],
        symbols: [
          ...NAMES.map((name, f) => ({ name: `_${name}`, value: at(f) - BASE, auxiliary: f % 2 })),
          { name: 'a_name_of_more_than_eight', value: 0x90 },
        ],
      }),
    ]),
  // The machine of PE32 with 32 bits.
  read: ([program]) => opensProgram(program, !textOf(program).includes('PE\0\0\u004c\u0001'), false),
}

const mach: FuzzReader = {
  name: 'Mach-O',
  code: ['workers/core/formats/macho'],
  words: ['__TEXT', '__text', '__DWARF', '_main', '\u0001\0\0\0', '\u0002\0\0\0', '\u0019\0\0\0'],
  seeds: () =>
    ([4, 8] as const).flatMap((wordSize) =>
      [false, true].map((bigEndian) => [
        buildMach({
          wordSize,
          bigEndian,
          uuid: Array.from({ length: 16 }, (_, nth) => nth),
          sections: [{ segment: '__TEXT', name: '__text', address: BASE, size: END - BASE }],
          symbols: NAMES.map((name, f) => ({ name: `_${name}`, value: at(f), section: 1 })),
        }),
      ]),
    ),
  read: ([program]) => opensProgram(program, program[0] === 0xcf || program[3] === 0xcf, program[0] === 0xfe),
}

const UNIT: DwarfUnit = {
  directories: ['include', '/usr/include'],
  files: [
    ['main.c', 0],
    ['list.h', 1],
    ['/made/parser.c', 0],
  ],
  sequences: [
    [
      [BASE, 1, 10],
      [BASE + 0x40, 2, 3],
      [BASE + 0x110, 3, 99],
      [BASE + 0x118, 1, 12],
      [END, 1, 0],
    ],
  ],
  ranges: [[BASE, END]],
}

/** Opens a program with these debug sections, and reads all lines with their calls. */
async function readsLines(sections: readonly (readonly [string, Bytes])[], bigEndian = false) {
  const program = buildElf({
    bigEndian,
    text: { address: BASE, bytes: callingCode() },
    symbols: SYMBOLS,
    sections: sections.map(([name, bytes]) => ({ name, bytes, kind: 'debug', address: 0 })),
  })
  const profile = PROFILES[1][Number(bigEndian)]
  const opened = await openAndCheck({ prog: program, 'gmon.out': profile })
  const input = opened && linesInputOf(opened)
  if (!input) return false
  let rows = 0
  const isRead = await endsWell(async () => {
    const lines = await readAllLines(
      [memorySource('gmon.out', profile)],
      opened.contents.plain.arcs,
      input,
      () => true,
    )
    rows = lines.line.length
  })
  return isRead && rows > 0
}

const DWARF_NAMES = [
  ...new Set(
    ([4, 5] as const).flatMap((version) => dwarfSections({ version, units: [UNIT] }).map(([name]) => name)),
  ),
]

/** Part 0 is one byte, the byte order; the others are the sections of `DWARF_NAMES`. */
const dwarf: FuzzReader = {
  name: 'DWARF',
  code: ['workers/core/formats/dwarf/', 'workers/core/profile/lines/', 'workers/core/pipeline/read-lines.ts'],
  words: ['main.c', '\u0005\0', '\u0004\0', '\0\u0009\u0002', '\0\u0001\u0001', '\u00ff\u00ff\u00ff\u00ff'],
  seeds: () =>
    ([2, 3, 4, 5] as const).flatMap((version) =>
      ([4, 8] as const).flatMap((offsetSize) =>
        [false, true].map((bigEndian): Parts => {
          const made = new Map(dwarfSections({ version, offsetSize, bigEndian, units: [UNIT] }))
          return [
            Uint8Array.of(Number(bigEndian)),
            ...DWARF_NAMES.map((name) => made.get(name) ?? new Uint8Array()),
          ]
        }),
      ),
    ),
  read: ([order, ...sections]) =>
    readsLines(
      DWARF_NAMES.flatMap((name, nth) => (sections[nth]?.length ? [[name, sections[nth]] as const] : [])),
      order[0] === 1,
    ),
}

/** The parts are entries and strings. */
const stabs: FuzzReader = {
  name: 'stabs',
  code: ['workers/core/formats/stabs'],
  words: ['\u0024\0', '\u0044\0', '\u0064\0', '\u0084\0', ':F1', '/src/', '\0'],
  seeds: () =>
    [1, 2].map((objects) =>
      stabsSections({
        objects: Array.from({ length: objects }, (_, nth) => [
          { type: STAB.source, text: '/src/', value: at(nth) },
          { type: STAB.source, text: 'main.c', value: at(nth) },
          { type: STAB.function, text: `${NAMES[nth]}:F1`, value: at(nth) },
          { type: STAB.line, description: 3, value: 0 },
          { type: STAB.included, text: '/usr/include/list.h', value: at(nth) + 4 },
          { type: STAB.line, description: 90, value: 0x18 },
          { type: STAB.function, value: 0x80 },
          { type: STAB.source, text: '', value: at(nth) + 0x80 },
        ]),
      }).map(([, bytes]) => bytes),
    ),
  read: ([entries, strings]) =>
    readsLines([
      ['.stab', entries],
      ['.stabstr', strings],
    ]),
}

const NM = [...NAMES.map((name, f) => `${at(f).toString(16).padStart(16, '0')} T ${name}`), ''].join('\n')
const SYSTEM_V = [
  'Symbols from prog:',
  '',
  'Name                  Value           Class        Type         Size             Line  Section',
  '',
  ...NAMES.map(
    (name, f) =>
      `${name.padEnd(20)}|${at(f).toString(16).padStart(16, '0')}|   T  |              FUNC|0000000000000080|     |.text`,
  ),
  '',
].join('\n')
const MAP = [
  'Linker script and memory map',
  '',
  '.text           0x0000000000401000      0x600',
  ' .text          0x0000000000401000      0x600 main.o',
  ...NAMES.map(
    (name, f) => `                0x${at(f).toString(16).padStart(16, '0')}                ${name}`,
  ),
  '',
].join('\n')

const symbolLists: FuzzReader = {
  name: 'symbol lists',
  code: [
    'workers/core/formats/symbol-list.ts',
    'workers/core/formats/nm-output.ts',
    'workers/core/formats/link-map.ts',
  ],
  words: [' T ', ' t ', ' U ', '|', ' = .', 'Linker script and memory map', '0x', '.text', '\n', '-S'],
  seeds: () =>
    [NM, SYSTEM_V, MAP, NM.replaceAll(/^(\S+) T (\S+)$/gm, '$2 T $1 80')].map((text) => [bytesOf(text)]),
  read: async ([list]) => (await openAndCheck({ 'prog.map': list, 'gmon.out': PROFILE })) !== null,
}

const gprofFiles: FuzzReader = {
  name: 'files of -S and -R',
  code: ['workers/core/symbols/symbol-file.ts', 'workers/core/symbols/file-map.ts'],
  words: [' T ', ' t ', ':', '.o:', '\n', 'lib.a(main.o):'],
  seeds: () => [[bytesOf(NM)], [bytesOf('main.o: main\nlib.a(parse.o): parse\nmain.o: scan\n')]],
  read([file]) {
    const table = parseSymbolFile(file, END)
    for (let f = 1; f < table.length; f++)
      if (table.address[f] <= table.address[f - 1]) throw new Error('addresses are not ascending')
    return Promise.resolve(parseFileMap(file) !== null || table.length > 0)
  },
}

const FLAT = `Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.03     0.03        4     7.50     7.50  work
 25.00      0.04     0.01        1    10.00    40.00  main
`
const GRAPH = `
\t\t\tCall graph


granularity: each sample hit covers 2 byte(s) for 25.00% of 0.04 seconds

index % time    self  children    called     name
                0.01    0.03       1/1           _start [3]
[1]    100.0    0.01    0.03       1         main [1]
                0.03    0.00       4/4           work [2]
-----------------------------------------------
                0.03    0.00       4/4           main [1]
[2]     75.0    0.03    0.00       4+2       work <cycle 1> [2]
                                   2             work <cycle 1> [2]
-----------------------------------------------
\f
Index by function name

   [1] main                    [2] work
`

const listings: FuzzReader = {
  name: "gprof's listings",
  code: [
    'workers/core/formats/gprof-listing/',
    'workers/core/profile/from-gprof-text.ts',
    'workers/core/profile/gprof-text-',
  ],
  words: [
    '<spontaneous>',
    '<cycle 1>',
    '<cycle 1 as a whole>',
    ' [1]',
    '1/1',
    '4+2',
    '---',
    '\f',
    '> ',
    '\t',
  ],
  seeds: () =>
    [
      FLAT + GRAPH,
      FLAT,
      GRAPH,
      (FLAT + GRAPH).replaceAll(/^/gm, '> '),
      (FLAT + GRAPH).replaceAll('\n', '\r\n'),
    ].map((text) => [bytesOf(text)]),
  async read([text]) {
    const opened = await openAndCheck({ 'listing.txt': text })
    if (opened) await endsWell(() => saveProfile(contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' })))
    return opened !== null
  },
}

const dumps: FuzzReader = {
  name: 'dumps',
  code: ['workers/core/bytes/text-encodings/'],
  words: ['*', '\n', ':', 'S1', '0x', ' |', '00 ', '====', 'begin 644 gmon.out', '`\nend\n', ', '],
  seeds: () => {
    const small = buildGmon({
      records: [{ ...histogram(0, 3), high: BASE + 0x100, bins: [0, 3, 0, 1] } as never],
    })
    return Object.values({ ...HEX_DUMPS, ...WORD_DUMPS, ...OTHER_DUMPS }).map((write) => [
      bytesOf(write(small)),
    ])
  },
  read: async ([text]) => (await openAndCheck({ 'dump.txt': text }, { withoutNames: true })) !== null,
}

const MEMBERS = [
  { name: 'prog', content: PROGRAM },
  { name: 'runs/gmon.out', content: PROFILE },
]

const zips: FuzzReader = {
  name: 'zip',
  code: ['workers/core/archives/zip.ts', 'workers/core/archives/expand.ts'],
  words: [
    'PK\u0001\u0002',
    'PK\u0003\u0004',
    'PK\u0005\u0006',
    'gmon.out',
    '../',
    '/',
    '\u00ff\u00ff\u00ff\u00ff',
  ],
  seeds: () => [
    [zip(MEMBERS) as Bytes],
    [zip(MEMBERS.map((member) => ({ ...member, method: 0 }))) as Bytes],
    [zip([...MEMBERS, { name: 'secret', content: PROFILE, flags: 1 }]) as Bytes],
  ],
  read: async ([archive]) => (await openAndCheck({ 'case.zip': archive })) !== null,
}

const tars: FuzzReader = {
  name: 'tar',
  code: ['workers/core/archives/tar.ts', 'workers/core/archives/expand.ts'],
  words: [
    'ustar',
    'gmon.out',
    '22 path=longer/gmon.out\n',
    '20 GNU.sparse.major=1\n',
    '18 size=00000000000\n',
    'L',
    'S',
  ],
  seeds: () => [
    [tar(MEMBERS)],
    [tar([{ name: '././@LongLink', content: bytesOf('a/long/name/gmon.out\0'), type: 'L' }, ...MEMBERS])],
    [tar([{ name: 'pax', content: bytesOf('22 path=longer/gmon.out\n'), type: 'x' }, ...MEMBERS])],
  ],
  async read([archive]) {
    const signed = Buffer.from(archive)
    for (let block = 0; block + 512 <= signed.length; block += 512)
      if (signed.toString('latin1', block + 257, block + 262) === 'ustar')
        signTarHeader(signed.subarray(block, block + 512))
    return (await openAndCheck({ 'case.tar': signed })) !== null
  },
}

/** The parts are what two members of a gzip file hold, and what is behind them. */
const gzips: FuzzReader = {
  name: 'gzip',
  code: ['workers/core/archives/gzip.ts', 'workers/core/bytes/compression.ts'],
  words: ['\u001f\u008b\u0008', '\0', 'gmon'],
  seeds: () => [
    [PROFILE, new Uint8Array(), new Uint8Array()],
    [PROFILE.slice(0, 100), PROFILE.slice(100), new Uint8Array(10)],
  ],
  async read([first, second, rest]) {
    const members = [first, second]
      .filter(({ length }) => length > 0)
      .map((bytes) => gzipSync(bytes, { level: 1 }))
    const archive = Buffer.concat([...members, rest])
    return (await openAndCheck({ 'gmon.out.gz': archive }, { withoutNames: true })) !== null
  },
}

/** Frames with a stored block, a repeated byte, and two that zstd compressed; with the size of what is in them. */
const ZSTD: readonly (readonly [size: number, frame: string])[] = [
  [5, '28b52ffd20052900006162636465'],
  [16, '28b52ffd201083000041'],
  [31, '28b52ffd0058e50000b06161616162636465666768690a20616161612062636401002dca17'],
  [
    419,
    '28b52ffd00684d0500a205121290cf012fcdd0ccc0fcff8407766ac1e4db75e89141dc09f49b4004981b4821a71460d2' +
      'efe830d2116f12ba7aad79932c3370c82383b851bf89df26a562e5ecaa3eadf381740a572da831c1430b5bdf06504450' +
      '06f1011028876e2a485b0ce0307b15940db2aec4e74784fc5905987d339e258bf454dce162d44d177afe1232d7a512f8' +
      '78d8a0b4e68f2de928b5a0318317f8e6e9b9c539d50f8ef4d7e4dc6bfe9ca0a2141a',
  ],
]

/** The parts are the size that a program announces, in two bytes, and the frames. */
const zstds: FuzzReader = {
  name: 'zstd',
  code: ['workers/core/bytes/unpack-zstd.ts'],
  words: ['\u0028\u00b5\u002f\u00fd'],
  seeds: () =>
    ZSTD.map(([size, frame]) => [
      Uint8Array.of(size & 255, size >> 8),
      Uint8Array.from(Buffer.from(frame, 'hex')),
    ]),
  read([[low = 0, high = 0], frames]) {
    const steps = unpackZstd(frames, low + 256 * high)
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return Promise.resolve(value !== null)
    }
  },
}

const MANGLED = [
  '_Z1fv',
  '_ZN3foo3barEi',
  '_ZNSt6vectorIiSaIiEE9push_backERKi',
  '_ZZN1A1fEvENKUlvE_clEv',
  '_ZGVZ1fvE1x',
  '_Z1fIJicEEvDpT_',
  '_ZN12_GLOBAL__N_14workEv',
  '_ZSt4moveIRiEONSt16remove_referenceIT_E4typeEOS2_',
  '_RNvC7mycrate3foo',
  '_RINvNtC3std3mem8align_ofjdE',
  '_ZN3foo17h0123456789abcdefE',
  '_D8demangle4testFaZv',
  'ada__text_io__put_line',
  '_ZN4java4lang6ObjectC1Ev',
]

const demangling: FuzzReader = {
  name: 'mangled names',
  code: ['workers/core/symbols/demangle/'],
  words: [
    '_Z',
    'N',
    'E',
    'I',
    'J',
    'St',
    'Ss',
    'S_',
    'T_',
    'Dp',
    'Ul',
    'L_',
    'cv',
    'dt',
    'fp',
    'X',
    '_R',
    'Nv',
    'C3foo',
    '_D',
    '__',
    '17h0123456789abcdefE',
  ],
  seeds: () => MANGLED.map((name) => [bytesOf(name)]),
  read([bytes]) {
    const name = textOf(bytes)
    const plain = demangle(name)
    const styles = (['auto', 'gnu-v3', 'java', 'gnat', 'dlang', 'rust'] as const).map((style) =>
      demangleStyle(name, style),
    )
    demangleRust(name)
    return Promise.resolve(plain !== null || styles.some((shown) => shown !== null && shown !== name))
  },
}

interface SavedColumnHeader {
  readonly name: string
  readonly encoding: string
  readonly bytes: number
}

/** The header as part 0, each column as a further one. */
function partsOfSaved(file: Uint8Array): Parts {
  const { header, columns } = takeApart(file)
  let from = 0
  return [
    Uint8Array.from(Buffer.from(JSON.stringify(header))),
    ...(header['columns'] as readonly SavedColumnHeader[]).map(({ bytes }) => {
      from += bytes
      return Uint8Array.from(columns.subarray(from - bytes, from))
    }),
  ]
}

/** Returns a saved profile of parts: its lengths are those of the columns, and it is compressed. */
export function savedOfParts([head, ...columns]: Parts): Uint8Array {
  const header = headerOf(head)
  const listed = header?.['columns']
  const json =
    header && Array.isArray(listed)
      ? Buffer.from(
          JSON.stringify({
            ...header,
            columns: (listed as readonly object[]).map((column, nth) =>
              typeof column === 'object' && column !== null
                ? { ...column, bytes: columns[nth]?.length ?? 0 }
                : column,
            ),
          }),
        )
      : Buffer.from(head)
  return packed(Buffer.concat([lengthOf(json), json, ...columns]))
}

function headerOf(head: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(Buffer.from(head).toString('utf8')) as Readonly<Record<string, unknown>>
  } catch {
    return null
  }
}

const SAVED_WORDS = [
  'main',
  '_Z1fv',
  '%2F',
  'view=graph',
  'delta',
  'varint',
  'f64',
  'profile',
  'executable',
  'few-samples',
]

/** One value of the header, or numbers of a column which keep its length. */
export function mutateSaved(random: Random, parts: Parts): Parts {
  const header = headerOf(parts[0])
  if (header === null) return parts
  if (random.chance(0.35)) {
    // What is null stays so, mostly: a part that is not there.
    const key = random.pick(
      Object.keys(header).filter(
        (name) =>
          random.chance(0.05) || !(/^(?:format|version|columns)$/.test(name) || header[name] === null),
      ),
    )
    const value = mutateJson(random, header[key], SAVED_WORDS)
    return parts.with(0, Uint8Array.from(Buffer.from(JSON.stringify({ ...header, [key]: value }))))
  }
  const listed = (header['columns'] ?? []) as readonly SavedColumnHeader[]
  const filled = parts.flatMap((part, nth) => (nth > 0 && part.length > 0 ? [nth] : []))
  if (filled.length === 0) return parts
  const which = random.pick(filled)
  const bytes = parts[which].slice()
  const encoding = listed[which - 1]?.encoding
  const isOfNumbers = encoding !== 'f64' && encoding !== 'bytes'
  if (isOfNumbers && random.chance(0.8) && hasMovedUnit(random, bytes)) return parts.with(which, bytes)
  for (let times = random.between(1, 3); times > 0; times--) {
    const place = random.below(bytes.length)
    if (encoding === 'f64' && bytes.length >= 8) {
      const view = new DataView(bytes.buffer)
      const double = 8 * random.below(Math.floor(bytes.length / 8))
      const before = view.getFloat64(double, true)
      view.setFloat64(
        double,
        random.pick([before + 1, before / 2, 0, 1, 3.5, -1, Number.NaN, 2 ** 53, 1e300]),
        true,
      )
    } else if (encoding === 'varint' || encoding === 'delta')
      bytes[place] =
        (bytes[place] & 0x80) | (random.chance(0.5) ? (bytes[place] + 1) & 0x7f : random.below(0x80))
    else bytes[place] = random.pick([32 + random.below(95), random.below(256)])
  }
  return parts.with(which, bytes)
}

/**
 * Adds to one number of a column what it takes from the next, in place: lengths still add up, and what
 * follows a moved address stays. Returns whether there were two.
 */
function hasMovedUnit(random: Random, bytes: Bytes): boolean {
  const unit = random.pick([1, 2])
  for (let nth = random.below(bytes.length); nth + 1 < bytes.length; nth++) {
    const [giving, taking] = random.chance(0.5) ? [nth, nth + 1] : [nth + 1, nth]
    if (bytes[giving] > 0x7f || bytes[giving] < unit || bytes[taking] + unit > 0x7f) continue
    bytes[giving] -= unit
    bytes[taking] += unit
    return true
  }
  return false
}

/** A profile, one with lines and static arcs, and a listing. */
export async function savedSeeds(): Promise<readonly Parts[]> {
  const { opened } = await openLargeCase({ functions: 12, arcs: 20, seed: 3 })
  const other = await openLargeCase({ functions: 5, arcs: 4, seed: 5 })
  const listing = await openAndCheck({ 'listing.txt': bytesOf(FLAT + GRAPH) })
  const counted = await openAndCheck(
    {
      prog: buildElf({ text: { address: BASE, bytes: callingCode() }, symbols: SYMBOLS }),
      'gmon.out': PROFILE,
    },
    withStatic,
  )
  const all = [opened, other.opened, listing, counted].filter((one) => one !== null)
  return Promise.all(all.map(async (one) => partsOfSaved(await savedBytes(one))))
}

const saved: FuzzReader = {
  name: 'saved profiles',
  code: [
    'workers/core/formats/saved-profile/',
    'workers/core/saved/open-saved.ts',
    'workers/core/saved/restore-',
    'workers/core/saved/column-reader.ts',
  ],
  words: SAVED_WORDS,
  seeds: savedSeeds,
  mutate: mutateSaved,
  async read(parts) {
    const opened = await openAndCheck({ 'x.gmonscope': savedOfParts(parts) })
    if (opened === null) return false
    const state = { scenario: EMPTY_SCENARIO, view: '' }
    const again = await saveProfile(contentOf(opened, state))
    if ((await openAndCheck({ 'x.gmonscope': again })) === null)
      throw new Error('it opens, but not once it is saved again')
    return true
  },
}

/** All readers of the core. */
export const READERS: readonly FuzzReader[] = [
  gmon,
  elf,
  pe,
  mach,
  dwarf,
  stabs,
  symbolLists,
  gprofFiles,
  listings,
  dumps,
  zips,
  tars,
  gzips,
  zstds,
  demangling,
  saved,
]
