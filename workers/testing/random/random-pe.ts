// Windows programs and profiles of chance: symbols of every class, section and kind of name, in 32 and 64 bits.
import type { BsdGmonSpec } from '../builders/build-gmon.ts'
import { TEXT, type PeSection, type PeSpec, type PeSymbol } from '../builders/build-pe.ts'
import type { Random } from './random.ts'

const PREFIXES = ['', '', '_', '__', '___', '.', '-']
const NAMES = [
  'a',
  'foo',
  'bar.1',
  'long_function_name',
  'x$y',
  'foo.part.0',
  'b.constprop.0',
  'clone.clone.3',
  '_Z3foov',
  'main',
  '_gnu_compiled_c',
]
const SUFFIXES = ['', '', '2', '@8', '.7']
const CLASSES = [2, 2, 2, 2, 3, 3, 3, 6, 105, 127, 101, 103, 104, 100]
const CODE_FLAGS = [0x6000_0020, 0x20, 0x2000_0000, 0x4000_0040, 0x6000_0060]
const RANGE = 0x1200

export function randomPe(random: Random): { readonly pe: PeSpec; readonly profile: BsdGmonSpec } {
  const wide = random.below(2) === 1
  const low = (wide ? 0x1_4000_0000 : 0x40_0000) + 0x1000
  const symbols = Array.from({ length: random.between(1, 14) }, () => randomSymbol(random))
  // What gprof does with the last symbol is not defined where no two have one address.
  const end: PeSymbol = { name: '_zzend', value: RANGE + 0x100 }
  const extra: PeSection = {
    name: random.pick(['.init', 'a_long_section']),
    address: 0x4000,
    size: 0x200,
    virtualSize: random.pick([0, 0x180, 0x300]),
    flags: random.pick(CODE_FLAGS),
  }
  const data: PeSection = { name: '.data', address: 0x3000, size: 0x200, flags: 0xc000_0040 }
  return {
    pe: { wide, symbols: [...symbols, end, end], sections: [TEXT, data, extra] },
    profile: {
      format: '4.4bsd',
      wordSize: wide ? 8 : 4,
      low,
      high: low + RANGE,
      bins: Array.from({ length: RANGE / 4 }, () => (random.below(20) > 0 ? 0 : random.below(50))),
      arcs: Array.from({ length: random.below(12) }, () => ({
        from: low + random.below(RANGE + 0x100),
        self: low + random.below(RANGE + 0x100),
        count: random.below(1000),
      })),
    },
  }
}

function randomSymbol(random: Random): PeSymbol {
  const value = random.below(RANGE)
  return {
    name: random.pick(PREFIXES) + random.pick(NAMES) + random.pick(SUFFIXES),
    value: random.below(3) > 0 ? value - (value % 16) : value,
    section: random.pick([1, 1, 1, 1, 1, 2, 3, 0, -1, -2]),
    type: random.pick([0x20, 0x20, 0, 0x10, 0x30, 0x24, 0x21, 0x220]),
    storage: random.pick(CLASSES),
    auxiliary: random.pick([0, 0, 0, 0, 1, 2]),
  }
}
