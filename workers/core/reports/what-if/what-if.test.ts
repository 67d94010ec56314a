// One scenario after another, each worked out from what is known, equals each worked out from scratch.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario.ts'
import { listProfile } from '../listing.ts'
import { REHEARSALS, WhatIf } from './what-if.ts'

const FUNCTIONS = 12
const f = fc.nat(FUNCTIONS - 1)
const names = fc.array(
  f.map((at) => `f${at}`),
  { maxLength: 2 },
)

const scenario: fc.Arbitrary<Scenario> = fc.record({
  staticArcs: fc.constant(false),
  cutArcs: fc.array(
    fc.tuple(f, f).map(([a, b]) => ({ parent: `f${a}`, child: `f${b}` })),
    { maxLength: 8 },
  ),
  leftOut: names,
  timeLeftOut: names,
  only: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: names }),
  timeOnly: fc.constant([]),
})

/** Half of them cut only, as people mostly do. */
const scenarios = fc.array(
  fc.oneof(
    scenario,
    scenario.map(({ cutArcs }) => ({ ...EMPTY_SCENARIO, cutArcs })),
  ),
  { minLength: 1, maxLength: 5 },
)

const graphs = fc.record({
  ticks: fc.array(fc.nat(4), { minLength: FUNCTIONS, maxLength: FUNCTIONS }),
  arcs: fc.uniqueArray(fc.tuple(f, f, fc.nat(3)), { maxLength: 50, selector: ([a, b]) => a * 100 + b }),
})

it('gives the same numbers and the same listing, to the last bit', () => {
  fc.assert(
    fc.property(graphs, scenarios, ({ ticks, arcs }, steps) => {
      const lines = [
        ...ticks.map((own, at) => `f${at} ${own}`),
        ...arcs.map(([a, b, count]) => `f${a} -> f${b} ${count}`),
      ]
      const profile = profileFromText(lines.join('\n'))
      const plain = analyzeProfile(profile, EMPTY_SCENARIO)
      const whatIf = new WhatIf({ analyzed: plain, listing: listProfile(plain) })
      for (let turn = 0; turn < REHEARSALS; turn++) whatIf.rehearse(turn)
      const before = structuredClone(whatIf.kept)
      for (const step of steps) {
        const analyzed = analyzeProfile(profile, step)
        expect(whatIf.analyze(step)).toEqual({ analyzed, listing: listProfile(analyzed) })
      }
      expect(whatIf.kept[0]).toEqual(before[0])
    }),
    { numRuns: 300 },
  )
})
