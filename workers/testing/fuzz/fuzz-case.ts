// One made-up command line with its files, from a seed; or several that go on with what the first has added up.
import type { ElfSymbol } from '../builders/build-elf.ts'
import type { GmonHistogram, GmonRecord, GmonSpec } from '../builders/build-gmon.ts'
import { buildCase, randomCase, type RandomCase } from '../random/random-case.ts'
import { withCalls } from '../random/random-code.ts'
import { randomDamage } from '../random/random-damage.ts'
import { withOddPrograms } from '../random/random-line-programs.ts'
import { randomLines, SOURCE_FILES } from '../random/random-lines.ts'
import { randomStabs } from '../random/random-stabs.ts'
import { randomFileMap } from '../random/random-map.ts'
import { lineOption, randomOptions, rareOption, type OptionPiece } from '../random/random-options.ts'
import { randomFrom, type Random } from '../random/random.ts'

export interface FuzzCase {
  readonly made: RandomCase
  readonly options: readonly OptionPiece[]
  /** Profiles as they are when damaged; null to build them from `made`. */
  readonly damaged: readonly Uint8Array<ArrayBuffer>[] | null
  /** For `-S`; null for none. */
  readonly symbols: string | null
  /** For `-R`; null for none. */
  readonly map: string | null
  readonly operands: Operands
  /** Whether the profiles are added up, the sum is read, added to them once more, and read again. */
  readonly isChain: boolean
}

/** Positions of files: after the options, before them, after `--`; or with one profile named twice. */
type Operands = 'last' | 'first' | 'separated' | 'repeated'

export type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Named by options, not by operands. */
const SYMBOLS = 'symbols'
const MAP = 'map'
/** What `-s` writes. */
export const SUM = 'gmon.sum'

export function fuzzCase(seed: number): FuzzCase {
  const random = randomFrom(seed ^ 0x5bd1e995)
  const damage = random.chance(0.08) ? randomDamage(seed) : null
  const plain = damage?.made ?? randomCase(seed)
  const options = [...randomOptions(random, plain.elf)]
  // gprof looks for calls in the code of its own machine only, we in that of AArch64 too.
  const passOverCalls = (): void => {
    if (plain.elf.machine === 183)
      removeWhere(options, (piece) => piece.some((word) => /^(-c$|--static)/.test(word)))
  }
  passOverCalls()
  const has = (letter: RegExp): boolean => options.some(([option = '']) => letter.test(option))
  let made = has(/^-c|^--static/) ? { ...plain, elf: withCalls(random, plain.elf) } : plain
  // A separate random stream, so that the rest of a seed's case stays the same.
  const further = randomFrom(seed ^ 0x2545f491)
  if (random.chance(has(/^-[lsC]|^--(line|sum|exec)/) ? 0.5 : 0.03)) made = withBlocks(random, further, made)
  const plainSymbols = random.chance(0.06) ? symbolFile(random, made) : null
  const symbols =
    plainSymbols !== null && further.chance(0.3) ? withOddLines(further, plainSymbols) : plainSymbols
  if (symbols !== null) options.push(['-S', SYMBOLS])
  const ordered = has(/^(-r|--function)/)
  const map = further.chance(ordered ? 0.02 : 0.08) ? randomFileMap(further, made.elf) : null
  if (map !== null) options.push(further.pick([['-R', MAP], [`-R${MAP}`], ['--file-ordering', MAP]]))
  if (further.chance(0.12)) options.push(rareOption(further, plain.elf))
  // Another stream again. Where symbols come from a list of their own there is nothing to be asked about lines.
  const lined = randomFrom(seed ^ 0x1b873593)
  const lines =
    symbols === null && damage === null && lined.chance(0.25) ? randomLines(lined, made.elf) : null
  if (lines !== null) {
    const odd = withOddPrograms(randomFrom(seed ^ 0x510e527f), lines)
    const elf = { ...made.elf, symbols: asLinked(made.elf.symbols ?? []) }
    const other = randomFrom(seed ^ 0x71374491)
    const stabs = (other.chance(0.25) ? randomStabs(other, elf) : null) ?? undefined
    // gprof asks no stabs beside DWARF of code that has a symbol at or below it.
    const isNamed = elf.symbols.some(
      ({ address, section = '.text', type }) =>
        address === elf.text?.address && section === '.text' && type === 'func',
    )
    const both = other.chance(0.3) && isNamed
    made = { ...made, elf, stabs, lines: stabs && !both ? undefined : odd }
    for (let more = lined.between(1, 3); more > 0; more--) options.push(lineOption(lined, plain.elf))
    passOverCalls()
  }
  const operands = further.weighted({ last: 80, first: 7, separated: 5, repeated: 8 })
  return {
    made,
    // With arcs filtered, gprof orders its own copies of functions too, now and then without end: see docs/differences.md.
    options:
      has(/^(-r|--function)/) || map !== null
        ? options.filter((piece) => !piece.some((word) => word.includes('/')))
        : options,
    damaged: damage?.profiles ?? null,
    symbols,
    map,
    operands,
    isChain: randomFrom(seed ^ 0x3c6ef372).chance(0.05),
  }
}

/**
 * As a linker leaves them: none reaches into the next, those within `.text` belong to it. Of others gprof names code by
 * what it was asked before.
 */
function asLinked(symbols: readonly ElfSymbol[]): ElfSymbol[] {
  const starts = symbols.map(({ address }) => Number(address)).sort((left, right) => left - right)
  return symbols.map((symbol) => {
    const address = Number(symbol.address)
    const next = starts.find((start) => start > address) ?? address + 1
    const section = /^[.](init|fini)$/.test(String(symbol.section)) ? '.text' : symbol.section
    return {
      ...symbol,
      size: Math.min(symbol.size ?? 0, next - address),
      ...(section === undefined ? {} : { section }),
    }
  })
}

