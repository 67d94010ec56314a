// Folding of the C++ standard library: which functions fold, and what stays the same.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText, profileOf } from '../../../testing/graph-text.ts'
import { asArray, NONE } from '../../base/columns.ts'
import { checkProfile } from '../../../testing/check-profile.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { firstNamed } from '../../profile/name-index.ts'
import { certainPartOfSelf } from '../../trust/bounds/folded-self.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from '../../trust/bounds/bounds.ts'
import { explainSelf } from '../../reports/explain/sampling.ts'
import { rangeOfTotal } from '../../trust/bounds/certain-parts.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import { checkAnalysis } from '../../../testing/check-analysis.ts'
import { measuredArc } from '../apply-scenario.ts'
import { foldFunctions, isOfStandardLibrary } from './fold.ts'
import { EMPTY_SCENARIO, type Scenario } from './scenario.ts'

const FOLD: Scenario = { ...EMPTY_SCENARIO, foldStd: true }

const at = ({ functions }: CallGraphProfile, name: string): FunctionIndex => {
  const f = firstNamed(functions.names, name)
  expect(f).not.toBe(NONE)
  return f as FunctionIndex
}

/** Arcs as text, in the order of the table. */
const arcsOf = ({ arcs }: CallGraphProfile, names: readonly string[]): readonly string[] =>
  Array.from({ length: arcs.length }, (_, row) => {
    const arc = row as ArcIndex
    return `${names[arcs.parent[arc]]} -> ${names[arcs.child[arc]]} ${arcs.count[arc]}`
  })

describe('isOfStandardLibrary', () => {
  it.each([
    '_ZSt4sortIPiEvT_S1_',
    '_ZNSt6vectorIiSaIiEE9push_backERKi',
    '_ZNKSt6vectorIiSaIiEE4sizeEv',
    '_ZNSaIcEC1Ev',
    '_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc',
    '_ZN9__gnu_cxx13new_allocatorIiE8allocateEmPKv',
    '_ZZNSt8__detail3fooEvENKUlvE_clEv',
    '__ZNSt6vectorIiE4sizeEv',
    'std::vector<int, std::allocator<int> >::push_back(int const&)',
    'void std::sort<int*>(int*, int*)',
    'std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)',
    '__gnu_cxx::new_allocator<int>::allocate(unsigned long, void const*)',
  ])('includes %s', (name) => expect(isOfStandardLibrary(name)).toBe(true))

  it.each([
    'main',
    'std',
    '_Z5__fooi',
    '_ZN5audit5applyERKSt6vectorIiSaIiEE',
    '_ZN3std2io5Write9write_all17h0123456789abcdefE',
    'std::vector<int> audit::make<int>(std::string const&)',
    'audit::operator<<(std::ostream&, audit::Entry const&)',
    '(anonymous namespace)::sort(std::vector<int>&)',
    'audit::std::helper()',
  ])('excludes %s', (name) => expect(isOfStandardLibrary(name)).toBe(false))
})

describe('explanations of folded time', () => {
  it('give the range of an estimate, and the sampling error of a self time with a single caller', () => {
    const profile = profileFromText(`main 10; load 20; std::sort 60; std::find 30
      main -> load 1; main -> std::sort 1; load -> std::sort 2; load -> std::find 5`)
    const now = analyzeProfile(profile, FOLD)
    expect(Array.from(now.profile.functions.selfTicks)).toEqual([30, 90, 0, 0])
    expect(explainSelf(now, at(profile, 'main'), 30)).toBe(
      'An estimate: it includes time of folded functions, divided by calls. It is 0.10 to 0.70 s, and the sampling error comes on top.',
    )
    expect(explainSelf(now, at(profile, 'load'), 90, 1)).toContain('It is 0.50 to 1.10 s per call,')
    const single = analyzeProfile(profileFromText('main 10; std::sort 60; main -> std::sort 3'), FOLD)
    expect(explainSelf(single, 0 as FunctionIndex, 70)).toMatch(/^Sampled, so about ± 0.08 s/)
    expect(certainPartOfSelf(now, at(profile, 'main'))).toBeCloseTo(1 / 3)
    expect(certainPartOfSelf(single, 0 as FunctionIndex)).toBe(1)
  })
})

