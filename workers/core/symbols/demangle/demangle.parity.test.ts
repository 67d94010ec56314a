import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demangle, readableName } from './demangle.ts'

function readLines(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), 'latin1')
    .split('\n')
    .filter(Boolean)
}

/** Pairs that differ, for a message worth reading. */
function differences(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs
    .filter(([name, expected]) => (demangle(name) ?? name) !== expected)
    .map(([name, expected]) => `${name}\n  expected ${expected}\n  got      ${demangle(name)}`)
}

describe('names as c++filt -i prints them', () => {
  const cases = readLines('cases/cases.tsv').map((line) => {
    const tab = line.indexOf('\t')
    return [line.slice(0, tab), line.slice(tab + 1)] as const
  })

  it('has a table worth the name', () => {
    expect(cases.length).toBeGreaterThan(300)
  })

  it('are printed for every case of the table', () => {
    expect(differences(cases)).toEqual([])
  })
})

describe('the names of libstdc++, live', () => {
  const names = namesOfStandardLibrary()

  it('equal what c++filt -i prints', () => {
    if (names === null) expect.fail('c++filt, nm or libstdc++.so.6 is missing: nothing to compare with')
    const printed = runTool('c++filt', ['-i'], `${names.join('\n')}\n`) ?? ''
    const lines = printed.split('\n')
    expect(names.length).toBeGreaterThan(1000)
    expect(differences(names.map((name, at) => [name, lines[at] ?? ''] as const))).toEqual([])
  })
})

function namesOfStandardLibrary(): string[] | null {
  const libraries = runTool('ldconfig', ['-p'], '') ?? runTool('/sbin/ldconfig', ['-p'], '') ?? ''
  const path = /libstdc\+\+\.so\.6 .*=> (.*)/.exec(libraries)?.[1]
  const symbols = path === undefined ? null : runTool('nm', ['-D', path], '')
  if (symbols === null || runTool('c++filt', ['-i', '_Z1fv'], '') === null) return null
  const names = symbols.split('\n').map((line) => line.slice(line.lastIndexOf(' ') + 1).split('@')[0] ?? '')
  return [...new Set(names.filter((name) => name.startsWith('_Z')))]
}

/** What the tool prints, or null if it cannot be run. */
function runTool(tool: string, args: readonly string[], input: string): string | null {
  try {
    return execFileSync(tool, args, { input, encoding: 'latin1', maxBuffer: 1 << 28, stdio: 'pipe' })
  } catch {
    return null
  }
}

describe('readableName', () => {
  it.each([
    ['_Z3foov', 'foo()'],
    ['_Z3foov@@V1', 'foo()@@V1'],
    ['_Z3foov@plt', 'foo()@plt'],
    ['._Z3foov', '.foo()'],
    ['$._Z3foov', '$.foo()'],
    ['_Z1fv.cold', 'f() [clone .cold]'],
    ['_RNvC6_123foo3bar', '123foo::bar'],
    ['_ZN3foo3bar17h0123456789abcdefE', 'foo::bar'],
    ['_Z1fSs', 'f(std::string)'],
  ])('shows %s as %s', (name, expected) => {
    expect(readableName(name)).toBe(expected)
  })

  it.each([
    'main',
    '',
    '.',
    '@',
    '_',
    '_Z',
    '_R',
    'i',
    '_GLOBAL__sub_I_main',
    '..main@V1',
    '_Znope@V1',
    '__Z1fv',
  ])('leaves %s alone', (name) => {
    expect(readableName(name)).toBe(name)
  })

  it('takes and gives binary strings', () => {
    expect(Buffer.from(demangle('_RNvC7mycrateu8gdel_5qa') ?? '', 'latin1').toString('utf8')).toBe(
      'mycrate::gödel',
    )
    expect(demangle('_Z3f\xc3\xa9v')).toBe('f\xc3\xa9()')
  })
})
