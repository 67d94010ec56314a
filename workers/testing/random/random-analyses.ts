// Random small call graphs with cycles, shared bins or not, more samples than count, and a random scenario.
import fc from 'fast-check'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { asColumn } from '../../core/base/columns.ts'
import { profileFromText } from '../graph-text.ts'
import { randomFrom } from './random.ts'
import { randomScenario } from './random-scenario.ts'

const SIZE = 8
const place = fc.integer({ min: 0, max: SIZE - 1 })

/**
 * Analyses of random graphs of eight functions, whose times are fractions of samples. A third has a scenario, a
 * third makes a function faster. Samples outside every function and of the profiler make the recorded samples
 * more than those that count; the rounding of bins makes them less.
 */
export const randomAnalyses: fc.Arbitrary<AnalyzedProfile> = fc
  .record({
    ticks: fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 3000 }).map((n) => n / 1000),
      ),
      {
        minLength: SIZE,
        maxLength: SIZE,
      },
    ),
    arcs: fc.uniqueArray(fc.tuple(place, place, fc.integer({ min: 1, max: 99_999 })), {
      maxLength: 18,
      selector: ([from, to]) => `${from} ${to}`,
    }),
    more: fc.constantFrom(0, 0, -0.4, 3, 200),
    seed: fc.nat(1000),
  })
  .map(({ ticks, arcs, more, seed }) => {
    const lines = [...ticks.map((_, f) => `f${f} 1`), ...arcs.map(([a, b, n]) => `f${a} -> f${b} ${n}`)]
    const plain = profileFromText(lines.join(';'))
    const sum = ticks.reduce((all, one) => all + one, 0)
    const profile = {
      ...plain,
      functions: { ...plain.functions, selfTicks: asColumn(Float64Array.from(ticks)) as never },
      totals: { ...plain.totals, ticks: sum, recordedTicks: Math.max(1, Math.round(sum + more)) },
    }
    const scenario =
      seed % 3 === 0
        ? randomScenario(randomFrom(seed), profile)
        : seed % 3 === 1
          ? {
              ...EMPTY_SCENARIO,
              faster: [{ name: `f${seed % SIZE}`, factor: seed % 2 === 0 ? 2 : Infinity }],
            }
          : EMPTY_SCENARIO
    return analyzeProfile(profile, scenario)
  })