describe('foldFunctions', () => {
  it('charges time and calls to callers by their calls', () => {
    const profile = profileFromText(`main 1; load 2; std::sort 30; less 6
      main -> load 1; main -> std::sort 1; load -> std::sort 2; std::sort -> less 12`)
    const { profile: folded, folding } = foldFunctions(profile, Uint8Array.of(0, 0, 1, 0))
    checkProfile(folded)
    expect(Array.from(folded.functions.selfTicks)).toEqual([11, 22, 0, 6])
    expect(Array.from(folded.functions.calls)).toEqual([0, 1, 0, 12])
    expect(arcsOf(folded, ['main', 'load', 'sort', 'less'])).toEqual([
      'main -> load 1',
      'load -> less 8',
      'main -> less 4',
    ])
    expect(folding).toMatchObject({ functions: 1, ticks: 30 })
    expect(Array.from(folding.least)).toEqual([1, 2, 0, 6])
    expect(Array.from(folding.most)).toEqual([31, 32, 0, 6])
    expect(Array.from(folding.measuredArcs)).toEqual([0, NONE, NONE])
  })

  it('folds functions that call one another as one, and a callback into a recursive call', () => {
    const profile = profileFromText(`main 1; std::a 4; std::b 6; visit 2
      main -> std::a 1; std::a -> std::b 5; std::b -> std::a 4; std::b -> visit 3; visit -> std::b 3`)
    const { profile: folded } = foldFunctions(profile, Uint8Array.of(0, 1, 1, 0))
    // One of four calls from outside is main's.
    expect(Array.from(folded.functions.selfTicks)).toEqual([3.5, 0, 0, 9.5])
    expect(arcsOf(folded, ['main', 'a', 'b', 'visit'])).toEqual(['main -> visit 0.75', 'visit -> visit 2.25'])
    expect(folded.functions.selfCalls[3 as FunctionIndex]).toBe(2.25)
  })

  it('keeps a function without counted callers, and folds what it calls into it', () => {
    const profile = profileFromText(
      'std::thread 1; std::invoke 5; work 9; std::thread -> std::invoke 2; std::invoke -> work 2',
    )
    const { profile: folded, folding } = foldFunctions(profile, Uint8Array.of(1, 1, 0))
    expect(Array.from(folded.functions.selfTicks)).toEqual([6, 0, 9])
    expect(arcsOf(folded, ['thread', 'invoke', 'work'])).toEqual(['thread -> work 2'])
    expect(folding.functions).toBe(1)
    // It has no other caller: nothing is an estimate.
    expect(folding.least).toEqual(folding.most)
  })

  it('keeps a hub of thousands of callers and callees, which would make millions of arcs', () => {
    const many = Array.from({ length: 2000 }, (_, n) => `a${n} -> std::f 1; std::f -> b${n} 1`)
    const profile = profileFromText(`std::f 1; ${many.join(';')}`)
    const isChosen = new Uint8Array(profile.functions.length)
    isChosen[0] = 1
    const { profile: folded, folding } = foldFunctions(profile, isChosen)
    expect(folding.functions).toBe(0)
    expect(folded.arcs.length).toBe(4000)
  })
})

