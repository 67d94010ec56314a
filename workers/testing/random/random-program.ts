// Random executables: functions of odd sizes at odd addresses, with aliases, clones and labels among them, and all the
// symbols around them that gprof must pass over. The last symbol of the table always lies past the code: what gprof
// credits to the very last one is arbitrary memory.
import type { ElfSection, ElfSpec, ElfSymbol } from '../builders/build-elf.ts'
import { randomName } from './random-names.ts'
import type { Random } from './random.ts'

export interface RandomProgram {
  readonly elf: ElfSpec
  readonly wordSize: 4 | 8
  readonly bigEndian: boolean
  /** Where functions start, ascending, and their sizes in bytes. */
  readonly functions: readonly { readonly address: number; readonly size: number }[]
  /** Sampled ranges must stay within [lowest, highest]. */
  readonly lowest: number
  readonly highest: number
}

interface Target {
  readonly machine: number
  readonly class: 32 | 64
  readonly bigEndian: boolean
}

const TARGETS: readonly Target[] = [
  { machine: 62, class: 64, bigEndian: false },
  { machine: 62, class: 64, bigEndian: false },
  { machine: 3, class: 32, bigEndian: false },
  { machine: 62, class: 32, bigEndian: false },
  { machine: 183, class: 64, bigEndian: false },
  { machine: 183, class: 64, bigEndian: true },
  { machine: 243, class: 64, bigEndian: false },
  { machine: 243, class: 32, bigEndian: false },
  { machine: 40, class: 32, bigEndian: false },
  { machine: 40, class: 32, bigEndian: true },
  { machine: 20, class: 32, bigEndian: true },
  { machine: 21, class: 64, bigEndian: true },
  { machine: 21, class: 64, bigEndian: false },
  { machine: 22, class: 64, bigEndian: true },
  { machine: 22, class: 32, bigEndian: true },
]

const BASES_32 = [0x1000, 0x401000, 0x8048000, 0x7fff0000, 0x80000000, 0xfff00000, 0x401001] as const
const BASES_64 = [0x1000, 0x401000, 0x401003, 0x100000000, 0x555555554000, 0x1fffffff000000] as const

export function randomProgram(random: Random): RandomProgram {
  const target = random.pick(TARGETS)
  const lowest = random.pick(target.class === 32 ? BASES_32 : BASES_64)
  const names: string[] = []
  const name = (): string => {
    const chosen = randomName(random, names)
    names.push(chosen)
    return chosen
  }

  const functions = placeFunctions(random, lowest + random.pick([0, 0x20, 0x40]))
  const last = functions[functions.length - 1]
  const codeEnd = last === undefined ? lowest : last.address + last.size
  const highest = codeEnd + random.pick([0, 4, 64])
  const end = highest + 64 - (highest % 16)

  const symbols: ElfSymbol[] = []
  for (const { address, size } of functions) {
    symbols.push(functionSymbol(random, name(), address, size))
    for (let aliases = random.chance(0.2) ? random.between(1, 3) : 0; aliases > 0; aliases--) {
      symbols.push(functionSymbol(random, name(), address, size))
    }
  }
  symbols.push({ name: 'etext', address: end, type: random.chance(0.5) ? 'none' : 'func' })
  symbols.push(...bystanders(random, name, lowest, end))

  return {
    elf: {
      ...target,
      type: random.chance(0.4) ? 'dyn' : 'exec',
      text: textAround(random, lowest, end),
      sections: sectionsAround(lowest, end),
      symbols: orderSymbols(random, symbols),
      ...(random.chance(0.6) ? { strings: random.shuffle(symbols.map((symbol) => symbol.name)) } : {}),
      ...(random.chance(0.05) ? { extendedSymbolSections: true } : {}),
    },
    wordSize: target.class === 32 ? 4 : 8,
    bigEndian: target.bigEndian,
    functions,
    lowest,
    highest,
  }
}

