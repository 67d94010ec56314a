// Readable names, and the part of very long ones that a screen shows.
import { expect, it, vi } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import * as demangler from '../symbols/demangle/demangle.ts'
import { flatRowTsv } from '../reports/flat-table.ts'
import { listProfile } from '../reports/listing/listing.ts'
import { displayName, MOST_SHOWN, readableText, shownAt, wholeName } from './names.ts'
import { SearchIndex } from '../reports/search/search-names.ts'
import { fortranName } from './name-parts.ts'

vi.mock('../symbols/demangle/demangle.ts', { spy: true })

it('on a screen a name hides nothing', () => {
  // The bytes of U+202E.
  const { functions } = profileFromText('main -> a\u00E2\u0080\u00AEb\u0007c 1')
  const f = 1 as FunctionIndex
  expect(readableText(functions, f)).toBe('a\u202Eb\u0007c')
  expect(displayName(functions, f)).toBe('a\\u202eb\\x07c')
})

it('of a name of a million letters a screen has the beginning and the end, and a copy all', () => {
  const read = vi.mocked(demangler.readableName)
  read.mockClear()
  const long = `${'begin'.repeat(1e5)}${'é'.repeat(1e5)}${'ending'.repeat(1e5)}`
  const bytes = long.replaceAll('é', '\u00C3\u00A9')
  const analyzed = analyzeProfile(profileFromText(`main -> ${bytes} 1`), EMPTY_SCENARIO)
  const { functions } = analyzed.profile
  const f = 1 as FunctionIndex
  const shown = displayName(functions, f)
  expect(shown).toMatch(/^(begin){300}… 1,298,000 more …ng(ending){83}$/)
  expect(shownAt(functions.names, f)).toBe(shown)
  // A million letters are not even read.
  expect(read).not.toHaveBeenCalled()
  expect(wholeName(functions, f)).toBe(long)
  expect(flatRowTsv(analyzed, listProfile(analyzed).flat, f).endsWith(long)).toBe(true)
})

it('a long name is not cut within a letter, nor one that has just room', () => {
  for (let before = 0; before < 4; before++) {
    const { functions } = profileFromText(
      `main -> ${'a'.repeat(before + 1)}${'\u00F0\u009F\u0098\u0080'.repeat(1000)} 1; main -> ${'b'.repeat(MOST_SHOWN)} 1`,
    )
    expect(displayName(functions, 1 as FunctionIndex)).toMatch(/^a+(😀)+… [\d,]+ more …(😀)+$/u)
    expect(displayName(functions, 2 as FunctionIndex)).toBe('b'.repeat(MOST_SHOWN))
  }
})

it('a mangled name is read whole and shown cut', () => {
  const { functions } = profileFromText(`main -> _Z1f${'Ss'.repeat(300)} 1`)
  const name = displayName(functions, 1 as FunctionIndex)
  expect(name).toMatch(/^f\((std::string, )+.*… [\d,]+ more ….*(, std::string)+\)$/)
  expect(name.length).toBeLessThan(MOST_SHOWN + 40)
})

it('have their module in front', () => {
  expect(
    ['__solver_mod_MOD_laplace', '__a_MOD_b_MOD_c', '__MOD_x', '_MOD_x', 'x_MOD_y', 'MAIN__'].map(
      fortranName,
    ),
  ).toEqual(['solver_mod::laplace', 'a::b_MOD_c', '__MOD_x', '_MOD_x', 'x_MOD_y', 'MAIN__'])
  const { functions } = profileFromText('__solver_mod_MOD_laplace 3')
  const f = 0 as FunctionIndex
  expect(displayName(functions, f)).toBe('solver_mod::laplace')
  expect(wholeName(functions, f)).toBe('__solver_mod_MOD_laplace')
})

it('are found as they are shown and as they are', () => {
  const { functions } = profileFromText('__solver_mod_MOD_laplace 3; a_mod_b 1; laplace_mod_x 1')
  const index = new SearchIndex(functions)
  while (index.prepare(100));
  const find = (query: string) => {
    const result = index.search(query)
    return result.ok ? [...result.matches] : result.message
  }
  for (const query of [
    'solver_mod::laplace',
    'MOD::Lap',
    '_MOD_laplace',
    'solver laplace',
    '/^solver_mod::lap/',
    '/__solver_mod_MOD/',
  ])
    expect(find(query), query).toEqual([0])
  expect(find('a::b')).toEqual([])
})