/** A random profile whose arcs lead downwards, but for those among library functions. */
const random = fc
  .record({
    ticks: fc.array(fc.nat(50), { minLength: 2, maxLength: 12 }),
    arcs: fc.array(
      fc.record({ parent: fc.nat(11), child: fc.nat(11), count: fc.integer({ min: 0, max: 9 }) }),
      {
        maxLength: 40,
      },
    ),
    library: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  })
  .map(({ ticks, arcs, library }) => {
    const { length } = ticks
    const isFolded = (f: number): boolean => f > 0 && library[f]
    const pairs = new Map<number, { parent: number; child: number; count: number }>()
    for (const { parent: from, child: to, count } of arcs) {
      const [parent, child] = [from % length, to % length]
      if (parent < child || (isFolded(parent) && isFolded(child) && Math.abs(parent - child) < 2))
        pairs.set(parent * length + child, { parent, child, count })
    }
    const rows = [...pairs.values()]
    const names = ticks.map((_, f) => (isFolded(f) ? `std::f${f}` : `f${f}`))
    const table = {
      length: rows.length,
      parent: Int32Array.from(rows, ({ parent }) => parent),
      child: Int32Array.from(rows, ({ child }) => child),
      count: Float64Array.from(rows, ({ count }) => count),
    }
    return { profile: profileOf(names, Float64Array.from(ticks), table), isFolded }
  })

const close = (left: number, right: number): void => expect(Math.abs(left - right)).toBeLessThan(1e-6)

describe('analyzeProfile with foldStd', () => {
  it('keeps all time, all calls of other functions, and their total times', () =>
    fc.assert(
      fc.property(random, ({ profile, isFolded }) => {
        const measured = analyzeProfile(profile, EMPTY_SCENARIO)
        const now = analyzeProfile(profile, FOLD)
        checkProfile(now.profile)
        checkAnalysis(now)
        const { functions } = now.profile
        const sum = (column: Float64Array): number => column.reduce((all, one) => all + one, 0)
        close(sum(asArray(functions.selfTicks)), sum(asArray(profile.functions.selfTicks)))
        for (let row = 0; row < functions.length; row++) {
          const f = row as FunctionIndex
          const [least, most] = [now.folding?.least[f] ?? 0, now.folding?.most[f] ?? 0]
          expect(least).toBeLessThanOrEqual(functions.selfTicks[f] + 1e-6)
          expect(most).toBeGreaterThanOrEqual(functions.selfTicks[f] - 1e-6)
          if (isFolded(row)) {
            const isGone = functions.calls[f] === 0 && functions.selfTicks[f] === 0
            const before = profile.functions.calls[f] > 0
            // A group that only calls itself has no callers outside.
            if (before && measured.cycles.cycleOf[f] === NONE) expect(isGone).toBe(true)
            continue
          }
          close(
            functions.calls[f] + functions.selfCalls[f],
            profile.functions.calls[f] + profile.functions.selfCalls[f],
          )
          close(
            functions.selfTicks[f] + now.times.childTicks[f],
            profile.functions.selfTicks[f] + measured.times.childTicks[f],
          )
          // Bounds hold for any division of the time of folded functions.
          const range = rangeOfTotal(now, finish(boundsOf(now)), f)
          const { least: atLeast, most: atMost } = rangeOfTotal(measured, finish(boundsOf(measured)), f)
          expect(range.least).toBeLessThanOrEqual(atLeast + 1e-6)
          expect(range.most).toBeGreaterThanOrEqual(atMost - 1e-6)
        }
        for (let arc = 0; arc < now.profile.arcs.length; arc++) {
          const there = measuredArc(now, arc as ArcIndex)
          if (there === NONE) continue
          expect(profile.arcs.parent[there]).toBe(now.profile.arcs.parent[arc as ArcIndex])
          expect(profile.arcs.child[there]).toBe(now.profile.arcs.child[arc as ArcIndex])
        }
      }),
    ))

  it('applies the rest of the scenario to the folded profile', () => {
    const profile = profileFromText(`main 1; load 2; std::sort 30; less 6
      main -> load 1; main -> std::sort 1; load -> std::sort 2; std::sort -> less 12`)
    const cut = { parent: 'load', child: 'less' }
    const now = analyzeProfile(profile, { ...FOLD, cutArcs: [cut], faster: [{ name: 'load', factor: 2 }] })
    expect(now.profile.functions.selfTicks[at(profile, 'load')]).toBe(11)
    expect(now.profile.functions.calls[at(profile, 'less')]).toBe(4)
    expect(now.times.childTicks[at(profile, 'main')]).toBe(17)
  })
})
