import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demangleStyle, type DemanglingStyle } from './demangle-style.ts'
import { readableName } from './demangle.ts'
import { processorTime } from '../../../testing/processor-time.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { effort } from '../../../testing/effort.ts'

const STYLES = ['dlang', 'gnat', 'java', 'gnu-v3', 'rust'] as const

const cases = readFileSync(new URL('cases/styles.tsv', import.meta.url), 'latin1')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'))

function casesOf(style: DemanglingStyle): (readonly [string, string])[] {
  return cases.filter(([own]) => own === style).map(([, name = '', printed = '']) => [name, printed] as const)
}

describe.each(STYLES)('names in style %s', (style) => {
  it('are printed as c++filt prints them', () => {
    const known = casesOf(style)
    expect(known.length).toBeGreaterThan(10)
    const printed = known.map(([name]) => [name, demangleStyle(name, style) ?? name] as const)
    expect(printed).toEqual(known)
  })
})

describe('readableName in a style', () => {
  it.each<[DemanglingStyle, string, string]>([
    ['gnat', '.LC20', '.<LC20>'],
    ['gnat', '$foo__bar', '$foo.bar'],
    ['gnat', 'foo__bar@@V1', 'foo.bar@@V1'],
    ['gnat', '.', '.<>'],
    ['dlang', '_Dmain@plt', 'D main@plt'],
    ['dlang', '_Z1fv', '_Z1fv'],
    ['java', '_ZN1A1fEv@V1', 'A.f()@V1'],
    ['rust', '_Z1fv', '_Z1fv'],
    ['rust', '_RNvC6_123foo3bar', '123foo::bar'],
    ['gnu-v3', '_RNvC6_123foo3bar', '_RNvC6_123foo3bar'],
    ['auto', '_D3fooZ', '_D3fooZ'],
    ['none', '_Z1fv', '_Z1fv'],
  ])('%s: %s is %s', (style, name, expected) => {
    expect(readableName(name, (own) => demangleStyle(own, style))).toBe(expected)
  })
})

const LONGEST = 1 << 18

/** Milliseconds one name may take on a busy machine; real ones take microseconds. */
const PATIENCE = 1000

function timed(name: string, style: DemanglingStyle): number {
  const worked = processorTime()
  const readable = demangleStyle(name, style)
  if (readable !== null) expect(readable.length).toBeLessThanOrEqual(LONGEST)
  return worked()
}

/** Each `Q` points at the tuple before it, which is twice as long as the one before that. */
function doublingTuples(count: number): string {
  let name = '_D1fF'
  let last = name.length
  name += 'B2ii'
  for (let at = 1; at < count; at++) {
    const start = name.length
    name += 'B2'
    name += `Q${reference(name.length - last)}`
    name += `Q${reference(name.length - last)}`
    last = start
  }
  return `${name}Zv`
}

function reference(distance: number): string {
  const low = String.fromCharCode(97 + (distance % 26))
  const high = Math.floor(distance / 26)
  return high === 0 ? low : String.fromCharCode(65 + high) + low
}

describe('names made to do harm', () => {
  it.each<[string, DemanglingStyle, string]>([
    ['D pointers', 'dlang', `_D1f${'P'.repeat(100_000)}i`],
    ['D functions', 'dlang', `_D1f${'FPF'.repeat(5000)}`],
    ['D functions or types', 'dlang', `_D1fF${'C1aF'.repeat(2000)}`],
    ['D delegates', 'dlang', `_D1f${'DxF'.repeat(5000)}`],
    ['D templates', 'dlang', `_D${'__T1aT'.repeat(5000)}`],
    ['D templates in types', 'dlang', `_D1fS${'__T1aTS'.repeat(5000)}`],
    ['D measured symbols', 'dlang', `_D__T1a${'S111111111'.repeat(2000)}`],
    ['D values', 'dlang', `_D__T1aVi${'A1'.repeat(20_000)}`],
    ['D structures without end', 'dlang', '_D__T1aViS99999999999'],
    ['a D array without end', 'dlang', '_D__T1aViA99999999999i1ZZ'],
    ['a D tuple without end', 'dlang', '_D1fFB99999999999ii'],
    ['a D string without end', 'dlang', '_D__T1aVAyaa99999999999_61'],
    ['nameless D scopes', 'dlang', `_D1f${'0'.repeat(100_000)}Z`],
    ['D names in names', 'dlang', `_D__T1aS${'_D__T1aS'.repeat(5000)}`],
    ['D blocks', 'dlang', `_D${'4__S1'.repeat(20_000)}1aZ`],
    ['a D back reference to itself', 'dlang', '_D1fFAQbZv'],
    ['a D back reference out of the name', 'dlang', '_D1fFQZZZZZZZZZZZZZZZZZZZaZv'],
    ['doubling D tuples', 'dlang', doublingTuples(40)],
    ['a long D number', 'dlang', `_D${'9'.repeat(100_000)}f`],
    ['D data in front', 'dlang', `_D1fF${'C6__initZ'.repeat(1)}${'C1a6__vtblZ'.repeat(5000)}`],
    ['an Ada path', 'gnat', `a${'__b'.repeat(50_000)}`],
    ['Ada underscores', 'gnat', `a${'_'.repeat(100_000)}`],
    ['Ada words', 'gnat', `a${'_1'.repeat(50_000)}X`],
    ['Ada overloading', 'gnat', `a__1${'_1'.repeat(50_000)}x`],
    ['Ada task bodies', 'gnat', `a${'TK__a'.repeat(20_000)}`],
    ['Java arrays', 'java', `_Z1f${'6JArrayI'.repeat(120)}i`],
    ['Java pointers', 'java', `_Z1f${'PF'.repeat(250)}`],
    ['spelled characters', 'java', `_Z1000${'__U41_'.repeat(160)}`],
    ['a long spelling', 'java', `_Z1000__U${'0'.repeat(990)}_`],
  ])('%s end soon', (_what, style, name) => {
    expect(timed(name, style)).toBeLessThan(PATIENCE)
  })

  it.each(STYLES)('mutated names of style %s neither throw nor hang', (style) => {
    const names = casesOf(style).map(([name]) => name)
    const { below, pick } = randomFrom(1)
    let slowest = 0
    for (let round = 0; round < effort(10_000); round++) {
      let name = pick(names)
      for (let count = below(3); count >= 0; count--) {
        const other = pick(names)
        const from = below(other.length)
        const at = below(name.length + 1)
        name = name.slice(0, at) + other.slice(from, from + below(12)) + name.slice(at + below(3))
      }
      slowest = Math.max(slowest, timed(name, style))
    }
    expect(slowest).toBeLessThan(PATIENCE)
  })

  it('cut at every length do neither', () => {
    for (const style of STYLES) {
      for (const [name] of casesOf(style))
        for (let length = 0; length < name.length; length++) timed(name.slice(0, length), style)
    }
  })
})
