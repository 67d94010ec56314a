// The heads of both listings, and the facts about one function: what is excluded, and what is
// unknown.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { type Analysis, listProfile } from './listing/listing.ts'
import { displayName } from '../names/names.ts'
import { entryLineText } from './entry-line-text.ts'
import { flatRow } from './flat-rows.ts'
import { biggestRelative, biggestRelatives, cycleTagOf } from './relatives.ts'
import { callFacts, timeFacts } from './function-facts.ts'
import { explainFlatCell } from './explain/flat-cells.ts'
import { hottest, longest, mostCalled } from './highlights.ts'
import { explainTotalShare } from './explain-entry.ts'

interface Listed extends Analysis {
  readonly named: (name: string) => FunctionIndex
}

function listed(text: string, change: Partial<CallGraphProfile> = {}): Listed {
  const analyzed = analyzeProfile({ ...profileFromText(text), ...change }, EMPTY_SCENARIO)
  const { functions } = analyzed.profile
  const named = (name: string): FunctionIndex => {
    for (let row = 0; row < functions.length; row++)
      if (displayName(functions, row as FunctionIndex) === name) return row as FunctionIndex
    throw new Error(name)
  }
  return { analyzed, listing: listProfile(analyzed), named }
}

const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name)

const PROGRAM = 'main 10; parse 30; lex 60; idle 0; main -> parse 4; parse -> lex 8; main -> idle 2'

describe('the head of a listing', () => {
  it('has functions with time, the hottest first, and no more than asked for', () => {
    const { analyzed, listing } = listed(PROGRAM)
    expect(names(hottest(analyzed, listing, 9))).toEqual(['lex', 'parse', 'main'])
    expect(names(hottest(analyzed, listing, 2))).toEqual(['lex', 'parse'])
    expect(hottest(analyzed, listing, 1)[0]).toMatchObject({ percent: '60.0%', bar: { of: 'self' } })
  })

  it('has by total time what its calls took, too, nothing without time, and no more than asked for', () => {
    const { analyzed, listing } = listed(PROGRAM)
    expect(longest(analyzed, listing, 9).map(({ name, percent }) => `${name} ${percent}`)).toEqual([
      'main 100.0%',
      'parse 90.0%',
      'lex 60.0%',
    ])
    expect(names(longest(analyzed, listing, 2))).toEqual(['main', 'parse'])
  })

  it('passes over a cycle as a whole and goes on with its members', () => {
    const { analyzed, listing } = listed('main 10; a 30; b 60; main -> a 1; a -> b 1; b -> a 1')
    expect(names(longest(analyzed, listing, 9)).toSorted()).toEqual(['a', 'b', 'main'])
  })

  it('has nothing by total time where no calls are known', () => {
    const { analyzed, listing } = listed('main 10; parse 30', { hasArcs: false })
    expect(longest(analyzed, listing, 9)).toEqual([])
  })

  it('of calls has those that were called, beside the most called', () => {
    const { analyzed, listing } = listed('main -> parse 4; parse -> lex 8')
    const rows = mostCalled(analyzed, listing, 9)
    expect(rows.map(({ name, time, bar }) => [name, time, bar])).toEqual([
      ['lex', '8 ×', { of: 'calls', part: 1 }],
      ['parse', '4 ×', { of: 'calls', part: 0.5 }],
    ])
  })
})

describe('what is known of a function', () => {
  const labels = (of: Listed, name: string): string[] =>
    callFacts(of.analyzed, null, of.listing, of.named(name)).map(({ label, value }) => `${label} ${value}`)

  it('shows an error of sampled numbers only', () => {
    const of = listed(PROGRAM)
    const self = (name: string) => timeFacts(of.analyzed, null, of.listing, of.named(name))[0]?.value
    expect(self('lex')).toContain('±')
    expect(self('idle')).toBe('0')
  })

  it('has time of its own, of what it calls, and of both, in seconds and of all', () => {
    const of = listed(PROGRAM)
    const facts = (one: Listed, name: string) =>
      timeFacts(one.analyzed, null, one.listing, one.named(name)).map(
        ({ label, value }) => `${label} ${value}`,
      )
    expect(facts(of, 'parse')).toEqual([
      'Self 0.30 ± 0.05 s · 30.0%',
      'Callees 0.60 s · 60.0%',
      'Total 0.90 s · 90.0%',
    ])
    expect(labels(of, 'parse')).toEqual(['Calls 4', 'Self/call 75 ms', 'Total/call 225 ms'])
    expect(facts(listed(PROGRAM, { rate: 0 }), 'parse')).toEqual([
      'Self not known',
      'Callees not known',
      'Total not known',
    ])
  })

  it('says which cycle it is in', () => {
    const of = listed(
      'main 1; a 2; b 3; c 4; d 5; main -> a 1; a -> b 1; b -> a 1; b -> c 1; c -> d 1; d -> c 1',
    )
    const tags = ['a', 'b', 'c', 'd', 'main'].map((name) => cycleTagOf(of.analyzed, of.named(name)))
    expect(tags).toEqual([tags[0], tags[0], tags[2], tags[2], null])
    expect(new Set(tags)).toEqual(new Set(['cycle 1', 'cycle 2', null]))
  })

  it('has calls, self calls apart, and time per call where there are calls', () => {
    const of = listed('main 10; f 30; main -> f 3; f -> f 5; g 1; g -> g 2')
    expect(labels(of, 'f')).toEqual(['Calls 3', 'Self calls 5', 'Self/call 100 ms', 'Total/call 100 ms'])
    expect(labels(of, 'g')).toEqual(['Calls 0', 'Self calls 2'])
    expect(labels(of, 'main')).toEqual(['Calls not known'])
  })

  it('has no time per call where the rate of samples is not known', () => {
    const of = listed('main -> f 3', { rate: 0 })
    expect(labels(of, 'f')).toEqual(['Calls 3'])
    const { shown } = biggestRelatives(of.analyzed, null, of.listing, of.named('f'), 'parents', 1)
    expect(shown.map(({ time, count }) => [time, count])).toEqual([['', '3 ×']])
  })

  it('has self calls and time per call from the first call on', () => {
    const of = listed('main 10; f 30; main -> f 1; f -> f 1', { rate: 1 })
    expect(labels(of, 'f')).toEqual(['Calls 1', 'Self calls 1', 'Self/call 30 s', 'Total/call 30 s'])
    expect(timeFacts(of.analyzed, null, of.listing, of.named('f'))[2]?.value).toBe('30.00 s · 75.0%')
  })
})

