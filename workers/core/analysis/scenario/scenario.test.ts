// Scenarios: cuts, exclusions, and the options of gprof that produce them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arcEnds } from '../../../testing/random/arc-ends.ts'
import { profileFromText, profileOf } from '../../../testing/graph-text.ts'
import { processorTime } from '../../../testing/processor-time.ts'
import { asArray } from '../../base/columns.ts'
import { checkProfile } from '../../../testing/check-profile.ts'
import { withStaticArcs } from '../../profile/static-arcs.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../../profile/possible-arcs.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from '../../trust/bounds/bounds.ts'
import { rangeOfTotal } from '../../trust/bounds/certain-parts.ts'
import { listProfile } from '../../reports/listing/listing.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import { checkAnalysis } from '../../../testing/check-analysis.ts'
import { plainArc } from '../apply-scenario.ts'
import { arcTimesOf } from '../arc-times.ts'
import type { AnalyzedProfile } from '../analyzed-profile.ts'
import { gprofOptionsOf } from './gprof-options.ts'
import {
  type ArcName,
  bothScenarios,
  cutAlso,
  EMPTY_SCENARIO,
  factorOf,
  isEmptyScenario,
  restoreArcs,
  type Scenario,
  withFactor,
} from './scenario.ts'

/** Includes the time of every arc, as a scenario's numbers do. */
function analyzeWhole(profile: CallGraphProfile, scenario: Scenario): AnalyzedProfile {
  const analyzed = analyzeProfile(profile, scenario)
  return { ...analyzed, arcTimes: arcTimesOf(analyzed) }
}

interface Drawn {
  readonly ticks: readonly number[]
  readonly arcs: readonly { readonly parent: number; readonly child: number; readonly count: number }[]
  /** Cuts (even) and restores (odd) arcs, one after the other. */
  readonly steps: readonly number[]
}

const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 1, max: 12 }).chain((functions) =>
  fc.record({
    ticks: fc.array(fc.nat(50), { minLength: functions, maxLength: functions }),
    arcs: fc.uniqueArray(
      fc.tuple(arcEnds(functions), fc.nat(9)).map(([[parent, child], count]) => ({ parent, child, count })),
      { minLength: 1, maxLength: 40, size: 'medium', selector: ({ parent, child }) => parent * 100 + child },
    ),
    steps: fc.array(fc.nat(), { maxLength: 12 }),
  }),
)

const nameOf = (f: number): string => `f${f}`

function profileWith({ ticks, arcs }: Pick<Drawn, 'ticks' | 'arcs'>): CallGraphProfile {
  const column = (of: (arc: Drawn['arcs'][number]) => number): number[] => arcs.map(of)
  return profileOf(
    ticks.map((_, f) => nameOf(f)),
    Float64Array.from(ticks),
    {
      length: arcs.length,
      parent: Int32Array.from(column(({ parent }) => parent)),
      child: Int32Array.from(column(({ child }) => child)),
      count: Float64Array.from(column(({ count }) => count)),
    },
  )
}

const possibleArcs = (arcs: readonly Omit<Drawn['arcs'][number], 'count'>[]): PossibleArcs => ({
  length: arcs.length,
  parent: Uint32Array.from(arcs, ({ parent }) => parent),
  child: Uint32Array.from(arcs, ({ child }) => child),
  gprof: { isSame: false, found: 0, others: 0 },
})

const arcName = ({ parent, child }: Drawn['arcs'][number]): ArcName => ({
  parent: nameOf(parent),
  child: nameOf(child),
})

/** Compares two analyses that started from different profiles and reached the same arcs. */
function expectSameNumbers(analyzed: AnalyzedProfile, fresh: AnalyzedProfile): void {
  expect(analyzed.cycles).toEqual(fresh.cycles)
  expect(analyzed.times).toEqual(fresh.times)
  expect(analyzed.printedTicks).toBe(fresh.printedTicks)
  expect(analyzed.profile.functions).toEqual(fresh.profile.functions)
  expect(analyzed.profile.arcs).toEqual(fresh.profile.arcs)
  expect(analyzed.profile.arcsByParent).toEqual(fresh.profile.arcsByParent)
  expect(analyzed.profile.arcsByChild).toEqual(fresh.profile.arcsByChild)
}

