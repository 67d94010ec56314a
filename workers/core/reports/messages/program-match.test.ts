// Texts about several programs that may match a profile.
import { expect, it } from 'vitest'
import { compareMatches, distinguishFiles } from './program-match.ts'

/** "islands 97/97", or a name alone if nothing is known. */
function program(text: string) {
  const [name = '', score] = text.split(' ')
  const [matched = 0, total = 0] = score?.split('/').map(Number) ?? []
  return { name, ...(score === undefined ? {} : { match: { matched, total } }) }
}

it.each([
  [
    ['short 4/97', 'islands 97/97'],
    'islands',
    'islands fits: 97 of 97 arcs begin and end in its functions; in those of short 4 of 97.',
  ],
  [['islands 97/97', 'notes'], 'islands', 'islands fits: 97 of 97 arcs begin and end in its functions.'],
  [
    ['short 4/97', 'long 5/97'],
    null,
    'None of them fits: at most 5 of 97 arcs begin and end in functions of one.',
  ],
  [['a 97/97', 'b 97/97'], null, 'a and b fit alike: 97 of 97 arcs begin and end in their functions.'],
  [['a 5/5', 'b 8/8'], null, 'a and b fit alike: 5 of 5 and 8 of 8 arcs begin and end in their functions.'],
  [['a 0/0', 'b'], null, ''],
  [['a\u202Eb 3/3'], 'a\u202Eb', 'a\\u202eb fits: 3 of 3 arcs begin and end in its functions.'],
])('of %j fits %s', (programs, best, words) => {
  const told = compareMatches(programs.map(program))
  expect(told.best?.name ?? null).toBe(best)
  expect(told.words).toBe(words)
})

it('builds of one program are distinguished by size, or counted', () => {
  const hydro = (size: number, matched: number) => ({ name: 'hydro', size, match: { matched, total: 11 } })
  const builds = [hydro(36_000, 11), hydro(41_000, 1), { ...hydro(5, 0), name: 'other' }]
  expect(compareMatches(builds).words).toBe(
    'hydro (36.0 kB) fits: 11 of 11 arcs begin and end in its functions; in those of hydro (41.0 kB) 1 of 11.',
  )
  expect(distinguishFiles(builds)).toEqual(['hydro (36.0 kB)', 'hydro (41.0 kB)', 'other'])
  expect(distinguishFiles([hydro(36_000, 1), hydro(36_010, 1)])).toEqual([
    'hydro (36.0 kB), no. 1',
    'hydro (36.0 kB), no. 2',
  ])
})
