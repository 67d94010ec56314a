// Profiles of any size: a program of so many functions and arcs, for bounds, benchmarks and the page's patience.
import { dwarfSections } from './builders/build-dwarf.ts'
import type { DwarfSpec, DwarfUnit } from './builders/dwarf-spec.ts'
import { buildElf, type ElfSymbol } from './builders/build-elf.ts'
import { buildGmon } from './builders/build-gmon.ts'
import { randomFrom, type Random } from './random/random.ts'

export interface LargeCaseSpec {
  readonly functions: number
  /** Arc records; pairs may repeat, so distinct arcs are somewhat fewer. */
  readonly arcs: number
  /** Functions that call back up, closing cycles; `giant` puts nearly all functions into one cycle. */
  readonly cycles: 'none' | 'some' | 'giant'
  readonly names: 'c' | 'c++'
  readonly seed: number
  /** Debug sections of so many bytes, which nothing should read; 0 unless given. */
  readonly debugBytes?: number
  /** Another run of the same program, by its number; 0, the first, unless given. */
  readonly run?: number
  /** Another build of it: of so many functions one has another name; none unless given. */
  readonly renamed?: number
  /** Debugging information; none unless given. */
  readonly lines?: LargeLines
  /** Raw names of the last functions; made up unless given. */
  readonly lastNames?: readonly string[]
}

export interface LargeLines {
  /** Of each function, at most as many as it has pieces of four bytes. */
  readonly each: number
  /** Of one more function behind all others, which calls as many as it has lines: what generates code leaves such. */
  readonly longest: number
}

/** The name of that function. */
export const LONGEST = 'parse_everything'

export interface LargeCase {
  readonly executable: Uint8Array<ArrayBuffer>
  readonly profile: Uint8Array<ArrayBuffer>
}

const BASE = 0x401000
const SPACING = 64
const FUNCTION_SIZE = 59
const RATE = 100
/** Bytes of code that one bin counts, and that one line is. */
const PIECE = 4

// About what the symbol table of a large C++ program holds: a file for fifty functions, a variable for five.
const FUNCTIONS_PER_FILE = 50
const FUNCTIONS_PER_VARIABLE = 5
const VARIABLE = 8
const FILE_SYMBOL = { type: 'file', binding: 'local', section: 'absolute' } as const

export function buildLargeCase(spec: LargeCaseSpec): LargeCase {
  const random = randomFrom(spec.seed)
  const { functions } = spec
  const end = endOf(spec)
  const symbols = symbolsAsLinked(spec, end, random)
  const debug = { name: '.debug_info', kind: 'debug', address: 0, size: spec.debugBytes ?? 0 } as const
  const executable = buildElf({
    text: { address: BASE, size: 16 },
    sections: [
      { name: '.text.rest', kind: 'code', address: BASE + 16, size: 16 },
      {
        name: '.bss',
        kind: 'bss',
        address: end,
        size: Math.ceil(functions / FUNCTIONS_PER_VARIABLE) * VARIABLE,
      },
      ...(spec.debugBytes ? [debug] : []),
      ...(spec.lines ? dwarfSections(linesOf(spec, spec.lines)) : []).map(
        ([name, bytes]) => ({ name, bytes, kind: 'debug', address: 0 }) as const,
      ),
    ],
    symbols,
  })
  // The program stays as it is.
  const drawn = spec.run ? randomFrom(spec.seed + RUNS_APART * spec.run) : random
  const profile = buildGmon({
    records: [
      { kind: 'histogram', low: BASE, high: end, rate: RATE, bins: samples(spec, drawn) },
      { kind: 'arcs', ...arcs(spec, drawn) },
    ],
  })
  return { executable, profile }
}

const RUNS_APART = 1_000_003

const lengthOfLongest = ({ lines }: LargeCaseSpec): number => (lines?.longest ?? 0) * PIECE

const endOf = (spec: LargeCaseSpec): number => BASE + spec.functions * SPACING + lengthOfLongest(spec)

/** The source of the nth file: as many lines as its functions have. */
export const sourceName = (file: number): string => `part_${file}.c`

/** A line of code for each piece of four bytes of each function, and two without. */
function linesOf(spec: LargeCaseSpec, { each, longest }: LargeLines): DwarfSpec {
  const { functions } = spec
  const units: DwarfUnit[] = []
  const lines = Math.min(each, Math.floor(FUNCTION_SIZE / PIECE))
  const unit = (from: number, to: number, rows: (readonly [number, number | null, number])[]): void => {
    rows.push([to, null, 0])
    const files = [[sourceName(units.length), 0] as const]
    units.push({ files, sequences: [rows], ranges: [[from, to]] })
  }
  for (let first = 0; first < functions; first += FUNCTIONS_PER_FILE) {
    const behind = Math.min(functions, first + FUNCTIONS_PER_FILE)
    const rows: [number, number, number][] = []
    for (let f = first; f < behind; f++)
      for (let nth = 0; nth < lines; nth++)
        rows.push([BASE + f * SPACING + PIECE * nth, 1, (f - first) * (lines + 2) + nth + 2])
    unit(BASE + first * SPACING, BASE + behind * SPACING, rows)
  }
  const from = BASE + functions * SPACING
  if (longest > 0)
    unit(
      from,
      endOf(spec),
      Array.from({ length: longest }, (_, nth) => [from + PIECE * nth, 1, nth + 1] as const),
    )
  return { units }
}

/**
 * The symbol table as linkers leave it: file by file what is local, then what is global in the order of a hash table, which
 * is none; variables among the functions. Readers of symbols take several times as long over it as over one in the order of addresses.
 */
