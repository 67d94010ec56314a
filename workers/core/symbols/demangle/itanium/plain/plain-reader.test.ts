import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../../../../../testing/builders/byte-writer.ts'
import { binaryString } from '../../../../base/string-table.ts'
import { randomFrom } from '../../../../../testing/random/random.ts'
import { demangleItanium } from '../demangle-itanium.ts'
import { PlainReader } from './plain-reader.ts'

const reader = new PlainReader()

/** What the reader makes of a name; null where it leaves it to the tree. */
const plain = (name: string) =>
  reader.readString(name) ? binaryString(reader.text, reader.from, reader.to) : null

const CASES = readFileSync(new URL('../../cases/cases.tsv', import.meta.url), 'latin1')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.slice(0, line.indexOf('\t')))

describe('plain names', () => {
  it.each([
    ['_Z1fv', 'f()'],
    ['_ZN2io6BufferIiNS_4PairIS0_dEEE6reduceERKSsRSt6vectorIS1_SaIS1_EE', null],
    ['_ZNK4core6detail1AILb1ELin5EE3getEPKc', 'core::detail::A<true, -5>::get(char const*) const'],
    ['_Z3maxIiET_S0_S0_', 'int max<int>(int, int)'],
    ['_Z1fIJiRKcEEvDpOT_', 'void f<int, char const&>(int&&, char const&)'],
    ['_Z1fIJEEvDpT_', 'void f<>()'],
    ['_ZNSaIcEC1Ev', 'std::allocator<char>::allocator()'],
    ['_ZNSsC1Ev', 'std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string()'],
    ['_ZZ1fIiEvT_E1x', 'f<int>(int)::x'],
    ['_ZZN1A1fEvENKUliE_clEi.cold', 'A::f()::{lambda(int)#1}::operator()(int) const [clone .cold]'],
    ['_ZTV1AI1BIiEE', 'vtable for A<B<int> >'],
    ['_ZTCN1AIiEE8_1B', 'construction vtable for B-in-A<int>'],
    ['_ZThn16_N1A1fEv', 'non-virtual thunk to A::f()'],
  ])('%s', (name, expected) => {
    expect(plain(name)).toBe(expected ?? demangleItanium(name))
    expect(plain(name)).not.toBeNull()
  })

  it.each([
    ['a function as a parameter', '_Z1fPFviE'],
    ['an array', '_Z1fPA3_i'],
    ['a member pointer', '_Z1fM1Ai'],
    ['an expression', '_Z1fILi1EEv1AIXplT_Li1EEE'],
    ['a name of Rust', '_ZN3foo3bar17h0123456789abcdefE'],
    ['a parameter of a lambda', '_ZZ1fvENKUlT_E_clIiEEDaS_'],
    ['a comma at the end of a buffer', `_Z1f1AI${'1B'.repeat(120)}JEE`],
    ['no name', '_Z'],
    ['a name too long', `_Z1020${'a'.repeat(1020)}v`],
  ])('leave %s to the tree', (_what, name) => {
    expect(plain(name)).toBeNull()
  })

  it('are read where they lie, unless there is more about them', () => {
    const bytes = bytesOfBinary('x_Z1fi_Z1fi@V1_Z2\xc3\xa9v')
    expect(reader.readSymbol(bytes, 1, 6)).toBe(true)
    expect(binaryString(reader.text, reader.from, reader.to)).toBe('f(int)')
    expect(reader.readSymbol(bytes, 6, 14)).toBe(false)
    expect(reader.readSymbol(bytes, 14, bytes.length)).toBe(false)
  })

  it('are those of the table as the tree prints them', () => {
    const read = CASES.filter((name) => plain(name) !== null)
    expect(read.length).toBeGreaterThan(CASES.length / 4)
    expect(read.filter((name) => plain(name) !== demangleItanium(name))).toEqual([])
  })
})

describe('names put together at random', () => {
  const PARTS =
    'S_ S0_ S1_ S2_ T_ T0_ RT_ OT_ KT_ RKT_ OS_ RS_ KS_ RS0_ VS_ JE J E DpT_ DpRT_ DpOT_ UlvE_ UlS_E_ Z1fvE ' +
    'Z1fIiEvvE1x NS_ N St Ss Sa C1 D1 Lb1E Li5E LS_3E K P R O V IiE IJiiE IJE 1A 1B N1A1BE Ut_ clE lsI v i B1t ' +
    '_ s_ .cold NK NR TV Th0_ GV TC8_ lt Sb LZ1fvE XadL_Z1fvEE PFvvE A3_i M1Ai Dn DT cvT_ 17h0123456789abcdef'
  const parts = PARTS.split(' ')

  it.each([1, 2, 3])('are printed as the tree prints them, or left to it, seed %i', (seed) => {
    const random = randomFrom(seed)
    const differences: string[] = []
    let read = 0
    for (let round = 0; round < 40_000; round++) {
      let name = random.pick(CASES)
      for (let count = random.below(4); count >= 0; count--) {
        const at = 2 + random.below(Math.max(1, name.length - 2))
        name = name.slice(0, at) + random.pick(parts) + name.slice(at + random.pick([0, 0, 1, 2]))
      }
      const text = plain(name)
      if (text === null) continue
      read++
      if (text !== demangleItanium(name)) differences.push(name)
    }
    expect(read).toBeGreaterThan(500)
    expect(differences).toEqual([])
  })
})
