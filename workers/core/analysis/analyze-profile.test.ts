// Analysis of small graphs, among them one whose numbers real gprof printed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText, profileOf } from '../../testing/graph-text.ts'
import { checkProfile } from '../../testing/check-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { analyzeProfile } from './analyze-profile.ts'
import { checkAnalysis } from '../../testing/check-analysis.ts'
import { arcChildTicks, arcSelfTicks, arcTicks } from './arc-times.ts'
import { EMPTY_SCENARIO } from './scenario/scenario.ts'

const analyze = (text: string): ReturnType<typeof analyzeProfile> =>
  analyzeProfile(profileFromText(text), EMPTY_SCENARIO)

const WORKED = `
  m 10; a 100; b 50; c 30
  m -> a 1; a -> b 3; b -> a 2; b -> c 4; m -> c 1; a -> a 7
`
const [M, A, B, C] = [0, 1, 2, 3] as FunctionIndex[] as [
  FunctionIndex,
  FunctionIndex,
  FunctionIndex,
  FunctionIndex,
]

describe('analyzeProfile', () => {
  it('works the example that real gprof was asked for', () => {
    const analyzed = analyze(WORKED)
    const { profile, cycles, times } = analyzed
    const rowOf = (f: FunctionIndex): number[] => [
      profile.functions.calls[f],
      profile.functions.selfCalls[f],
      times.order[f],
      times.childTicks[f],
    ]
    expect([M, A, B, C].map(rowOf)).toEqual([
      [0, 0, 3, 180],
      [3, 7, 2, 0],
      [3, 0, 2, 24],
      [5, 0, 1, 0],
    ])
    expect(cycles.length).toBe(1)
    expect([...(cycles.calls as unknown as Float64Array)]).toEqual([1])
    expect([...(cycles.internalCalls as unknown as Float64Array)]).toEqual([5])
    expect([...(times.cyclePropagatedSelf as unknown as Float64Array)]).toEqual([150])
    expect([...(times.cyclePropagatedChild as unknown as Float64Array)]).toEqual([24])
    const arc = (at: number): number[] => [
      arcSelfTicks(analyzed, at as ArcIndex),
      arcChildTicks(analyzed, at as ArcIndex),
    ]
    expect([0, 1, 2, 3, 4, 5].map(arc)).toEqual([
      [150, 24],
      [0, 0],
      [0, 0],
      [24, 0],
      [6, 0],
      [0, 0],
    ])
  })

  it('a self arc passes no time', () => {
    const analyzed = analyze('f 10; f -> f 5')
    expect(analyzed.times.childTicks[M]).toBe(0)
    expect(arcSelfTicks(analyzed, 0 as ArcIndex)).toBe(0)
  })

  it('a cycle without callers outside has no entry as a whole', () => {
    const { times, cycles } = analyze('a 100; b 50; c 30; a -> b 3; b -> a 2; b -> c 4')
    expect(cycles.length).toBe(1)
    expect([...(times.cycleIsPrinted as unknown as Uint8Array)]).toEqual([0])
    expect(times.isPrinted[M]).toBe(1)
  })

  it('shares time by calls', () => {
    const { times } = analyze('m; x -> shared 1; y -> shared 3; shared 40; m -> x 1; m -> y 1')
    expect(times.childTicks[1 as FunctionIndex]).toBe(10)
    expect(times.childTicks[3 as FunctionIndex]).toBe(30)
    expect(times.childTicks[M]).toBe(40)
  })

  it('forgets cut arcs together with their calls', () => {
    const plain = profileFromText(WORKED)
    const cut = analyzeProfile(plain, { ...EMPTY_SCENARIO, cutArcs: [{ parent: 'b', child: 'a' }] })
    const fresh = analyze(WORKED.replace('b -> a 2; ', ''))
    expect(cut.cycles.length).toBe(0)
    expect(cut.times).toEqual(fresh.times)
    expect(plain.functions.calls[A]).toBe(3)
  })
})

const graph = fc.integer({ min: 1, max: 12 }).chain((functions) =>
  fc.record({
    ticks: fc.array(fc.nat(50), { minLength: functions, maxLength: functions }),
    arcs: fc.uniqueArray(
      fc.record({ parent: fc.nat(functions - 1), child: fc.nat(functions - 1), count: fc.nat(9) }),
      { maxLength: 30, selector: ({ parent, child }) => parent * 100 + child },
    ),
  }),
)

function profileOfGraph({
  ticks,
  arcs,
}: {
  ticks: number[]
  arcs: { parent: number; child: number; count: number }[]
}): ReturnType<typeof profileOf> {
  return profileOf(
    ticks.map((_, f) => `f${f}`),
    Float64Array.from(ticks),
    {
      length: arcs.length,
      parent: Int32Array.from(arcs, ({ parent }) => parent),
      child: Int32Array.from(arcs, ({ child }) => child),
      count: Float64Array.from(arcs, ({ count }) => count),
    },
  )
}

describe('on random graphs', () => {
  it('invariants hold', () => {
    fc.assert(
      fc.property(graph, (drawn) => {
        const profile = profileOfGraph(drawn)
        checkProfile(profile)
        checkAnalysis(analyzeProfile(profile, EMPTY_SCENARIO))
      }),
    )
  })

  it('time is conserved: what children with callers hold is what their callers inherit', () => {
    fc.assert(
      fc.property(graph, (drawn) => {
        const profile = profileOfGraph(drawn)
        const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
        const { cycles, times } = analyzed
        const { functions, arcs } = profile
        const handedOn = new Map<string, number>()
        for (let a = 0; a < arcs.length; a++) {
          const arc = a as ArcIndex
          const child = arcs.child[arc]
          const cycle = cycles.cycleOf[child]
          if (arcs.parent[arc] === child || (cycle >= 0 && cycles.cycleOf[arcs.parent[arc]] === cycle))
            continue
          const key = cycle >= 0 ? `cycle ${cycle}` : `function ${child}`
          const passed = arcTicks(analyzed, arc)
          handedOn.set(key, (handedOn.get(key) ?? 0) + passed)
        }
        for (let row = 0; row < functions.length; row++) {
          const f = row as FunctionIndex
          if (cycles.cycleOf[f] >= 0 || functions.calls[f] === 0) continue
          const held = functions.selfTicks[f] + times.childTicks[f]
          expect(handedOn.get(`function ${f}`) ?? 0).toBeCloseTo(held, 6)
        }
        for (let c = 0; c < cycles.length; c++) {
          const calls = (cycles.calls as unknown as Float64Array)[c]
          if (calls === 0) continue
          const held =
            (times.cycleSelfTicks as unknown as Float64Array)[c] +
            (times.cycleChildTicks as unknown as Float64Array)[c]
          expect(handedOn.get(`cycle ${c}`) ?? 0).toBeCloseTo(held, 6)
        }
      }),
    )
  })

  it('the order of arcs changes no time but by rounding', () => {
    fc.assert(
      fc.property(graph, (drawn) => {
        const forwards = analyzeProfile(profileOfGraph(drawn), EMPTY_SCENARIO)
        const reversed = { ...drawn, arcs: [...drawn.arcs].reverse() }
        const backwards = analyzeProfile(profileOfGraph(reversed), EMPTY_SCENARIO)
        for (let f = 0; f < drawn.ticks.length; f++) {
          const row = f as FunctionIndex
          expect(backwards.times.childTicks[row]).toBeCloseTo(forwards.times.childTicks[row], 6)
        }
      }),
    )
  })
})