function placeFunctions(random: Random, start: number): { address: number; size: number }[] {
  const count = {
    one: 1,
    few: random.between(2, 8),
    some: random.between(8, 30),
    many: random.between(40, 160),
  }[random.weighted({ one: 2, few: 30, some: 50, many: 12 })]
  const layout = random.weighted({ even: 30, uneven: 45, tiny: 10, gaps: 15 })
  const functions: { address: number; size: number }[] = []
  let address = start
  for (let made = 0; made < count; made++) {
    const size = {
      even: 16,
      uneven: random.between(1, 80),
      tiny: random.between(1, 3),
      gaps: random.between(4, 40),
    }[layout]
    functions.push({ address, size })
    address += size + (layout === 'gaps' ? random.below(40) : 0)
  }
  return functions
}

function functionSymbol(random: Random, name: string, address: number, size: number): ElfSymbol {
  return {
    name,
    address,
    size: random.chance(0.8) ? size : random.below(200),
    binding: random.weighted({ local: 34, global: 54, weak: 10, unique: 2 }),
    type: random.weighted({ func: 86, none: 9, object: 3, ifunc: 2 }),
    section: random.weighted({ '.text': 90, '.init': 4, '.fini': 4, '.data': 2 }),
  }
}

/** Symbols that are no functions of the program, and some that gprof takes for one all the same. */
function bystanders(random: Random, name: () => string, low: number, end: number): ElfSymbol[] {
  const inside = (): number => random.between(low, end)
  const data = end + 0x1000
  const all: ElfSymbol[] = [
    { name: 'crtstuff.c', address: 0, binding: 'local', type: 'file', section: 'absolute' },
    { name: '', address: low, binding: 'local', type: 'section' },
    { name: '', address: inside(), binding: 'local', type: 'func' },
    { name: name(), address: 0, section: 'undefined' },
    { name: name(), address: 0, binding: 'weak', type: 'none', section: 'undefined' },
    { name: name(), address: inside(), section: 'absolute' },
    { name: name(), address: inside(), binding: 'weak', section: 'absolute' },
    { name: name(), address: 8, type: 'object', section: 'common' },
    { name: name(), address: inside(), section: 900 },
    { name: name(), address: inside(), binding: 13 },
    { name: name(), address: inside(), type: 13 },
    { name: name(), address: inside(), type: 'tls', section: '.data' },
    { name: 'data_start', address: data, binding: 'weak', type: 'none', section: '.data' },
    { name: '__data_start', address: data, type: 'none', section: '.data' },
    { name: name(), address: data + 8, binding: 'weak', type: 'object', section: '.data' },
    { name: name(), address: data + 16, binding: 'weak', type: 'func', section: '.bss' },
    { name: name(), address: data + 24, type: 'object', section: '.data' },
    { name: '_fini', address: end + 0x40, section: '.fini' },
    { name: '_init', address: low, section: '.init' },
  ]
  const likely = random.pick([0, 0.3, 0.8])
  return all.filter(() => random.chance(likely))
}

/** `.text` as the code says, or ending before or beyond it. */
function textAround(random: Random, low: number, end: number): { address: number; size: number } {
  const shape = random.weighted({ fits: 60, wide: 20, short: 20 })
  const size = { fits: end - low, wide: end - low + 32, short: Math.max(1, (end - low) >> 1) }[shape]
  return { address: low, size }
}

function sectionsAround(low: number, end: number): ElfSection[] {
  return [
    { name: '.init', kind: 'code', address: low, size: 16 },
    { name: '.fini', kind: 'code', address: end + 0x40, size: 16 },
    { name: '.data', kind: 'data', address: end + 0x1000, size: 64 },
    { name: '.bss', kind: 'bss', address: end + 0x1040, size: 64 },
  ]
}

/** Local symbols first, as ELF wants; sometimes in no order at all. */
function orderSymbols(random: Random, symbols: readonly ElfSymbol[]): ElfSymbol[] {
  const mixed = random.chance(0.7) ? random.shuffle(symbols) : [...symbols]
  if (random.chance(0.1)) return mixed
  const local = mixed.filter((symbol) => symbol.binding === 'local')
  return [...local, ...mixed.filter((symbol) => symbol.binding !== 'local')]
}
