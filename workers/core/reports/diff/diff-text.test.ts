// Texts of a row: numbers, ratios, calls, names and explanations.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileOf } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { finish } from '../../base/yielder.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { type Analysis, listProfile } from '../listing/listing.ts'
import { callerChanges } from './caller-changes.ts'
import { filterRows, onlyInOther, searchedName } from './filter-changes.ts'
import { nameOf } from './name-keys.ts'
import { orderRows } from './diff-rows.ts'
import { findChanged } from './significance.ts'
import { changeLines } from './diff-tables.ts'
import { changeRow, countText } from './diff-text.ts'
import { explainChange } from './explain-change.ts'
import { type BeforeAfter, type Measure, runsIn } from './measures.ts'
import type { PairIndex } from './pairs.ts'
import { compare, nameKeysOf, profileFrom, rowsOf } from '../../../testing/two-profiles.ts'

describe('calls', () => {
  const uncounted = profileFrom([
    { name: 'main', file: '', ticks: 5, calls: 0 },
    { name: 'f', file: '', ticks: 10, calls: 0 },
  ])
  const counted = profileFrom([
    { name: 'main', file: '', ticks: 5, calls: 0 },
    { name: 'f', file: '', ticks: 10, calls: 8 },
  ])

  it('that nothing counted on one side have not changed, and say that they are not known', () => {
    const both = compare(uncounted, counted)
    expect(finish(findChanged(both, 'calls', 'time'))).toMatchObject({ count: 0, compared: 0 })
    expect(
      explainChange(both, 0 as PairIndex, 'change', { measure: 'calls', unit: 'time', rows: 1 }),
    ).toEqual({
      title: 'Calls after, less calls before',
      formula: '',
      note: 'Not known on both sides.',
    })
  })

  it('and times that cannot be divided say why', () => {
    const idle = profileFrom([
      { name: 'main', file: '', ticks: 5, calls: 0 },
      { name: 'f', file: '', ticks: 0, calls: 8 },
    ])
    const noteOf = (both: BeforeAfter, column: 'ratio' | 'calls' | 'perCall') =>
      explainChange(both, 0 as PairIndex, column, { measure: 'self', unit: 'time', rows: 1 })
    const [toMore, toUncounted] = [compare(idle, counted), compare(counted, uncounted)]
    const nothing = 'There is nothing to divide by: before it was 0.'
    expect(noteOf(toMore, 'ratio')).toMatchObject({ formula: '', note: nothing })
    expect(noteOf(toMore, 'perCall')).toMatchObject({
      formula: '',
      note: `The means of all calls. ${nothing}`,
    })
    expect(noteOf(toUncounted, 'calls')).toMatchObject({ formula: '', note: 'Not known on both sides.' })
    expect(noteOf(toUncounted, 'perCall')).toMatchObject({ formula: '', note: 'Not known on both sides.' })
  })

  it('of the function by itself are shown as its own', () => {
    const recursive = (count: number): Analysis => {
      const arcs = {
        length: 2,
        parent: Int32Array.from([0, 1]),
        child: Int32Array.from([1, 1]),
        count: Float64Array.from([5, count]),
      }
      const analyzed = analyzeProfile(
        profileOf(['main', 'f'], Float64Array.from([1, 9]), arcs),
        EMPTY_SCENARIO,
      )
      return { analyzed, listing: listProfile(analyzed, { keepsNameOrder: true }) }
    }
    expect(callerChanges(compare(recursive(10), recursive(30)), 0 as PairIndex, 6)).toEqual({
      callers: [{ pair: 0, name: 'itself', before: 10, after: 30 }],
      left: 0,
    })
  })

  it('as many as there are exact numbers are compared to the last one', () => {
    const many = (calls: number) =>
      profileFrom([
        { name: 'main', file: '', ticks: 5, calls: 0 },
        { name: 'f', file: '', ticks: 10, calls },
      ])
    const both = compare(many(2 ** 53 - 2), many(2 ** 53 - 1))
    expect(finish(findChanged(both, 'calls', 'time')).count).toBe(1)
    expect(changeLines(both, [0], 'calls', 'time', new Uint8Array([1, 0]))[1]).toBe(
      '   +1   9,007,199,254,740,990  9,007,199,254,740,991  x1.00  f',
    )
  })
})

