// The time that a scenario leaves, in words.
import { expect, it } from 'vitest'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { profileFromText } from '../../testing/graph-text.ts'
import { scenarioTotal } from './scenario-total.ts'

const profile = profileFromText('main 100; f 300; main -> f 2')
const measured = analyzeProfile(profile, EMPTY_SCENARIO)

it('is named beside the recorded time, of which all shares are', () => {
  const faster = { ...EMPTY_SCENARIO, faster: [{ name: 'f', factor: 3 }] }
  expect(scenarioTotal(analyzeProfile(profile, faster), measured)).toBe(
    'Shares are of 4.00 s recorded; 2.00 s under this scenario.',
  )
  const without = { ...EMPTY_SCENARIO, timeLeftOut: ['f'] }
  expect(scenarioTotal(analyzeProfile(profile, without), measured)).toContain('; 1.00 s under')
})

it('is not named where it is that of the measurement', () => {
  const cut = { ...EMPTY_SCENARIO, cutArcs: [{ parent: 'main', child: 'f' }] }
  expect(scenarioTotal(analyzeProfile(profile, cut), measured)).toBe('')
  expect(scenarioTotal(measured, measured)).toBe('')
})
