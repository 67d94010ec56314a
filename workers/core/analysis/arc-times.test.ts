// arcTimesOf and the functions for single arcs yield the same times, to the last bit, and they
// add up to what functions inherit.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { randomScenario } from '../../testing/random/random-scenario.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { NONE } from '../base/columns.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { analyzeProfile } from './analyze-profile.ts'
import { arcChildTicks, arcSelfTicks, arcTimesOf } from './arc-times.ts'
import { EMPTY_SCENARIO } from './scenario/scenario.ts'

const FUNCTIONS = 10
const f = fc.nat(FUNCTIONS - 1)

it('follows from what stays of an analysis, under any scenario', () => {
  const cases = fc.record({
    ticks: fc.array(fc.double({ min: 0, max: 50, noNaN: true }), {
      minLength: FUNCTIONS,
      maxLength: FUNCTIONS,
    }),
    arcs: fc.uniqueArray(fc.tuple(f, f, fc.nat(9)), { maxLength: 40, selector: ([a, b]) => a * 100 + b }),
    seed: fc.nat(),
  })
  fc.assert(
    fc.property(cases, ({ ticks, arcs, seed }) => {
      const lines = [
        ...ticks.map((own, at) => `f${at} ${own}`),
        ...arcs.map(([a, b, count]) => `f${a} -> f${b} ${count}`),
      ]
      const plain = analyzeProfile(profileFromText(lines.join('\n')), EMPTY_SCENARIO)
      const scenario = randomScenario(randomFrom(seed), plain.profile)
      const analyzed = analyzeProfile(plain.profile, scenario)
      const { self, child } = arcTimesOf(analyzed)
      const { profile, times } = analyzed
      const inherited = new Float64Array(FUNCTIONS)
      for (let row = 0; row < self.length; row++) {
        const arc = row as ArcIndex
        expect([arcSelfTicks(analyzed, arc), arcChildTicks(analyzed, arc)]).toEqual([self[row], child[row]])
        inherited[profile.arcs.parent[arc]] += self[row] + child[row]
      }
      for (let at = 0; at < FUNCTIONS; at++) {
        const caller = at as FunctionIndex
        if (analyzed.cycles.cycleOf[caller] === NONE)
          expect(inherited[at]).toBeCloseTo(times.propagatedChild[caller], 6)
      }
    }),
  )
})
