// Listings that reuse the order of names of another scenario.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { listProfile } from './listing.ts'

const FUNCTIONS = 9
const f = fc.nat(FUNCTIONS - 1)
const arc = fc.tuple(f, f)

it('is the same where the order of names is known from before', () => {
  const cases = fc.record({
    ticks: fc.array(fc.nat(4), { minLength: FUNCTIONS, maxLength: FUNCTIONS }),
    arcs: fc.uniqueArray(fc.tuple(f, f, fc.nat(3)), { maxLength: 40, selector: ([a, b]) => a * 100 + b }),
    cut: fc.array(arc, { maxLength: 6 }),
    leftOut: fc.array(f, { maxLength: 2 }),
  })
  fc.assert(
    fc.property(cases, ({ ticks, arcs, cut, leftOut }) => {
      const lines = [
        ...ticks.map((own, at) => `f${at} ${own}`),
        ...arcs.map(([a, b, count]) => `f${a} -> f${b} ${count}`),
      ]
      const profile = profileFromText(lines.join('\n'))
      const { byName } = listProfile(analyzeProfile(profile, EMPTY_SCENARIO), { keepsNameOrder: true })
      const analyzed = analyzeProfile(profile, {
        ...EMPTY_SCENARIO,
        cutArcs: cut.map(([a, b]) => ({ parent: `f${a}`, child: `f${b}` })),
        timeLeftOut: leftOut.map((at) => `f${at}`),
      })
      expect(byName && listProfile(analyzed, { byName })).toEqual(listProfile(analyzed))
    }),
    { numRuns: 100 },
  )
})