describe('faster functions', () => {
  const factors = fc.uniqueArray(
    fc.record({
      f: fc.nat(11),
      factor: fc.oneof(fc.constant(Infinity), fc.double({ min: 1.01, max: 1000, noNaN: true })),
    }),
    { maxLength: 4, selector: ({ f }) => f },
  )
  const scenarioOf = (faster: readonly { readonly f: number; readonly factor: number }[]): Scenario =>
    faster.reduce((sum, { f, factor }) => withFactor(sum, nameOf(f), factor), EMPTY_SCENARIO)

  it('have the numbers of the profile with smaller self times; the sums lose what is saved, and no more', () => {
    fc.assert(
      fc.property(drawn, factors, ({ ticks, arcs }, faster) => {
        const plain = profileWith({ ticks, arcs })
        const before = structuredClone(plain)
        const smaller = ticks.map((own, f) => own / (faster.find((one) => one.f === f)?.factor ?? 1))
        const analyzed = analyzeWhole(plain, scenarioOf(faster))
        checkAnalysis(analyzed)
        expectSameNumbers(analyzed, analyzeWhole(profileWith({ ticks: smaller, arcs }), EMPTY_SCENARIO))
        const saved = ticks.reduce((sum, own, f) => sum + own - smaller[f], 0)
        const { totals } = analyzed.profile
        expect(totals.ticks).toBeCloseTo(plain.totals.ticks - saved, 6)
        expect(analyzed.printedTicks).toBeCloseTo(
          analyzeProfile(plain, EMPTY_SCENARIO).printedTicks - saved,
          6,
        )
        expect(totals.recordedTicks).toBe(plain.totals.recordedTicks)
        expect(plain).toEqual(before)
      }),
    )
  })

  it('bring bounds of their own, which hold the smaller times', () => {
    fc.assert(
      fc.property(drawn, factors, ({ ticks, arcs }, faster) => {
        const smaller = ticks.map((own, f) => own / (faster.find((one) => one.f === f)?.factor ?? 1))
        const analyzed = analyzeProfile(profileWith({ ticks, arcs }), scenarioOf(faster))
        const fresh = analyzeProfile(profileWith({ ticks: smaller, arcs }), EMPTY_SCENARIO)
        expect(finish(boundsOf(analyzed)).least).toEqual(finish(boundsOf(fresh)).least)
        for (let f = 0; f < ticks.length; f++) {
          const [here, there] = [analyzed, fresh].map((one) =>
            rangeOfTotal(one, finish(boundsOf(one)), f as FunctionIndex),
          )
          expect(here).toEqual(there)
        }
      }),
    )
  })

  it('share the whole profile where none is faster, and what does not change where one is', () => {
    const plain = profileFromText('main 1; a 4; b; main -> a 1; a -> b 2')
    expect(analyzeProfile(plain, withFactor(EMPTY_SCENARIO, 'nobody', 2)).profile).toBe(plain)
    expect(analyzeProfile(plain, withFactor(EMPTY_SCENARIO, 'b', 2)).profile).toBe(plain)
    const { profile } = analyzeProfile(plain, withFactor(EMPTY_SCENARIO, 'a', 2))
    expect(profile.arcs).toBe(plain.arcs)
    expect(profile.functions.names).toBe(plain.functions.names)
    expect([...asArray(profile.functions.selfTicks)]).toEqual([1, 2, 0])
    expect(profile.totals.ticks).toBe(3)
  })

  it('all bear the name, and count once where a file names them twice', () => {
    const twice = profileOf(['f', 'f', 'g'], Float64Array.of(4, 2, 1), {
      length: 0,
      parent: new Int32Array(),
      child: new Int32Array(),
      count: new Float64Array(),
    })
    const faster = [
      { name: 'f', factor: 2 },
      { name: 'f', factor: 4 },
    ]
    const { profile } = analyzeProfile(twice, { ...EMPTY_SCENARIO, faster })
    expect([...asArray(profile.functions.selfTicks)]).toEqual([2, 1, 1])
    expect(profile.totals.ticks).toBe(4)
  })

  it('have one factor each: the last one given, and none after 1', () => {
    const one = withFactor(withFactor(EMPTY_SCENARIO, 'a', 2), 'b', 3)
    expect(withFactor(one, 'a', 5).faster).toEqual([
      { name: 'a', factor: 5 },
      { name: 'b', factor: 3 },
    ])
    expect(withFactor(one, 'a', 1).faster).toEqual([{ name: 'b', factor: 3 }])
    expect([factorOf(one, 'b'), factorOf(one, 'c')]).toEqual([3, 1])
    const both = bothScenarios(one, withFactor(EMPTY_SCENARIO, 'b', Infinity))
    expect(factorOf(both, 'b')).toBe(Infinity)
    expect(isEmptyScenario(one)).toBe(false)
  })

  it('have no option of gprof', () => {
    const plain = profileFromText('main 1; a 4; main -> a 1')
    const scenario = withFactor({ ...EMPTY_SCENARIO, leftOut: ['main'] }, 'a', 2)
    expect(gprofOptionsOf(plain, scenario)).toMatchObject({
      options: ['-E', 'main'],
      missing: { faster: [{ name: 'a', factor: 2 }] },
    })
  })
})