function removeWhere<T>(list: T[], matches: (item: T) => boolean): void {
  for (let at = list.length - 1; at >= 0; at--) if (matches(list[at])) list.splice(at, 1)
}

export function filesOf({ made, damaged, symbols, map }: FuzzCase): Files {
  const { executable, profiles } = buildCase(made)
  const files = new Map([['program', executable]])
  for (const [at, bytes] of (damaged ?? profiles).entries()) files.set(`gmon.${at}`, bytes)
  const addText = (name: string, text: string | null): void => {
    if (text !== null) files.set(name, Uint8Array.from(Buffer.from(text, 'latin1')))
  }
  addText(SYMBOLS, symbols)
  addText(MAP, map)
  if (made.lines ?? made.stabs) for (const [name, text] of SOURCES) addText(name, text)
  return files
}

/** Some end within a line, one has none at all; `def.c` and others are named and not there. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  SOURCE_FILES.map((name, at) => [
    name,
    Array.from({ length: [90, 40, 7, 500][at] ?? 0 }, (_, line) => `${name}, line ${line + 1}`).join('\n'),
  ]),
)

/** One command line; of a chain, what makes a sum, reads it, adds it to its own profiles, and reads that. */
export function commandsOf(one: FuzzCase, files: Files): string[][] {
  const { options, operands, isChain } = one
  const named = [...files.keys()].filter((name) => ![SYMBOLS, MAP, SUM].includes(name) && !SOURCES.has(name))
  if (!isChain) return [argumentsOf(options.flat(), named, operands)]
  const [words, sum] = [options.flat(), [...options, ['-s']].flat()]
  const [program = '', ...profiles] = named
  return [
    argumentsOf(sum, named, operands),
    argumentsOf(words, [program, SUM], operands === 'repeated' ? 'last' : operands),
    argumentsOf(sum, [program, SUM, ...profiles], operands),
    argumentsOf(words, [program, SUM], operands),
  ]
}

function argumentsOf(words: readonly string[], named: readonly string[], operands: Operands): string[] {
  const { [operands]: all } = {
    last: [...words, ...named],
    first: [...named, ...words],
    separated: [...words, '--', ...named],
    repeated: [...words, ...named, named[1] ?? ''],
  }
  return all
}

/** Basic blocks in some of the profiles, in the older form too, and now and then a histogram that does not go with them. */
function withBlocks(random: Random, further: Random, made: RandomCase): RandomCase {
  const starts = (made.elf.symbols ?? []).map(({ address }) => Number(address))
  const block = (): { address: number; count: number } => ({
    address: random.pick(starts) + random.below(12),
    count: random.below(5),
  })
  const profiles = made.profiles.map((profile): GmonSpec => {
    if (!('records' in profile) || random.chance(0.2)) return profile
    const record: GmonRecord = {
      kind: 'blocks',
      blocks: Array.from({ length: random.below(30) }, block),
    }
    const at = random.below(profile.records.length + 1)
    const records = [...profile.records.slice(0, at), record, ...profile.records.slice(at)]
    const histogram = records.find((other) => other.kind === 'histogram')
    // Of an empty range gprof takes any number of bins for that of the first, and loses its place in the file.
    if (histogram && Number(histogram.low) < Number(histogram.high) && further.chance(0.1))
      records.splice(further.below(records.length + 1), 0, {
        ...histogram,
        ...further.pick(misfits(histogram)),
      })
    // Of another machine's older blocks gprof makes numbers beyond 2^53.
    const reclassifyBug = profile.wordSize === 8 && profile.bigEndian !== true
    return { ...profile, version: reclassifyBug && further.chance(0.3) ? 0 : 1, records }
  })
  return { ...made, profiles }
}

const misfits = ({ low, high, bins }: GmonHistogram): Partial<GmonHistogram>[] => [
  { dimension: 'other' },
  { abbreviation: '?' },
  { low: high, high: low },
  { low: high, high: low, bins: [] },
  { bins: Array.from(bins).slice(1) },
  { bins: [] },
]

function symbolFile(random: Random, made: RandomCase): string {
  const lines = (made.elf.symbols ?? [])
    .filter(({ name }) => /^[!-~]+$/.test(name))
    .map(({ name, address }) => {
      const prefix = random.pick(['', '0x', '0000'])
      const rest = random.chance(0.05) ? ' more' : ''
      return `${prefix}${Number(address).toString(16)} ${random.pick(['T', 't', 'T', 't', 'D', 'U', 'w'])} ${name}${rest}\n`
    })
  // The very last symbol must lie beyond the code: gprof reads past its table for its time.
  return `${random.chance(0.5) ? random.shuffle(lines).join('') : lines.join('')}1fffffffffffff T zz_end\n`
}

/** Addresses that are none, or only begin as one, and lines of which a part is missing or too long. */
function withOddLines(random: Random, symbols: string): string {
  const odd = [
    'main T main2',
    'zz T one_at_zero',
    '12zz T partly',
    '0x T prefix',
    '+0x401010 t plus',
    '  401020   T   indented  ',
    '401030 Tglued',
    '401031 TT twice',
    '401032 T',
    '',
    '\t0401040\tt\ttabs\r',
    `401050 T ${'long'.repeat(300)} 401060 T behind`,
    '401070 T nul\0hidden',
  ]
  // A first line without an address has that of whatever is in gprof's memory.
  const lines = ['10 T first', ...symbols.split('\n')]
  for (let more = random.between(1, 4); more > 0; more--)
    lines.splice(random.between(1, lines.length - 1), 0, random.pick(odd))
  return lines.join('\n')
}
