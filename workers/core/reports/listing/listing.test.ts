// A scenario's listing made from the plain one equals the one made from scratch.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { sortNearly } from '../../base/sorting/sort-nearly.ts'
import { listProfile } from './listing.ts'
import { relistProfile } from './relist.ts'

const FUNCTIONS = 9
const f = fc.nat(FUNCTIONS - 1)
const arc = fc.tuple(f, f)

it('equals a fresh listing, whatever is cut and left out', () => {
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
      const before = analyzeProfile(profile, EMPTY_SCENARIO)
      const plain = { analyzed: before, listing: listProfile(before) }
      const analyzed = analyzeProfile(profile, {
        ...EMPTY_SCENARIO,
        cutArcs: cut.map(([a, b]) => ({ parent: `f${a}`, child: `f${b}` })),
        timeLeftOut: leftOut.map((at) => `f${at}`),
      })
      expect(relistProfile(analyzed, plain)).toEqual(listProfile(analyzed))
    }),
    { numRuns: 400 },
  )
})

it('sorts a stretch, however far from sorted it is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(5000), { maxLength: 600 }), fc.nat(600), (values, from) => {
      const start = Math.min(from, values.length)
      const rows = Uint32Array.from(values)
      sortNearly(rows, (left, right) => right - left, start)
      const sorted = values.slice(start).sort((left, right) => right - left)
      expect([...rows]).toEqual([...values.slice(0, start), ...sorted])
    }),
  )
})