describe('cuts', () => {
  it('after any sequence of cuts and restores every number is that of the profile without those arcs', () => {
    fc.assert(
      fc.property(drawn, ({ ticks, arcs, steps }) => {
        const plain = profileWith({ ticks, arcs })
        const before = structuredClone(plain)
        let scenario: Scenario = EMPTY_SCENARIO
        const cut = new Set<number>()
        for (const step of steps) {
          const arc = (step >> 1) % arcs.length
          const names = [arcName(arcs[arc])]
          scenario = step % 2 === 0 ? cutAlso(scenario, names) : restoreArcs(scenario, names)
          if (step % 2 === 0) cut.add(arc)
          else cut.delete(arc)
          const kept = arcs.filter((_, row) => !cut.has(row))
          const fresh = analyzeWhole(profileWith({ ticks, arcs: kept }), EMPTY_SCENARIO)
          const analyzed = analyzeWhole(plain, scenario)
          checkAnalysis(analyzed)
          expectSameNumbers(analyzed, fresh)
          kept.forEach((arcKept, row) =>
            expect(arcs[plainArc(analyzed.cutArcs, row as ArcIndex)]).toBe(arcKept),
          )
        }
        expect(plain).toEqual(before)
      }),
    )
  })

  it('with static arcs every number is that of a profile that has them among its own, last and without a count', () => {
    const pairs = fc.uniqueArray(fc.record({ parent: fc.nat(11), child: fc.nat(11) }), {
      maxLength: 20,
      selector: ({ parent, child }) => parent * 100 + child,
    })
    fc.assert(
      fc.property(drawn, pairs, ({ ticks, arcs, steps }, inCode) => {
        const isNew = ({ parent, child }: (typeof inCode)[number]): boolean =>
          Math.max(parent, child) < ticks.length &&
          !arcs.some((arc) => arc.parent === parent && arc.child === child)
        const found = inCode.filter(isNew)
        const all = [...arcs, ...found.map((arc) => ({ ...arc, count: 0 }))]
        const plain = profileWith({ ticks, arcs })
        const base = { ...plain, ...withStaticArcs(plain, possibleArcs(found)) }
        checkProfile(base)
        const cutArcs = steps.map((step) => arcName(all[step % all.length]))
        const scenario = cutAlso({ ...EMPTY_SCENARIO, staticArcs: true }, cutArcs)
        const isKept = (arc: Drawn['arcs'][number]): boolean =>
          !cutArcs.some(({ parent, child }) => parent === nameOf(arc.parent) && child === nameOf(arc.child))
        const kept = all.filter(isKept)
        const fresh = analyzeWhole(profileWith({ ticks, arcs: kept }), EMPTY_SCENARIO)
        const analyzed = analyzeWhole(base, scenario)
        checkAnalysis(analyzed)
        expectSameNumbers(analyzed, fresh)
        expect(analyzed.profile.recordedArcs).toBe(arcs.filter(isKept).length)
        // Which functions are active depends on what was recorded, and there all arcs were.
        const { recordedArcs } = analyzed.profile
        const alike = { ...fresh, profile: { ...fresh.profile, recordedArcs } }
        expect(listProfile(analyzed)).toEqual(listProfile(alike))
      }),
    )
  })

  it('a name that several functions have means all of them, one that none has means nothing', () => {
    const named = profileOf(['m', 'twin', 'twin'], Float64Array.of(0, 5, 5), {
      length: 2,
      parent: Int32Array.of(0, 0),
      child: Int32Array.of(1, 2),
      count: Float64Array.of(1, 2),
    })
    const cut = (parent: string, child: string): number =>
      analyzeWhole(named, { ...EMPTY_SCENARIO, cutArcs: [{ parent, child }] }).cutArcs.length
    expect([cut('m', 'twin'), cut('m', 'nobody'), cut('nobody', 'twin')]).toEqual([2, 0, 0])
  })

  it('an arc is cut once, and a restored one leaves no trace', () => {
    const arc = { parent: 'a', child: 'b' }
    const cut = cutAlso(cutAlso(EMPTY_SCENARIO, [arc]), [arc])
    expect(cut.cutArcs).toEqual([arc])
    expect(isEmptyScenario(cut)).toBe(false)
    expect(isEmptyScenario(restoreArcs(cut, [{ ...arc }]))).toBe(true)
  })

  it('tens of thousands of arcs are cut and restored in no time, each once', () => {
    const arcs = Array.from({ length: 40_000 }, (_, arc) => ({
      parent: `function_${arc % 200}`,
      child: `function_${Math.floor(arc / 200)}`,
    }))
    const worked = processorTime()
    const cut = cutAlso(cutAlso(EMPTY_SCENARIO, arcs.slice(0, 30_000)), arcs.slice(10_000))
    expect(cut.cutArcs).toEqual(arcs)
    expect(restoreArcs(cut, arcs.slice(1)).cutArcs).toEqual(arcs.slice(0, 1))
    expect(worked()).toBeLessThan(3000)
  })
})

