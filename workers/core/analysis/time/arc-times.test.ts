// What is worked out of an arc when it is asked for is what was worked out as time was passed, to the last bit.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { randomScenario } from '../../../testing/random/random-scenario.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import { arcChildTicks, arcSelfTicks, arcTimesOf, withoutArcTimes } from './arc-times.ts'
import { baseOf, reanalyze } from '../anew/reanalyze.ts'
import { EMPTY_SCENARIO } from '../scenario/scenario.ts'

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
      const { analyzed } = reanalyze(baseOf(plain), scenario)
      expect(analyzed.arcTimes).not.toBeNull()
      const without = withoutArcTimes(analyzed)
      expect(arcTimesOf(without)).toEqual(analyzed.arcTimes)
      const each = Array.from({ length: analyzed.profile.arcs.length }, (_, arc) => arc as ArcIndex)
      expect(each.map((arc) => [arcSelfTicks(without, arc), arcChildTicks(without, arc)])).toEqual(
        each.map((arc) => [arcSelfTicks(analyzed, arc), arcChildTicks(analyzed, arc)]),
      )
      expect(arcTimesOf(analyzeProfile(plain.profile, scenario))).toEqual(analyzed.arcTimes)
    }),
  )
})