function symbolsAsLinked(spec: LargeCaseSpec, end: number, random: Random): readonly ElfSymbol[] {
  const local: ElfSymbol[] = []
  const global: ElfSymbol[] = [{ name: 'etext', address: end, type: 'none' }]
  for (let f = 0; f < spec.functions; f++) {
    if (f % FUNCTIONS_PER_FILE === 0)
      local.push({ name: `part_${f / FUNCTIONS_PER_FILE}.c`, address: 0, ...FILE_SYMBOL })
    const binding = f % 8 === 5 ? 'local' : f % 4 === 3 ? 'weak' : 'global'
    const here = binding === 'local' ? local : global
    here.push({ name: nameOf(f, spec, random), address: BASE + f * SPACING, size: FUNCTION_SIZE, binding })
    if (f % FUNCTIONS_PER_VARIABLE !== 0) continue
    const address = end + (f / FUNCTIONS_PER_VARIABLE) * VARIABLE
    here.push({ name: `value_${f}`, address, size: VARIABLE, binding, type: 'object', section: '.bss' })
  }
  const size = lengthOfLongest(spec)
  if (size > 0) global.push({ name: LONGEST, address: end - size, size })
  return [...local, ...random.shuffle(global)]
}

const SPACES = ['core', 'detail', 'io', 'math', 'model', 'net', 'util'] as const
const TYPES = ['Buffer', 'Graph', 'Matrix', 'Parser', 'Reader', 'Solver', 'Tree'] as const
const METHODS = ['apply', 'emplace', 'find', 'insert', 'merge', 'next', 'reduce', 'visit'] as const

function nameOf(f: number, spec: LargeCaseSpec, random: Random): string {
  if (f === 0) return 'main'
  const given = spec.lastNames?.[f - spec.functions + spec.lastNames.length]
  if (given !== undefined) return given
  const isRenamed = spec.renamed !== undefined && f % spec.renamed === 1
  if (spec.names === 'c') return `function_${f}${isRenamed ? '_again' : ''}`
  const part = (text: string): string => `${text.length}${text}`
  const nested = `N${part(random.pick(SPACES))}${part(`${random.pick(TYPES)}${f}${isRenamed ? 'Again' : ''}`)}I${'ij'[f % 2]}NS_4PairIS0_dEEE`
  return `_Z${nested}${part(random.pick(METHODS))}ERKSsRSt6vectorIS1_SaIS1_EE`
}

/** A few hot functions and a long tail, as in real programs. */
function samples(spec: LargeCaseSpec, random: Random): Uint16Array {
  const bins = new Uint16Array((endOf(spec) - BASE) / PIECE)
  const ticks = Math.min(200_000, 2 * spec.functions + 1000)
  for (let tick = 0; tick < ticks; tick++) {
    const f = Math.floor(random.next() ** 4 * spec.functions)
    const bin = Math.floor((f * SPACING) / PIECE) + random.below(SPACING / PIECE)
    bins[bin] = Math.min(65_535, bins[bin] + 1)
  }
  // Whatever else is sampled: every second line of it was, and the first ones more often.
  const first = (spec.functions * SPACING) / PIECE
  for (let line = 0; line < (spec.lines?.longest ?? 0); line += 2) bins[first + line] = line < 50 ? 9 : 1
  return bins
}

// A function's callers fall with its rank among the most called ones to this power, and the first is called by a twentieth
// of all: a solver of 118,000 functions and 80,000 arcs has 1,262 callers of the first, 129 of the 33rd, 23 of the 333rd,
// and one of half of those that are called at all.
const FALL = 0.8

/** Another function than main, the popular ones anywhere in the program. */
function calledFunction(functions: number, random: Random): number {
  const others = functions - 1
  const flat = 1 - FALL
  const rank = Math.floor((1 + random.next() * (functions ** flat - 1)) ** (1 / flat)) - 1
  return 1 + ((Math.min(rank, others - 1) * SCATTER) % others)
}

// A prime greater than any number of functions: no two ranks meet.
const SCATTER = 7_368_787

/**
 * Callers come before callees but for those arcs that close cycles; every function but main is called from somewhere, few
 * from thousands of places. In the order of call sites, as the C library writes them.
 */
function arcs(
  spec: LargeCaseSpec,
  random: Random,
): { from: Float64Array; self: Float64Array; count: Float64Array } {
  const { functions } = spec
  const records: { from: number; self: number; count: number }[] = []
  const giant = Math.floor(functions * 0.9)
  for (let arc = 0; arc < spec.arcs; arc++) {
    let child = arc < functions - 1 ? arc + 1 : calledFunction(functions, random)
    let parent = random.below(child)
    if (spec.cycles === 'giant' && arc < giant) {
      parent = arc + 1
      child = arc + 1 === giant ? 1 : arc + 2
      if (child >= functions) child = 1
    } else if (spec.cycles === 'some' && random.chance(0.002)) {
      ;[parent, child] = [Math.min(functions - 1, parent + random.below(4)), Math.max(1, parent)]
    }
    const from = BASE + parent * SPACING + 16 + 8 * random.below(4)
    records.push({ from, self: BASE + child * SPACING + 4, count: 1 + random.below(1000) })
  }
  const longest = BASE + functions * SPACING
  for (let line = 0; line < (spec.lines?.longest ?? 0); line++) {
    const child = 1 + random.below(functions - 1)
    records.push({ from: longest + line * PIECE + 2, self: BASE + child * SPACING + 4, count: 1 + line })
  }
  records.sort((a, b) => a.from - b.from)
  return {
    from: Float64Array.from(records, ({ from }) => from),
    self: Float64Array.from(records, ({ self }) => self),
    count: Float64Array.from(records, ({ count }) => count),
  }
}
