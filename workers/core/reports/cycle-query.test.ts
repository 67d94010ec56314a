// A search that names a cycle finds its members first.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { cycleInQuery, isCycleQuery, withMembers } from './cycle-query.ts'
import { displayName } from '../names/names.ts'
import { SearchIndex } from './search/search-names.ts'

const analyzed = analyzeProfile(
  profileFromText('m 1; a 2; b 3; x_cycle_1 1; m -> a 1; a -> b 2; b -> a 1; m -> x_cycle_1 1'),
  EMPTY_SCENARIO,
)
const search = (query: string) => {
  const { functions } = analyzed.profile
  const index = new SearchIndex(functions)
  while (index.prepare(1000)) index.prepare(1000)
  const result = withMembers(analyzed, query, index.search(query))
  if (!result.ok) return result.message
  return Array.from(result.matches, (f, at) => `${displayName(functions, f as never)} ${result.ranks[at]}`)
}

describe('the cycle in a query', () => {
  it('is named as the page and gprof write it', () => {
    for (const query of [
      'cycle 1',
      ' Cycle  1 ',
      '<cycle 1>',
      'cycle1',
      'cycle 1 as a whole',
      '<cycle 1 as a whole>',
    ])
      expect(cycleInQuery(analyzed, query), query).toBe(0)
  })

  it('is none without a number, with other words, and beyond the last cycle', () => {
    for (const query of [
      'cycle',
      'cycle x',
      'cycle 1 a',
      'bicycle 1',
      'cycle 0',
      'cycle 2',
      'cycle 99999999999',
    ])
      expect(cycleInQuery(analyzed, query), query).toBeNull()
    expect(isCycleQuery('cycle 2')).toBe(true)
    expect(isCycleQuery('cycle x')).toBe(false)
  })
})

describe('the matches of a query that names a cycle', () => {
  it('are its members, then the functions with these words in their names', () => {
    expect(search('cycle 1')).toEqual(['a 0', 'b 0', expect.stringMatching(/^x_cycle_1 [1-9]/)])
  })

  it('are those of the words alone for any other query', () => {
    expect(search('cycle')).toEqual([expect.stringMatching(/^x_cycle_1 \d/)])
    expect(withMembers(undefined, 'cycle 1', { ok: false, message: 'x' })).toEqual({
      ok: false,
      message: 'x',
    })
  })
})
