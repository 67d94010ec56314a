// One scenario after another, each worked out from what is known, equals each worked out from scratch.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arcEnds } from '../../../testing/random/arc-ends.ts'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { withArcTimes } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { cutAlso, EMPTY_SCENARIO, restoreArcs, type Scenario } from '../../analysis/scenario/scenario.ts'
import { buffersIn } from '../../base/buffers.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { wholeListing } from '../listing/relist.ts'
import { changeOf, type Analysis } from './analysis.ts'
import { WhatIf } from './what-if.ts'

/** With the time of every arc, as a scenario's numbers have it. */
const analyzeWhole = (profile: CallGraphProfile, scenario: Scenario): AnalyzedProfile =>
  withArcTimes(analyzeProfile(profile, scenario))

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
  timeOnly: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: names }),
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
  arcs: fc.uniqueArray(
    fc.tuple(arcEnds(FUNCTIONS), fc.nat(3)).map(([[a, b], count]) => [a, b, count] as const),
    { maxLength: 50, selector: ([a, b]) => a * 100 + b },
  ),
})

function profileOf({ ticks, arcs }: { ticks: readonly number[]; arcs: readonly (readonly number[])[] }) {
  const lines = [
    ...ticks.map((own, at) => `f${at} ${own}`),
    ...arcs.map(([a, b, count]) => `f${a} -> f${b} ${count}`),
  ]
  return profileFromText(lines.join('\n'))
}

/** As the worker gives an answer away: what is not kept is gone from here. */
function giveAway(answer: Analysis, kept: readonly unknown[]): Analysis {
  const held = buffersIn(kept)
  const given = [...buffersIn(changeOf(answer))].filter((buffer) => !held.has(buffer))
  return structuredClone(answer, { transfer: given })
}

it('goes on from one scenario to the next by cuts and restores, whatever was given away', () => {
  // Which arc is cut or restored; now and then a function is left out, or taken in again.
  const steps = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.record({ arc: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ leftOut: f }) },
    ),
    { minLength: 1, maxLength: 14 },
  )
  fc.assert(
    fc.property(graphs, steps, ({ ticks, arcs }, walk) => {
      const profile = profileOf({ ticks, arcs })
      const plain = analyzeWhole(profile, EMPTY_SCENARIO)
      const whatIf = new WhatIf({ analyzed: plain, listing: listProfile(plain) })
      let now = EMPTY_SCENARIO
      for (const step of walk) {
        if ('leftOut' in step) {
          const name = `f${step.leftOut}`
          now = { ...now, timeLeftOut: now.timeLeftOut.length > 0 ? [] : [name] }
        } else if (arcs.length > 0) {
          const [a, b] = arcs[step.arc % arcs.length]
          const arc = { parent: `f${a}`, child: `f${b}` }
          const restored = restoreArcs(now, [arc])
          now = restored.cutArcs.length < now.cutArcs.length ? restored : cutAlso(now, [arc])
        }
        const analyzed = analyzeWhole(profile, now)
        const answer = whatIf.analyze(now)
        expect(giveAway(answer, [whatIf.kept])).toEqual({ analyzed, listing: listProfile(analyzed) })
      }
    }),
    { numRuns: 300 },
  )
})

it('gives the same numbers and the same listing, to the last bit', () => {
  fc.assert(
    fc.property(graphs, scenarios, fc.constantFrom('all', 'long'), ({ ticks, arcs }, steps, lines) => {
      const profile = profileOf({ ticks, arcs })
      const plain = analyzeWhole(profile, EMPTY_SCENARIO)
      const whatIf = new WhatIf({ analyzed: plain, listing: listProfile(plain, { lines }) })
      for (let turn = 0; whatIf.rehearse(turn);) turn++
      const before = structuredClone(whatIf.kept)
      for (const step of steps) {
        const analyzed = analyzeWhole(profile, step)
        const answer = whatIf.analyze(step)
        expect({ ...answer, listing: wholeListing(answer) }).toEqual({
          analyzed,
          listing: listProfile(analyzed),
        })
      }
      expect(whatIf.kept[0]).toEqual(before[0])
    }),
    { numRuns: 300 },
  )
})

it('shows no more of what a function calls that is still counted and not shown any more', () => {
  const profile = profileFromText('main 1; a 2; b 3; below 4; main -> a 1; main -> b 1; b -> below 2')
  const plain = analyzeWhole(profile, EMPTY_SCENARIO)
  const whatIf = new WhatIf({ analyzed: plain, listing: listProfile(plain) })
  for (const turn of [{ only: ['a', 'b'] }, { only: ['a'], timeOnly: ['b'] }, { only: ['a', 'b'] }]) {
    const step = { ...EMPTY_SCENARIO, ...turn }
    const analyzed = analyzeWhole(profile, step)
    expect(whatIf.analyze(step)).toEqual({ analyzed, listing: listProfile(analyzed) })
  }
})
