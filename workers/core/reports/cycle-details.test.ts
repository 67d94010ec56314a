// The details of a cycle: shares of all samples, estimates marked, and bounds that hold.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../analysis/scenario/scenario.ts'
import { finish } from '../base/yielder.ts'
import { boundsOf } from '../trust/bounds/bounds.ts'
import { rangeOfSet } from '../trust/bounds/upper-bound.ts'
import { cycleEntry } from './cycle-entry.ts'
import {
  cycleCallers,
  cycleCallFacts,
  cycleMembers,
  cycleOthers,
  cycleRelativeDifferences,
  type CycleRelatives,
  cycleTimeFacts,
  rangeOfCycle,
} from './cycle-details.ts'
import { listProfile } from './listing/listing.ts'

const FIRST = 0 as CycleIndex
const TEXT =
  'main 16; a 75; b 102; c 50; d 8; main -> a 1; main -> d 1; d -> b 4; a -> b 3; b -> a 2; a -> a 7; a -> c 3; b -> c 3; d -> c 4'

const analyze = (text: string, scenario: Partial<Scenario> = {}): AnalyzedProfile =>
  analyzeProfile(profileFromText(text), { ...EMPTY_SCENARIO, ...scenario })

const texts = ({ shown }: CycleRelatives) =>
  shown.map(({ name, calls, time, share }) => [name, calls, time, share].join(' '))

describe('the details of a cycle', () => {
  const analyzed = analyze(TEXT)
  const listing = listProfile(analyzed)
  const entry = finish(cycleEntry(analyzed, listing, FIRST))

  it('say who pays, the largest first, as shares of all samples', () => {
    expect(texts(cycleCallers(analyzed, listing, entry, 8))).toEqual([
      'd 4/5 ≈1.66 s 66.0%',
      'main 1/5 ≈0.41 s 16.5%',
    ])
    expect(texts(cycleCallers(analyzed, listing, entry, 1))).toEqual(['d 4/5 ≈1.66 s 66.0%'])
    expect(cycleCallers(analyzed, listing, entry, 1).total).toBe(2)
  })

  it('have members with their calls from inside, and other functions', () => {
    expect(texts(cycleMembers(analyzed, listing, entry, 8))).toEqual([
      'b 3 × 1.17 s 46.6%',
      'a 9 × 0.90 s 35.9%',
    ])
    expect(texts(cycleOthers(analyzed, listing, entry, 8))).toEqual(['c 6/10 ≈0.30 s 12.0%'])
  })

  it('have facts with equations', () => {
    const facts = [
      ...cycleTimeFacts(analyzed, finish(boundsOf(analyzed)), listing, entry),
      ...cycleCallFacts(analyzed, listing, entry),
    ]
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Self: 1.77 s · 70.5%',
      'Callees: 0.30 s · 12.0%',
      'Total: 2.07 s · 82.5%',
      'On the stack: 1.77 to 2.27 s',
      'From outside: 5',
      'Inside: 12, 7 direct recursion',
    ])
    expect(facts[0]?.explanation?.formula).toBe('1.77 s = 1.02 s + 0.75 s')
    expect(facts.slice(4).map(({ explanation }) => explanation?.formula)).toEqual([
      '5 calls = 4 + 1',
      '12 calls = 9 + 3',
    ])
    for (const { label, explanation } of facts)
      expect(explanation?.equations ?? [], label).toHaveLength(label === 'On the stack' ? 0 : 1)
  })

  it('mark no estimate where one caller pays for all', () => {
    const one = analyze('main 1; a 5; b 9; main -> a 2; a -> b 3; b -> a 1')
    const listed = listProfile(one)
    const [only] = cycleCallers(one, listed, finish(cycleEntry(one, listed, FIRST)), 8).shown
    expect(only).toMatchObject({ calls: '2/2', time: '0.14 s', isEstimate: false })
  })

  it('say what a scenario changed', () => {
    const cut = analyze(TEXT, { cutArcs: [{ parent: 'main', child: 'a' }] })
    const listed = listProfile(cut)
    const [caller] = cycleCallers(cut, listed, finish(cycleEntry(cut, listed, FIRST)), 8).shown
    expect(caller && cycleRelativeDifferences(cut, analyzed, FIRST, caller, 'caller')).toEqual({
      calls: '4/5',
      time: '≈1.66 s',
      share: '66.0%',
    })
  })
})

const graphs = fc.integer({ min: 3, max: 8 }).chain((functions) =>
  fc.record({
    ticks: fc.array(fc.nat(40), { minLength: functions, maxLength: functions }),
    arcs: fc.uniqueArray(
      fc.tuple(fc.nat(functions - 1), fc.nat(functions - 1), fc.integer({ min: 1, max: 9 })),
      { minLength: functions, maxLength: 3 * functions, selector: ([from, to]) => from * functions + to },
    ),
  }),
)

describe('the bounds of a cycle’s time on the stack', () => {
  it('are those of the set of its members, and never below its self time', () => {
    fc.assert(
      fc.property(graphs, ({ ticks, arcs }) => {
        const analyzed = analyze(
          [
            ...ticks.map((self, f) => `f${f} ${self}`),
            ...arcs.map(([from, to, count]) => `f${from} -> f${to} ${count}`),
          ].join(';'),
        )
        const listing = listProfile(analyzed)
        const bounds = finish(boundsOf(analyzed))
        for (let row = 0; row < analyzed.cycles.length; row++) {
          const cycle = row as CycleIndex
          const entry = finish(cycleEntry(analyzed, listing, cycle))
          const isMember = Uint8Array.from(ticks, (_, f) =>
            Number(analyzed.cycles.cycleOf[f as never] === cycle),
          )
          const exact = rangeOfSet(analyzed, isMember)
          const range = rangeOfCycle(analyzed, bounds, entry)
          expect(range.least).toBeGreaterThanOrEqual(entry.primary.self - 1e-9)
          expect(range.least).toBeLessThanOrEqual(exact.least + 1e-9)
          expect(range.most).toBeGreaterThanOrEqual(exact.most - 1e-9)
        }
      }),
      { numRuns: effort(2000) },
    )
  })
})