describe('the text of a row', () => {
  const one = (ticks: number, calls: number, name = 'f', of: Partial<CallGraphProfile> = {}) =>
    profileFrom(
      [
        { name: 'main', file: '', ticks: 0, calls: 0 },
        { name, file: '', ticks, calls },
      ],
      of,
    )
  const textOf = (both: BeforeAfter, name: string, measure: Measure = 'self') => {
    const row = rowsOf(both).find((at) => nameOf(both, at) === name)
    return row === undefined ? null : changeRow(both, row, measure, 'time').text
  }

  it('are ratios of three digits that mean something, and of large ones all', () => {
    expect(textOf(compare(one(10, 1), one(990, 1)), 'f')?.ratio).toBe('×99.00')
    expect(textOf(compare(one(1, 1), one(1234, 1)), 'f')?.ratio).toBe('×1,234')
    expect([99.5, 100.4, 0.04].map(countText)).toEqual(['99.5', '100', '0.0'])
  })

  it('is nothing of calls where time was taken below and nothing counted any, and 0 where only itself called', () => {
    const both = compare(one(10, 4), one(10, 4))
    expect(textOf(both, 'main', 'calls')?.before).toBe('')
    expect(textOf(both, 'main', 'total')?.before).toBe('0.10')
    const arcs = {
      length: 1,
      parent: Int32Array.from([0]),
      child: Int32Array.from([0]),
      count: Float64Array.from([3]),
    }
    const analyzed = analyzeProfile(profileOf(['f'], Float64Array.from([9]), arcs), EMPTY_SCENARIO)
    const own: Analysis = { analyzed, listing: listProfile(analyzed, { keepsNameOrder: true }) }
    expect(textOf(compare(own, own), 'f', 'calls')?.before).toBe('0')
  })

  it('is a mean of a run only where both are known to be sums', () => {
    const totals = (runs: number) => ({ totals: { ...one(10, 4).analyzed.profile.totals, runs } })
    const three = one(10, 30, 'f', totals(3))
    const listing = { ...one(10, 30).analyzed, profile: { ...one(10, 30).analyzed.profile, listed: {} } }
    expect(runsIn({ before: listing as AnalyzedProfile, after: three.analyzed })).toEqual({
      before: 1,
      after: 3,
    })
    const both = compare(three, one(10, 4))
    expect(callerChanges(both, rowsOf(both)[0], 6).callers).toEqual([
      { pair: 1, name: 'main', before: 10, after: 4 },
    ])
  })

  it('comes last where it has no ratio, in either direction', () => {
    const before = profileFrom(['a', 'b', 'gone'].map((name) => ({ name, file: '', ticks: 10, calls: 2 })))
    const after = profileFrom(
      ['a', 'b', 'fresh'].map((name, f) => ({ name, file: '', ticks: 20 - 5 * f, calls: 2 + f })),
    )
    const both = compare(before, after)
    for (const measure of ['self', 'calls'] as const)
      for (const column of ['ratio', 'perCall'] as const)
        for (const direction of ['ascending', 'descending'] as const) {
          const { rows } = finish(orderRows(both, measure, 'time', { column, direction }))
          const names = [...rows].map((row) => nameOf(both, row))
          const known = names.filter((name) => name === 'a' || name === 'b').length
          expect(names.slice(known).every((name) => name === 'gone' || name === 'fresh')).toBe(true)
        }
  })

  it('is sorted by its ratio, of calls also in the column of a call', () => {
    const drawn = (x: number, y: number) =>
      profileFrom(['main', 'x', 'y'].map((name, f) => ({ name, file: '', ticks: 1, calls: [0, x, y][f] })))
    const both = compare(drawn(2, 2), drawn(4, 8))
    const order = { column: 'perCall', direction: 'descending' } as const
    const { rows } = finish(orderRows(both, 'calls', 'time', order))
    expect([...rows].map((row) => nameOf(both, row))).toEqual(['y', 'x'])
  })

  it('are names in order, ties in their former order, however many', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'B', 'f9', 'f10', 'f10'), { minLength: 100, maxLength: 200 }),
        fc.array(fc.constantFrom('a', 'b', 'f9', 'f010', 'f11', 'z'), { maxLength: 200 }),
        (...drawn) => {
          const [before, after] = drawn.map((names) =>
            profileFrom(names.map((name) => ({ name, file: '', ticks: 1, calls: 0 }))),
          ) as [Analysis, Analysis]
          const both = compare(before, after)
          const order = { column: 'name', direction: 'ascending' } as const
          const rows = [...finish(orderRows(both, 'self', 'time', order, nameKeysOf(both))).rows]
          const collator = new Intl.Collator('en', { numeric: true })
          const expected = rowsOf(both).toSorted(
            (x, y) => collator.compare(nameOf(both, x), nameOf(both, y)) || x - y,
          )
          expect(rows).toEqual(expected)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is found by its raw name, too, where only the other side has it', () => {
    const both = compare(one(10, 4, '_ZN5space4gone3barEv'), one(10, 4, 'other'))
    const { rows } = finish(orderRows(both, 'self', 'time', null))
    const found = (query: string, isOther: Uint8Array | null = null) =>
      finish(filterRows(both, rows, { side: 'after', isMatch: new Uint8Array(2), query, isOther }, null))
        .length
    expect([found('SPACE::gone'), found('4gone3'), found('nothing')]).toEqual([1, 1, 0])
    const others = onlyInOther(both, 'after')
    expect([...others].map((row) => searchedName(both, row))).toEqual([
      'space::gone::bar() _ZN5space4gone3barEv',
    ])
    const isOther = new Uint8Array(both.pairs.length)
    expect(found('/e::g.n/', isOther)).toBe(0)
    isOther[others[0 as never]] = 1
    expect(found('/e::g.n/', isOther)).toBe(1)
  })

  it('is how often chance does so, and of what it is made only where calls differ', () => {
    const noteOf = (was: number, is: number, calls = 4) => {
      const both = compare(one(was, 4), one(is, calls))
      const row = rowsOf(both).find((at) => nameOf(both, at) === 'f') ?? (0 as PairIndex)
      return explainChange(both, row, 'change', { measure: 'self', unit: 'time', rows: 1 }).note
    }
    expect(noteOf(10, 11)).toBe('11 samples after 10: as likely as not by chance alone.')
    expect(noteOf(10, 15)).toBe(
      '15 samples after 10: by chance alone so much or more in 4 of 10 comparisons: within noise.',
    )
    expect(noteOf(10, 40)).toBe(
      '40 samples after 10: by chance alone so much or more in 1 of 42,000 comparisons: significant.',
    )
    expect(noteOf(10, 10, 5)).toBe(
      '+25 ms for 1 call more at what one took before, −25 ms for what each takes now. 10 samples after 10: as likely as not by chance alone.',
    )
  })
})
