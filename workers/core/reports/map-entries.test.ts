// Entries stay unfolded when another opening has the same functions, however its entries are
// numbered.
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { asArray, asColumn } from '../base/columns.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { entryName } from './entry-line-text.ts'
import { type Analysis, listProfile } from './listing/listing.ts'
import type { EntryIndex } from './listing/entries.ts'
import { mapEntries } from './map-entries.ts'

const analysisOf = (profile: CallGraphProfile): Analysis => {
  const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
  return { analyzed, listing: listProfile(analyzed) }
}

/** The same functions at higher addresses. */
function moved(profile: CallGraphProfile): CallGraphProfile {
  const address = asArray(profile.functions.address).map((start) => start + 0x1000)
  return { ...profile, functions: { ...profile.functions, address: asColumn(address) } }
}

const CALLS = 'main -> a 1; a -> b 1; b -> a 1; main -> other 1'
const one = analysisOf(profileFromText(`main 1; a 2; b 3; other 9; ${CALLS}`))
const ALL = new Set(one.listing.entries.printed as Iterable<number> as Iterable<EntryIndex>)

const namesIn = ({ analyzed, listing }: Analysis, entries: ReadonlySet<EntryIndex>): string[] =>
  Array.from(entries, (entry) => entryName(analyzed, listing, entry)).toSorted()

it('another run’s entries are those of the same names', () => {
  const other = analysisOf(profileFromText(`main 7; a 9; b 1; other 0; ${CALLS}`))
  expect(namesIn(other, mapEntries(one, other, ALL))).toEqual(namesIn(one, ALL))
})

it('a cycle that there is no more has no entry', () => {
  const apart = analysisOf(profileFromText('main 1; a 2; b 3; other 9; main -> a 1; a -> b 1'))
  const whole = namesIn(one, ALL).filter((name) => name.startsWith('cycle '))
  expect(whole).toEqual(['cycle 1 as a whole'])
  expect(mapEntries(one, apart, ALL).size).toBe(ALL.size - 1)
})

it('another program, though it has as many functions, has none of them', () => {
  const other = analysisOf(moved(profileFromText(`main 1; a 2; b 3; other 9; ${CALLS}`)))
  expect(mapEntries(one, other, ALL).size).toBe(0)
})
