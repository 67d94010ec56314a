// The entry of a cycle has the numbers of the manual's tables, and its lines add up.
import { finish } from '../base/yielder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { type CycleEntry, cycleEntry, insideCalls, outsideCalls, timesOfCycle } from './cycle-entry.ts'
import { listProfile } from './listing/listing.ts'
import { displayName } from '../names/names.ts'

const FIRST = 0 as CycleIndex

const entryOf = (analyzed: AnalyzedProfile, cycle = FIRST): CycleEntry =>
  finish(cycleEntry(analyzed, listProfile(analyzed), cycle))

const analyze = (text: string, scenario = EMPTY_SCENARIO) => analyzeProfile(profileFromText(text), scenario)

/** The entry's lines as text, with times in ticks. */
function linesOf(analyzed: AnalyzedProfile, cycle = FIRST): string[] {
  const { primary, callers, members, others } = entryOf(analyzed, cycle)
  const name = (f: FunctionIndex) => displayName(analyzed.profile.functions, f)
  const time = (ticks: number) => Math.round(1000 * ticks) / 1000
  return [
    ...callers.map(
      (line) => `${name(line.f)} ${time(line.self)} ${time(line.children)} ${line.count}/${line.of}`,
    ),
    `= ${time(primary.self)} ${time(primary.children)} ${primary.calls}+${primary.inside}`,
    ...members.map(({ f, self, children, inside }) => `${name(f)} ${time(self)} ${time(children)} ${inside}`),
    ...others.map(
      (line) => `${name(line.f)} ${time(line.self)} ${time(line.children)} ${line.count}/${line.of}`,
    ),
  ]
}

const MANUAL =
  'main 16; a 75; b 102; c 0; start -> main 1; main -> a 1; a -> b 3; b -> a 2; a -> c 3; b -> c 3'
const OTHERS =
  'main 16; a 75; b 102; c 50; d 8; main -> a 1; main -> d 1; d -> b 4; a -> b 3; b -> a 2; a -> a 7; a -> c 3; b -> c 3; d -> c 4'

describe('the entry of a cycle', () => {
  it('has the numbers of the manual’s table', () => {
    expect(linesOf(analyze(MANUAL))).toEqual([
      'main 177 0 1/1',
      '= 177 0 1+5',
      'b 102 0 3',
      'a 75 0 2',
      'c 0 0 6/6',
    ])
  })

  it('has callers, calls of itself and time of a function outside', () => {
    expect(linesOf(analyze(OTHERS))).toEqual([
      'main 35.4 6 1/5',
      'd 141.6 24 4/5',
      '= 177 30 5+12',
      'b 102 15 3',
      'a 75 15 9',
      'c 30 0 6/10',
    ])
  })

  it('has no callers where nothing outside calls the cycle, and its time all the same', () => {
    expect(linesOf(analyze('a 75; b 102; c 8; a -> b 3; b -> a 2; a -> c 1'))).toEqual([
      '= 177 8 0+5',
      'b 102 0 3',
      'a 75 8 2',
      'c 8 0 1/1',
    ])
  })

  it('counts a line of another cycle as a part of the calls into that cycle', () => {
    const analyzed = analyze(
      'm 1; a 10; b 10; c 30; d 30; m -> a 1; a -> b 5; b -> a 4; m -> d 2; a -> c 6; c -> d 9; d -> c 9',
    )
    const cycles = Array.from({ length: analyzed.cycles.length }, (_, c) =>
      linesOf(analyzed, c as CycleIndex),
    )
    expect(cycles).toEqual([
      ['m 20 45 1/1', '= 20 45 1+9', 'a 10 45 4', 'b 10 0 5', 'c 45 0 6/8'],
      ['m 15 0 2/8', 'a 45 0 6/8', '= 60 0 8+18', 'c 30 0 9', 'd 30 0 9'],
    ])
  })

  it('joins the arcs of a caller of several members', () => {
    const analyzed = analyze('m 1; a 10; b 10; m -> a 1; m -> b 3; a -> b 5; b -> a 4')
    expect(linesOf(analyzed)).toEqual(['m 20 0 4/4', '= 20 0 4+9', 'b 10 0 5', 'a 10 0 4'])
    expect(entryOf(analyzed).callers[0]?.arcs).toEqual([0, 1])
  })

  it('has the part of the time that a filter leaves', () => {
    const scenario = { ...EMPTY_SCENARIO, timeLeftOut: ['d'] }
    const analyzed = analyze(OTHERS, scenario)
    const { primary, callers, members } = entryOf(analyzed)
    // One of five calls into the cycle is main's.
    expect(primary.self).toBeCloseTo(177 / 5)
    expect(callers.reduce((sum, { self }) => sum + self, 0)).toBeCloseTo(177 / 5)
    expect(members.reduce((sum, { self }) => sum + self, 0)).toBeCloseTo(177 / 5)
  })
})

/** Functions with a few samples, any calls between them, and a ring of some, so that there is a cycle. */
const graphs = fc.integer({ min: 2, max: 9 }).chain((functions) =>
  fc.record({
    ticks: fc.array(fc.nat(50), { minLength: functions, maxLength: functions }),
    ring: fc.uniqueArray(fc.nat(functions - 1), { minLength: 2 }),
    arcs: fc.uniqueArray(fc.tuple(fc.nat(functions - 1), fc.nat(functions - 1), fc.nat({ max: 9 })), {
      maxLength: 3 * functions,
      selector: ([from, to]) => from * functions + to,
    }),
  }),
)

const add = <Line>(lines: readonly Line[], of: (line: Line) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0)

describe('the entries of cycles of random graphs', () => {
  it('add up: calls inside and outside, callers, members and other functions', () => {
    fc.assert(
      fc.property(graphs, ({ ticks, ring, arcs }) => {
        const pairs = new Map(arcs.map(([from, to, count]) => [`f${from} -> f${to}`, count]))
        ring.forEach((f, at) => {
          const pair = `f${f} -> f${ring[(at + 1) % ring.length]}`
          pairs.set(pair, pairs.get(pair) ?? 1)
        })
        const analyzed = analyze(
          [
            ...ticks.map((self, f) => `f${f} ${self}`),
            ...[...pairs].map(([pair, count]) => `${pair} ${count}`),
          ].join(';'),
        )
        expect(analyzed.cycles.length).toBeGreaterThan(0)
        for (let c = 0; c < analyzed.cycles.length; c++) {
          const cycle = c as CycleIndex
          const { primary, callers, members, others } = entryOf(analyzed, cycle)
          expect(add(members, ({ inside }) => inside)).toBe(primary.inside)
          expect(add(members, ({ outside }) => outside)).toBe(primary.calls)
          expect(add(callers, ({ count }) => count)).toBe(primary.calls)
          expect(add(members, ({ self }) => self)).toBeCloseTo(primary.self)
          expect(add(members, ({ children }) => children)).toBeCloseTo(primary.children)
          expect(add(others, ({ self, children }) => self + children)).toBeCloseTo(primary.children)
          const fromCallers = primary.calls > 0 ? 1 : 0
          expect(add(callers, ({ self }) => self)).toBeCloseTo(fromCallers * primary.self)
          expect(add(callers, ({ children }) => children)).toBeCloseTo(fromCallers * primary.children)
          expect(timesOfCycle(analyzed, cycle)).toEqual({ self: primary.self, children: primary.children })
          expect(insideCalls(analyzed, cycle)).toBe(primary.inside)
          for (const { f, outside } of members) expect(outsideCalls(analyzed, f)).toBe(outside)
        }
      }),
      { numRuns: effort(10_000) },
    )
  })
})