describe('parents and children', () => {
  const { analyzed, listing, named } = listed(
    'main 0; a 10; b 30; c 60; main -> a 1; main -> b 1; a -> c 1; b -> c 5; c -> c 2',
  )

  it('are the biggest first on both sides, as many as asked for, and counted in full', () => {
    const children = biggestRelatives(analyzed, null, listing, named('main'), 'children', 9)
    expect(names(children.shown)).toEqual(['b', 'a'])
    const parents = biggestRelatives(analyzed, null, listing, named('c'), 'parents', 1)
    expect(names(parents.shown)).toEqual(['b'])
    expect(parents.total).toBeGreaterThan(1)
  })

  it('say what passes, of how much, and how that comes', () => {
    const of = listed(PROGRAM)
    const told = (kind: 'parents' | 'children') =>
      biggestRelatives(of.analyzed, null, of.listing, of.named('parse'), kind, 9).shown.map(
        ({ name, time, count, fraction, explanation }) => [
          name,
          time,
          count,
          fraction,
          explanation?.formula.replaceAll(/ = [^;]*/g, ''),
        ],
      )
    expect(told('parents')).toEqual([['main', '0.90 s', '4 ×', 1, 'self 0.3 s; callees 0.6 s']])
    expect(told('children')).toEqual([['lex', '0.60 s', '8 ×', 60 / 90, 'self 0.6 s; callees 0 s']])
  })

  it('pass no time along a self arc', () => {
    const { shown } = biggestRelatives(analyzed, null, listing, named('c'), 'children', 9)
    expect(shown.map(({ name, time, count, fraction }) => [name, time, count, fraction])).toEqual([
      ['c', '', '2 ×', 0],
    ])
  })

  it('are jumped to only where they are another function', () => {
    expect(biggestRelative(analyzed, listing, named('main'), 'children')).toBe(named('b'))
    expect(biggestRelative(analyzed, listing, named('c'), 'parents')).toBe(named('b'))
    expect(biggestRelative(analyzed, listing, named('c'), 'children')).toBeNull()
  })
})

describe('where functions add up to more than all samples', () => {
  const program = listed(PROGRAM)
  const { totals } = program.analyzed.profile
  const totalsLess = { ...totals, ticks: 99.5 }
  const { analyzed, listing, named } = listed(PROGRAM, { totals: totalsLess })
  const percentOfFact = (name: string, label: string): string | undefined =>
    timeFacts(analyzed, null, listing, named(name))
      .find((fact) => fact.label === label)
      ?.value.split(' · ')[1]

  it('a share of total time is the same in the details, the call graph and at a glance', () => {
    const entry = listing.entries.entryOfFunction[named('main')]
    expect(entryLineText(analyzed, listing, { kind: 'primary', entry }).percent).toBe('100.0%')
    expect(percentOfFact('main', 'Total')).toBe('100.0%')
    expect(longest(analyzed, listing, 1)[0]?.percent).toBe('100.0%')
    expect(explainFlatCell(analyzed, null, listing.flat, named('main'), 'total').formula).toContain(
      '(100.0% of all samples)',
    )
  })

  it('a share of self time is of all recorded samples, but in gprof’s column', () => {
    expect(flatRow(analyzed, listing.flat, named('lex')).text.percent).toBe('60.30')
    expect(flatRow(analyzed, listing.flat, named('lex')).text.selfPercent).toBe('60.00')
    expect(percentOfFact('lex', 'Self')).toBe('60.0%')
    expect(hottest(analyzed, listing, 1)[0]?.percent).toBe('60.0%')
  })

  it('both say what gprof takes for the whole, and where they are one neither does', () => {
    const two = '100% is all recorded samples, 1 s; in gprof’s flat profile 0.995 s, in its call graph 1 s.'
    const told = (one: Listed) => [
      explainFlatCell(one.analyzed, null, one.listing.flat, one.named('lex'), 'percent').note,
      explainFlatCell(one.analyzed, null, one.listing.flat, one.named('lex'), 'total').note,
      explainTotalShare(one.analyzed, null, one.named('main')).note,
    ]
    for (const note of told({ analyzed, listing, named })) expect(note).toContain(two)
    for (const note of told(program)) expect(note).not.toContain('100%')
  })

  it('a function whose time is left out keeps its share of all samples', () => {
    const scenario = { ...EMPTY_SCENARIO, timeLeftOut: ['lex'] }
    const without = analyzeProfile(analyzed.profile, scenario)
    const [, , total] = timeFacts(without, null, listProfile(without), named('lex'))
    expect(total?.value).toBe('0.60 s · 60.0%')
  })
})