// The example whose gprof numbers are known: m>a 1, m>b 1, a>c 3, b>c 1; 10, 20, 30 and 40 ticks.
const EXAMPLE = profileFromText('m 10; a 20; b 30; c 40; m -> a 1; m -> b 1; a -> c 3; b -> c 1')
const ofExample = (
  scenario: Partial<Scenario>,
): { readonly total: number; readonly c: number; readonly a: number } => {
  const { printedTicks, times } = analyzeWhole(EXAMPLE, { ...EMPTY_SCENARIO, ...scenario })
  return {
    total: printedTicks,
    a: times.propagatedSelf[1 as FunctionIndex] + times.propagatedChild[1 as FunctionIndex],
    c: times.propagatedSelf[3 as FunctionIndex],
  }
}

describe('functions left out and picked out, as gprof was seen to do it', () => {
  it('-E a: its share of the time below it goes too', () => {
    expect(ofExample({ leftOut: ['a'] })).toEqual({ total: 50, a: 0, c: 10 })
  })
  it('-F a: the time below it and no other', () => {
    expect(ofExample({ only: ['a'] })).toEqual({ total: 50, a: 50, c: 30 })
  })
  it('-n a: as -F for times, but all functions still show', () => {
    expect(ofExample({ timeOnly: ['a'] })).toEqual({ total: 50, a: 50, c: 30 })
    const shown = (scenario: Partial<Scenario>): number[] =>
      Array.from(
        analyzeWhole(EXAMPLE, { ...EMPTY_SCENARIO, ...scenario }).times.isPrinted as unknown as Uint8Array,
      )
    expect(shown({ timeOnly: ['a'] })).toEqual([1, 1, 1, 1])
    expect(shown({ only: ['a'] })).toEqual([0, 1, 0, 1])
  })
  it('-N c: its time is gone, it still shows', () => {
    expect(ofExample({ timeLeftOut: ['c'] })).toEqual({ total: 60, a: 20, c: 0 })
  })
  it('a list of unknown names changes nothing', () => {
    expect(ofExample({ only: ['nosuch'] })).toEqual(ofExample({}))
  })
})

