// Names of Fortran's module procedures: as Fortran programmers write them on screen, as they are in exports;
// the search finds both.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { SearchIndex } from '../search.ts'
import { displayName, fortranName, wholeName } from './names.ts'

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
