// Differences compare the displayed text, in any unit.
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../analysis/scenario/scenario.ts'
import { displayName } from '../names/names.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { listProfile } from './listing/listing.ts'
import { flatDifferences } from './differences.ts'

it('a time per call that gprof’s unit shows as 0.00 with and without a cut is marked all the same', () => {
  const profile = profileFromText(
    'main 0; slow 900; quick 50; help 150; main -> slow 1; slow -> quick 1000000; quick -> help 5',
  )
  const analysis = (scenario: Scenario) => {
    const analyzed = analyzeProfile(profile, scenario)
    return { analyzed, listing: listProfile(analyzed) }
  }
  const plain = analysis(EMPTY_SCENARIO)
  const cut = analysis({ ...EMPTY_SCENARIO, cutArcs: [{ parent: 'quick', child: 'help' }] })
  const differences = (name: string) => {
    for (let f = 0 as FunctionIndex; f < profile.functions.length; f++)
      if (displayName(profile.functions, f) === name) return flatDifferences(cut, plain, f)
    throw new Error(name)
  }
  expect(differences('quick')).toMatchObject({ totalPerCall: '2.00 µs', total: '2.00 s' })
  expect(differences('quick').selfPerCall).toBeUndefined()
})
