// What holds of any two profiles: who is paired with whom, what is more than chance, what a difference is made of; and that
// names that somebody made up take no longer than others.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileOf } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { asArray, asColumn } from '../../base/as-column.ts'
import { finish } from '../../base/steps.ts'
import { stringTableOf } from '../../base/string-table.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { listProfile, type Listed } from '../listing/listing.ts'
import { callerChanges } from './caller-changes.ts'
import { amountOf, ANY_BY_CHANCE, findChanged, laterPart, likelihoodOf } from './chance.ts'
import { perCall } from './change-row.ts'
import { changeLines, changeTableCsv } from './change-table.ts'
import { explainChange } from './explain-change.ts'
import { MEASURES, valuesOf, type BeforeAfter, type Unit } from './measures.ts'
import { orderRows, withAllOthers } from './order-rows.ts'
import { pairFunctions } from './pair-functions.ts'
import type { PairIndex } from './pairs.ts'
import { caution } from './whole-change.ts'

interface Drawn {
  readonly name: string
  /** "" for one without. */
  readonly file: string
  readonly ticks: number
  /** Of it, by another. */
  readonly calls: number
}

const NO_ARCS = {
  length: 0,
  parent: new Int32Array(0),
  child: new Int32Array(0),
  count: new Float64Array(0),
}

/** All are called by the first. */
function profileFrom(functions: readonly Drawn[], of: Partial<CallGraphProfile> = {}): Listed {
  const called = functions.flatMap(({ calls }, f) => (f > 0 && calls > 0 ? [f] : []))
  const arcs = {
    length: called.length,
    parent: new Int32Array(called.length),
    child: Int32Array.from(called),
    count: Float64Array.from(called, (f) => functions[f].calls),
  }
  const ticks = Float64Array.from(functions, (one) => one.ticks)
  const names = functions.map(({ name }) => name)
  const files = [...new Set(functions.map(({ file }) => file))]
  const fileOf = Int32Array.from(functions, ({ file }) => (file === '' ? -1 : files.indexOf(file)))
  const sources = {
    files: stringTableOf(files),
    fileOf: asColumn(fileOf),
    lineOf: asColumn(new Int32Array(functions.length)),
  }
  const profile = { ...profileOf(names, ticks, arcs), sources, ...of } as CallGraphProfile
  const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
  return { analyzed, listing: listProfile(analyzed, { keepsNameOrder: true }) }
}

function compare(before: Listed, after: Listed): BeforeAfter {
  const pairs = finish(pairFunctions(before, after))
  return { before: before.analyzed, after: after.analyzed, pairs }
}

const rowsOf = ({ pairs }: BeforeAfter): readonly PairIndex[] =>
  Array.from({ length: pairs.length }, (_, row) => row as PairIndex)

/** Few names and few files: many of one name, clones, and clones of clones. */
const functions = fc.array(
  fc.record({
    name: fc.constantFrom('f', 'g', 'f.isra.0', 'f.part.1', 'g.cold', 'g.isra.2.constprop.3', 'h', '.isra.0'),
    file: fc.constantFrom('', '/a/x.c', '/b/x.c', 'y.c'),
    ticks: fc.nat(90),
    calls: fc.nat(20),
  }),
  { minLength: 1, maxLength: 14 },
)

describe('any two profiles', () => {
  it('are paired the same, whichever is the earlier', () => {
    fc.assert(
      fc.property(functions, functions, (one, two) => {
        const [left, right] = [profileFrom(one), profileFrom(two)]
        const told = ({ pairs }: BeforeAfter, from: 'before' | 'after', to: 'before' | 'after') =>
          rowsOf({ pairs } as BeforeAfter)
            .map((row) => `${pairs[from][row]} ${pairs[to][row]} ${pairs.isLikened[row]}`)
            .sort()
        expect(told(compare(left, right), 'before', 'after')).toEqual(
          told(compare(right, left), 'after', 'before'),
        )
      }),
    )
  })

  it('have each function in one row at the most, and no row of nothing', () => {
    fc.assert(
      fc.property(functions, functions, (one, two) => {
        const { pairs } = compare(profileFrom(one), profileFrom(two))
        const [before, after] = [asArray(pairs.before), asArray(pairs.after)]
        for (const side of [before, after]) {
          const there = [...side].filter((f) => f >= 0)
          expect(new Set(there).size).toBe(there.length)
        }
        before.forEach((f, row) => expect(f >= 0 || after[row] >= 0).toBe(true))
      }),
    )
  })

  it('differ by what comes of more calls and what of dearer ones, and nothing else', () => {
    fc.assert(
      fc.property(functions, functions, fc.constantFrom<Unit>('time', 'share'), (one, two, unit) => {
        const both = compare(profileFrom(one), profileFrom(two))
        for (const row of rowsOf(both)) {
          const values = valuesOf(both, row, 'self', unit)
          const calls = valuesOf(both, row, 'calls', unit)
          const each = perCall(values, calls)
          if (Number.isNaN(each.before) || Number.isNaN(each.after)) continue
          const byCalls = (calls.after - calls.before) * each.before
          const byCost = calls.after * (each.after - each.before)
          expect(byCalls + byCost).toBeCloseTo(values.after - values.before, 9)
        }
      }),
    )
  })

  it('have every function in a table of all, those that there is more to tell of first', () => {
    fc.assert(
      fc.property(functions, functions, fc.constantFrom(...MEASURES), (one, two, measure) => {
        const both = compare(profileFrom(one), profileFrom(two))
        const { rows } = finish(orderRows(both, measure, 'time', null))
        const all = [...withAllOthers(both, rows)]
        expect(all.slice(0, rows.length)).toEqual([...rows])
        expect(all.toSorted((a, b) => a - b)).toEqual(rowsOf(both))
        expect(changeTableCsv(both, all, 'time').split('\r\n')).toHaveLength(both.pairs.length + 2)
      }),
    )
  })
})

