import { expect, it } from 'vitest'
import { compareMatches } from './program-match.ts'

/** "islands 97/97", or a name alone where nothing is known. */
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