describe('gprofOptionsOf', () => {
  const star = profileFromText('m; a; b; c; d; m -> a 1; a -> b 1; a -> c 1; a -> d 1; b -> c 1; d -> a 1')
  const cuts = (...names: string[]): Scenario => ({
    ...EMPTY_SCENARIO,
    cutArcs: names.map((name) => ({ parent: name.slice(0, 1), child: name.slice(1) })),
  })
  const told = (scenario: Scenario): string => gprofOptionsOf(star, scenario).options.join(' ')

  it('one cut out of each function is a -k each', () => {
    expect(told(cuts('ab', 'bc'))).toBe('-k a/b -k b/c')
  })
  it('all cuts out of a function are one -k', () => {
    expect(told(cuts('ab', 'ac', 'ad'))).toBe('-k a/')
  })
  it('all cuts into a function make room for one more', () => {
    expect(told(cuts('ab', 'ac', 'bc'))).toBe('-k a/c -k b/c -k /b')
  })
  it('where little stays, the options list that instead', () => {
    const busy = profileFromText('m; a; b; c; d; m -> a 1; m -> b 1; m -> c 1; a -> b 1; a -> c 1; a -> d 1')
    expect(gprofOptionsOf(busy, cuts('ab', 'ac')).options).toEqual(['-qm/', '-qa/d'])
  })
  it('names omit the prefix that compilers add to all of them', () => {
    const plain = profileFromText('_a; _b; _c; _a -> _b 1; _a -> _c 1; _b -> _c 1')
    const profile = { ...plain, functions: { ...plain.functions, namePrefix: '_' as const } }
    const scenario = { ...EMPTY_SCENARIO, cutArcs: [{ parent: '_a', child: '_b' }], leftOut: ['_c'] }
    expect(gprofOptionsOf(profile, scenario).options).toEqual(['-k', 'a/b', '-E', 'c'])
  })
  it('what gprof has no option for is reported to the caller', () => {
    const odd = profileFromText('ns::f; 2nd; g; x/h; ns::f -> g 1; 2nd -> g 1')
    const scenario = {
      ...EMPTY_SCENARIO,
      cutArcs: [{ parent: 'ns::f', child: 'g' }],
      leftOut: ['2nd', 'g', 'x/h'],
    }
    expect(gprofOptionsOf(odd, scenario)).toEqual({
      passes: [],
      keepsOrder: true,
      options: ['-E', 'g'],
      missing: { arcs: [{ parent: 'ns::f', child: 'g' }], functions: ['2nd', 'x/h'], faster: [] },
    })
  })
  it('several runs are used only where gmon.sum holds what they count', () => {
    const calledEach = (times: number): CallGraphProfile => {
      const arcs = ['p', 'q', 'r'].flatMap((caller) =>
        ['a', 'b', 'c', 'd'].map((name) => `${caller} -> ${name} ${times}`),
      )
      return profileFromText(`p; q; r; a; b; c; d; ${arcs.join('; ')}`)
    }
    const profile = calledEach(2 ** 32 - 1)
    const scenario = cuts('pa', 'pb', 'qc', 'qd')
    const inPasses = { passes: [['-k', 'p/b', '-k', 'q/d'], []], missing: { arcs: [], functions: [] } }
    const [, pb, , qd] = scenario.cutArcs
    const inOne = { passes: [], missing: { arcs: [pb, qd], functions: [] } }
    const { totals } = profile
    const counted = (change: Partial<typeof totals>) => ({ ...profile, totals: { ...totals, ...change } })
    expect(gprofOptionsOf(profile, scenario)).toMatchObject(inPasses)
    expect(gprofOptionsOf(counted({ runs: 2, recordedTicks: 2 ** 16 - 1 }), scenario)).toMatchObject(inPasses)
    expect(gprofOptionsOf(counted({ runs: 2, recordedTicks: 2 ** 16 }), scenario)).toMatchObject(inOne)
    expect(gprofOptionsOf(counted({ runs: 1, recordedTicks: 2 ** 16 }), scenario)).toMatchObject(inPasses)
    expect(gprofOptionsOf(calledEach(2 ** 32), scenario)).toMatchObject(inOne)
  })
})