/** Exactly, with whole numbers: `part` is `hits` of `of`. */
function tailByHand(count: number, trials: number, hits: bigint, of: bigint): number {
  let ways = 1n
  let sum = 0n
  for (let k = 0; k <= trials; k++) {
    if (k >= count) sum += ways * hits ** BigInt(k) * (of - hits) ** BigInt(trials - k)
    ways = (ways * BigInt(trials - k)) / BigInt(k + 1)
  }
  const scale = 10n ** 30n
  return Number((sum * scale) / of ** BigInt(trials)) / 1e30
}

/** Of a split to either side. */
function likelihoodByHand(earlier: number, later: number, hits: number, of: number): number {
  const all = earlier + later
  const tail =
    later * of > all * hits
      ? tailByHand(later, all, BigInt(hits), BigInt(of))
      : tailByHand(earlier, all, BigInt(of - hits), BigInt(of))
  return Math.min(1, 2 * tail)
}

describe('chance', () => {
  it('is what counting every way says', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: 1, max: 19 }), (earlier, later, hits) => {
        expect(likelihoodOf(earlier, later, hits / 20)).toBeCloseTo(
          likelihoodByHand(earlier, later, hits, 20),
          10,
        )
      }),
    )
  })

  it('is asked of every row that could be more than it, however few or uneven its samples', () => {
    // What is near enough is not looked at: nothing there may be rarer than one of twenty, however few are compared.
    const MOST = 60
    for (const hits of [1, 10, 40, 99]) {
      const [before, after] = [100 - hits, hits].map((rate) =>
        Array.from({ length: MOST + 1 }, (_, ticks) =>
          profileFrom([{ name: 'f', file: '', ticks, calls: 0 }], { rate }),
        ),
      )
      for (let all = 1; all <= MOST; all++)
        for (let later = 0; later <= all; later++) {
          const both = compare(before[all - later], after[later])
          const { count } = finish(findChanged(both, 'self', 'time'))
          const likelihood = likelihoodOf(all - later, later, hits / 100)
          if (count !== Number(likelihood < ANY_BY_CHANCE))
            expect([all, later, hits, likelihood, count]).toBe('same')
        }
    }
  })

  it('is divided among the functions that have samples, and no others', () => {
    fc.assert(
      fc.property(functions, functions, fc.constantFrom<Unit>('time', 'share'), (one, two, unit) => {
        const both = compare(profileFrom(one), profileFrom(two))
        const { isChanged, count, compared } = finish(findChanged(both, 'self', unit))
        const amounts = rowsOf(both).map((row) => [
          amountOf(both.before, both.pairs.before[row], 'self'),
          amountOf(both.after, both.pairs.after[row], 'self'),
        ])
        expect(compared).toBe(amounts.filter(([was, is]) => was + is > 0).length)
        const part = laterPart(both, unit)
        const expected = amounts.map(([was, is]) =>
          Number(likelihoodOf(was, is, part) < ANY_BY_CHANCE / compared),
        )
        expect([...isChanged]).toEqual(expected)
        expect(count).toBe(expected.reduce((sum, one) => sum + one, 0))
      }),
    )
  })

  it('takes as many samples as the document says', () => {
    const level = ANY_BY_CHANCE / 100
    const isChanged = (was: number, is: number) => likelihoodOf(was, is, 0.5) < level
    for (const [was, more, less] of [
      [0, 12, -1],
      [10, 34, -1],
      [30, 65, 8],
      [100, 157, 55],
      [1000, 1163, 849],
    ]) {
      expect([isChanged(was, more), isChanged(was, more - 1)]).toEqual([true, false])
      if (less >= 0) expect([isChanged(was, less), isChanged(was, less + 1)]).toEqual([true, false])
    }
    expect(isChanged(10, 0)).toBe(false)
  })

  it('allows for different rates of sampling, and for what no clock was behind', () => {
    const slow = profileFrom([{ name: 'f', file: '', ticks: 100, calls: 0 }], { rate: 100 })
    const fast = profileFrom([{ name: 'f', file: '', ticks: 1000, calls: 0 }], { rate: 1000 })
    const both = compare(slow, fast)
    expect(laterPart(both, 'time')).toBeCloseTo(10 / 11, 12)
    expect(valuesOf(both, 0 as PairIndex, 'self', 'time')).toEqual({ before: 1, after: 1 })
    expect(finish(findChanged(both, 'self', 'time'))).toMatchObject({ count: 0, compared: 1 })
    const none = profileFrom(
      [
        { name: 'f', file: '', ticks: 0, calls: 0 },
        { name: 'g', file: '', ticks: 0, calls: 7 },
      ],
      {
        rate: 0,
      },
    )
    const bare = compare(slow, none)
    for (const unit of ['time', 'share'] as const) {
      expect(laterPart(bare, unit)).toBeNaN()
      expect(finish(findChanged(bare, 'self', unit)).count).toBe(0)
      expect(valuesOf(bare, 0 as PairIndex, 'self', unit).after).toBeNaN()
    }
    expect(finish(findChanged(bare, 'calls', 'time')).count).toBe(1)
    expect(caution(bare)).toBe('One of them holds no samples: only calls can be compared.')
    expect(caution(compare(none, none))).toBe(
      'Neither of them holds any samples: only calls can be compared.',
    )
  })
})

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

  it('of the function by itself are told as its own', () => {
    const recursive = (count: number): Listed => {
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

describe('what is not known to be more than chance', () => {
  it('is not called so before it is known how many are compared', () => {
    const both = compare(
      profileFrom([{ name: 'f', file: '', ticks: 10, calls: 0 }]),
      profileFrom([{ name: 'f', file: '', ticks: 25, calls: 0 }]),
    )
    const noteFor = (rows: number) =>
      explainChange(both, 0 as PairIndex, 'change', { measure: 'self', unit: 'time', rows }).note
    expect(noteFor(0)).toBe('25 samples after 10: by chance alone so much or more in 1 of 60 comparisons.')
    expect(noteFor(1)).toMatch(/: more than chance\.$/)
    expect(noteFor(9)).toMatch(/, and 9 functions are compared: it may be chance\.$/)
  })
})

describe('names that somebody made up', () => {
  /** Anything below takes milliseconds, and took half a minute and more where its time grew with the square. */
  const SOON_MS = 5000
  const plain = (names: readonly string[], file = '') =>
    profileFrom(names.map((name) => ({ name, file, ticks: 1, calls: 0 })))
  const timeOf = (work: () => unknown): number => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  }

  it('may all be one name in one file', () => {
    const all = plain(
      Array.from({ length: 40_000 }, () => 'init'),
      'x.c',
    )
    let pairs = 0
    expect(timeOf(() => (pairs = compare(all, all).pairs.length))).toBeLessThan(SOON_MS)
    expect(pairs).toBe(40_000)
  })

  it('may look like clones of clones for 20,000 letters', () => {
    const long = Array.from({ length: 50 }, (_, f) => `f${f}${'.isra'.repeat(4000)}x`)
    const numbered = Array.from({ length: 50 }, (_, f) => `f${f}.isra${'.0'.repeat(10_000)}`)
    const before = plain([...long, ...numbered])
    const after = plain([...long.map((name) => `${name}y`), ...Array.from({ length: 50 }, (_, f) => `f${f}`)])
    let both: BeforeAfter | null = null
    expect(timeOf(() => (both = compare(before, after)))).toBeLessThan(SOON_MS)
    const likened = both === null ? [] : [...asArray((both as BeforeAfter).pairs.isLikened)]
    expect(likened.filter((is) => is === 1)).toHaveLength(50)
  })

  it('may be 150,000, each in a line for a terminal', () => {
    const length = 150_000
    const names = Array.from({ length }, (_, f) => `f${f}`)
    const analyzed = analyzeProfile(
      profileOf(names, new Float64Array(length).fill(1), NO_ARCS),
      EMPTY_SCENARIO,
    )
    const all: Listed = { analyzed, listing: listProfile(analyzed, { keepsNameOrder: true }) }
    const both = compare(all, all)
    const { rows } = finish(orderRows(both, 'self', 'time', null))
    expect(changeLines(both, rows, 'self', 'time', new Uint8Array(length))).toHaveLength(length + 1)
  })
})
