import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demangle } from './demangle.ts'
import { processorTime } from '../../../testing/processor-time.ts'
import { randomFrom, type Random } from '../../../testing/random/random.ts'
import { effort } from '../../../testing/effort.ts'

const LONGEST = 1 << 18

/** Milliseconds one name may take on a busy machine; real ones take microseconds. */
const PATIENCE = 1000

function timed(name: string): number {
  const worked = processorTime()
  const readable = demangle(name)
  if (readable !== null) expect(readable.length).toBeLessThanOrEqual(LONGEST)
  return worked()
}

const nest = (open: string, count: number, inner: string, close: string) =>
  open.repeat(count) + inner + close.repeat(count)

const doubling = (count: number) => {
  let name = '_Z1f1AIiiE'
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (let at = 1; at < count; at++) {
    const previous = `S${digits.charAt(at)}_`
    name += `S_I${previous}${previous}E`
  }
  return name
}

describe('names made to do harm', () => {
  it.each([
    ['pointers', `_Z1f${'P'.repeat(1000)}i`],
    ['pointers to functions', `_Z1f${nest('PF', 250, 'i', 'vE')}`],
    ['functions of functions', `_Z1f${nest('PFv', 240, 'i', 'E')}`],
    ['template arguments', `_Z1f${nest('1AI', 200, 'i', 'E')}`],
    ['argument packs', `_Z1fI${nest('J', 450, '', 'E')}Evv`],
    ['local names', `_Z${nest('Z', 200, '1fv', 'E1gv')}`],
    ['expressions', `_Z1fIXng${'ng'.repeat(480)}Li1EEEvv`],
    ['array bounds', `_Z1fA${'A'.repeat(900)}`],
    ['lambdas', `_Z${nest('Z1fvENKUl', 80, 'v', 'E_clEv')}`],
    ['conversions in conversions', `_ZN1A${'cvT_IX'.repeat(150)}`],
    ['conversions and names', `_ZN1A${'cvT_IXsrT_on'.repeat(80)}`],
    ['heads of lambdas', `_ZZ1fvENKUl${'Tt'.repeat(480)}`],
    ['designators', `_Z1fIXtl1A${'di1x'.repeat(240)}Li1EEEEvv`],
    ['new without end', `_Z1fIXnw${'nw'.repeat(490)}`],
    ['doubling types', doubling(36)],
    ['doubling packs', `_Z1fIJ${'i'.repeat(300)}EEvDp1AI${'Dp1BI'.repeat(8)}T_${'E'.repeat(9)}`],
    ['a length past the end', '_Z99999999999999999999999f'],
    ['a far substitution', '_Z1fSZZZZZZZZZZZZZZZZZZ_'],
    ['a far parameter', '_Z1fIiEvT99999999999999_'],
    ['a parameter for itself', '_Z1fIT_EvT_'],
    ['Rust types', `_RINvC1a1b${'R'.repeat(5000)}aE`],
    ['Rust paths', `_R${nest('NvNv', 3000, 'C1a', '1b1c')}`],
    ['Rust tuples', `_RINvC1a1b${nest('T', 2000, 'a', 'E')}E`],
    ['a Rust back reference to itself', '_RINvC1a1bB7_E'],
    ['Rust back references in a circle', '_RINvC1a1bRB6_RB6_B7_E'],
    ['doubling Rust tuples', `_RINvC1a1bTaaE${'TB7_B7_E'.repeat(3)}${'TBd_Bd_E'.repeat(40)}E`],
    ['a Rust binder', '_RINvC1a1bFGZZZZZZZZ_EuE'],
    ['many Rust binders', `_RINvC1a1b${'FGZZ_'.repeat(400)}`],
    ['Rust Punycode', `_RNvC1au2000${'a'.repeat(2000)}`],
    ['a long Rust number', `_RNvCs${'Z'.repeat(20000)}_1a1b`],
    ['a long Rust constant', `_RINvC1a1bKy${'f'.repeat(20000)}_E`],
    ['a long legacy name', `_ZN${'1a'.repeat(20000)}17h0123456789abcdefE`],
    ['a long legacy part', `_ZN20000${'$u20$'.repeat(4000)}17h0123456789abcdefE`],
    ['a long name', `_Z100000${'a'.repeat(100000)}v`],
    ['many suffixes', `_Z1fv${'.a.1'.repeat(250)}`],
    ['not a name at all', '_Z'.repeat(50000)],
  ])('%s end soon', (_what, name) => {
    expect(timed(name)).toBeLessThan(PATIENCE)
  })

  it('nothing overflows the stack at any depth', () => {
    for (const open of [
      'P',
      'PFv',
      'PFPFv',
      '1AI',
      'N1AI',
      'M1A',
      'A1_',
      'DpP',
      'Z1fIX',
      'XngLZ',
      '1AIXng',
      'KPDo',
      'cvP',
    ]) {
      for (let length = 50; length <= 1000; length += 50) {
        demangle(`_Z1f${open.repeat(length / open.length)}i`)
        demangle(`_ZN1A${open.repeat(length / open.length)}i`)
      }
    }
  })
})

describe('mutated names', () => {
  const names = readFileSync(new URL('cases/cases.tsv', import.meta.url), 'latin1')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(0, line.indexOf('\t')))
  const letters = 'SITNEKVPROFDLMXZACUJ_0123456789abcdefilmnpqrstvwxyz.$@\x00\xff'

  function mutate(name: string, other: string, { below }: Random): string {
    const at = 2 + below(Math.max(1, name.length - 2))
    const letter = letters.charAt(below(letters.length))
    switch (below(4)) {
      case 0:
        return name.slice(0, at) + name.slice(at + 1 + below(3))
      case 1:
        return name.slice(0, at) + letter + name.slice(at)
      case 2:
        return name.slice(0, at) + letter + name.slice(at + 1)
      default: {
        const from = below(other.length)
        return name.slice(0, at) + other.slice(from, from + 1 + below(12)) + name.slice(at)
      }
    }
  }

  it.each([1, 2, 3])('neither throw nor hang, seed %i', (seed) => {
    const random = randomFrom(seed)
    let slowest = 0
    for (let round = 0; round < effort(10_000); round++) {
      let name = random.pick(names)
      for (let count = random.below(3); count >= 0; count--) name = mutate(name, random.pick(names), random)
      slowest = Math.max(slowest, timed(name))
    }
    expect(slowest).toBeLessThan(PATIENCE)
  })

  it('cut at every length do neither', () => {
    for (const name of names)
      for (let length = 0; length < name.length; length++) demangle(name.slice(0, length))
  })
})
