// A cycle that nothing outside calls has an entry, too, before the entries with less time.
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../analysis/scenario/scenario.ts'
import { listProfile } from './listing/listing.ts'
import { manualEntries } from './manual-entries.ts'
import { entryTitle } from './entry-line-text.ts'

function titles(text: string, scenario: Partial<Scenario> = {}): readonly string[] {
  const analyzed = analyzeProfile(profileFromText(text), { ...EMPTY_SCENARIO, ...scenario })
  const listing = listProfile(analyzed)
  return manualEntries(analyzed, listing).map((entry) =>
    entryTitle(analyzed, listing, entry).replace(/^\S+ /, ''),
  )
}

it('are those that gprof prints where each cycle is called from outside', () => {
  expect(titles('m 1; a 5; b 9; m -> a; a -> b; b -> a')).toEqual(['m', 'cycle 1 as a whole', 'b', 'a'])
})

it('have a cycle that nothing outside calls where its time belongs', () => {
  expect(titles('a 5; b 9; c 20; d 2; a -> b; b -> a; a -> d')).toEqual([
    'c',
    'cycle 1 as a whole',
    'b',
    'a',
    'd',
  ])
})

it('have such a cycle at the end where it took no time, and none whose members are left out', () => {
  const text = 'm 3; a 0; b 0; a -> b; b -> a'
  expect(titles(text)).toEqual(['m', 'cycle 1 as a whole', 'a', 'b'])
  expect(titles(text, { leftOut: ['a', 'b'] })).toEqual(['m'])
})
