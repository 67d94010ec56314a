// Names as symbol tables hold them, the usual and the awkward: what gprof's name filter, its choice among aliases, its
// sorting and its demangler each look at.
import type { Random } from './random.ts'

const WORDS = [
  'main',
  'parse',
  'scan',
  'walk',
  'visit',
  'emit',
  'fold',
  'hash',
  'load',
  'store',
  'alpha',
  'beta',
  'gamma',
  'delta',
  'apply',
  'reduce',
  'merge',
  'split',
  'update',
  'insert',
  'remove',
  'lookup',
  'compare',
  'flush',
  'Main',
  'Zeta',
  'a',
  'b',
  'c',
  'x1',
  'read_line',
  'a_rather_long_name_for_a_function_that_does_little',
] as const

/** gprof leaves these out by default; the last but two are near misses. */
const EXCLUDED = [
  '_gprof_mcount',
  'mcount',
  '_mcount',
  '__mcount',
  '__mcount_internal',
  '__mcleanup',
  '_mcleanup',
  'mcount2',
  'Mcount',
] as const

const DOTTED = [
  '.0',
  '.1',
  '.1.2',
  '.12.34',
  '.',
  '.1.',
  '.constprop.0',
  '.constprop.1',
  '.1.constprop.3',
  '.clone.3',
  '.clone.3.4',
  '.cold',
  '.part.0',
  '.isra.0',
  '.constprop.0.cold',
  '.constprop.1.isra.2',
  '.lto_priv.0',
  '.llvm.123',
  '..1',
  '.1x',
  '.clone.',
  '.constprop.',
  '.constprop',
  '.clone',
] as const

const CXX = [
  '_ZN5shape4areaEv',
  '_ZNK5shape4areaEv',
  '_Z3addIiEvT_',
  '_Z1fSs',
  '_ZNSt6vectorIiSaIiEE9push_backERKi',
  '_ZN12_GLOBAL__N_16secretEv',
  '_ZZ4mainENKUlvE_clEv',
  '_ZZ4mainENKUliE0_clEi',
  '_ZN4listC1Ev',
  '_ZN4listC2Ev',
  '_ZN4listD0Ev',
  '_ZN4listD1Ev',
  '_ZN4listD2Ev',
  '_ZplRK3vecS1_',
  '_ZN3vecixEm',
  '_ZN3veccvbEv',
  '_ZNSolsEi',
  '_Z5applyIPFiiEEiT_i',
  '_ZThn16_N4list3addEi',
  '_ZTv0_n24_N4list3addEi',
  '_Z3fooPKcz',
  '_Z3barRA3_i',
  '_Z3bazM4listFivE',
  '_Znwm',
  '_ZdlPvm',
  '_GLOBAL__sub_I_main',
  '_Z3fooILi3ELb1EEvv',
  '_ZN3foo3barI3bazEEDTcl3quxEET_',
  '_Z4swapIiEvRT_S1_',
  '_ZNKSt8functionIFivEEclEv',
] as const

const RUST = [
  '_ZN3foo3bar17h0123456789abcdefE',
  '_ZN4core3fmt9Formatter9write_str17h1f2e3d4c5b6a7980E',
  '_ZN5alloc3vec12Vec$LT$T$GT$4push17h00112233445566ffE',
  '_RNvC6_123foo3bar',
  '_RNvNtCs1234_7mycrate3foo3bar',
  '_RINvNtC3std3mem8align_ofdE',
  '_RNCNvC7mycrate4main0',
] as const

/** Nearly names of C++ or Rust, and others that only a linker would accept. */
const ODD = [
  '_Z',
  '_ZN',
  '_Z3fo',
  '_Z3foov@@V1',
  '._Z3foov',
  '_Z1fv.cold',
  '_Z3addIiEvT_.constprop.0',
  'memcpy@@GLIBC_2.14',
  'puts@VERS',
  '.hidden',
  '..twice',
  '$dollar',
  'a$b',
  'with space',
  '_',
  '__',
  '___',
  '__gnu_compiled_c',
  '___gnu_compiled_x',
  '_Zero',
  '_R',
  '_RNv',
  'Z3foov',
  'caf\xc3\xa9',
  '\xce\xbb',
  '\xff\xfe',
  '_\xc3\xa9',
  '.L1',
  '1st',
  'a.',
  '_.1',
  'etext',
  'data_start',
  '_init',
  '_start',
] as const

const SYLLABLES = ['ka', 'ro', 'mi', 'ten', 'zu', 'ba', 'lo', 'ne', 'si', 'Qu', 'x', '_'] as const

/** A binary string. `earlier` are the names given so far; some come twice. */
export function randomName(random: Random, earlier: readonly string[]): string {
  const kind = random.weighted({
    word: 30,
    made: 26,
    underscore: 8,
    twoUnderscores: 5,
    dotted: 12,
    cxx: 8,
    madeCxx: 4,
    rust: 3,
    odd: 6,
    excluded: 2,
    again: 5,
  })
  return {
    word: () => (random.chance(0.4) ? random.pick(WORDS) : `${random.pick(WORDS)}${random.below(30)}`),
    made: () => madeUp(random),
    underscore: () => `_${madeUp(random)}`,
    twoUnderscores: () => `__${madeUp(random)}`,
    dotted: () => `${random.pick(WORDS)}${random.pick(DOTTED)}`,
    cxx: () => random.pick(CXX),
    madeCxx: () => madeUpCxx(random),
    rust: () => random.pick(RUST),
    odd: () => random.pick(ODD),
    excluded: () => random.pick(EXCLUDED),
    again: () => (earlier.length > 0 ? random.pick(earlier) : random.pick(WORDS)),
  }[kind]()
}

function madeUp(random: Random): string {
  let name = random.pick(SYLLABLES)
  const more = random.between(1, 4)
  for (let count = 0; count < more; count++) name += random.pick(SYLLABLES)
  return name
}

function madeUpCxx(random: Random): string {
  const part = (): string => {
    const name = madeUp(random)
    return `${name.length}${name}`
  }
  const parameters = random.pick(['v', 'i', 'PKc', 'RKi', 'dd', 'PFvvE', 'St6vectorIiSaIiEE', 'z'])
  return random.chance(0.5) ? `_Z${part()}${parameters}` : `_ZN${part()}${part()}E${parameters}`
}
