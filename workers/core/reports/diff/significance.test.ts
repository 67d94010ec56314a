// Significance, compared with exact counts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../base/yielder.ts'
import { amountOf, ANY_BY_CHANCE, findChanged, laterPart, likelihoodOf } from './significance.ts'
import { caution } from './whole-change.ts'
import { explainChange } from './explain-change.ts'
import { type Unit, valuesOf } from './measures.ts'
import type { Analysis } from '../listing/listing.ts'
import { asColumn } from '../../base/columns.ts'
import type { FunctionIndex, SharedBins } from '../../profile/call-graph-profile.ts'
import type { PairIndex } from './pairs.ts'
import { compare, functions, profileFrom, rowsOf } from '../../../testing/two-profiles.ts'

/** Exact, with integers: `part` is `hits` of `of`. */
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

/** Of a split in either direction. */
function likelihoodByHand(earlier: number, later: number, hits: number, of: number): number {
  const all = earlier + later
  const tail =
    later * of > all * hits
      ? tailByHand(later, all, BigInt(hits), BigInt(of))
      : tailByHand(earlier, all, BigInt(of - hits), BigInt(of))
  return Math.min(1, 2 * tail)
}

describe('a change in bins that several functions share', () => {
  const column = (...ticks: number[]) =>
    asColumn<FunctionIndex, number, 'Float64Array'>(Float64Array.from(ticks))
  const side = (ticks: number, sharedBins?: SharedBins) => {
    const plain = profileFrom([{ name: 'f', file: '', ticks, calls: 0 }], { rate: 100 })
    const profile = { ...plain.analyzed.profile, ...(sharedBins && { sharedBins }) }
    return { ...plain, analyzed: { ...plain.analyzed, profile } }
  }
  const shared = (least: number, most: number) => ({
    ticks: most - least,
    bytesPerBin: 256,
    bins: {
      from: new Float64Array(),
      to: new Float64Array(),
      samples: new Float64Array(),
      owners: new Uint32Array(),
    },
    least: column(least),
    most: column(most),
  })
  const countOf = (before: Analysis, after: Analysis) =>
    finish(findChanged(compare(before, after), 'self', 'time')).count

  it('is one only if it holds whichever functions own the samples', () => {
    expect(countOf(side(100), side(200))).toBe(1)
    expect(countOf(side(100), side(200, shared(0, 900)))).toBe(0)
    expect(countOf(side(100, shared(0, 400)), side(200))).toBe(0)
    expect(countOf(side(200, shared(90, 250)), side(100))).toBe(0)
    // The rest is enough.
    expect(countOf(side(100), side(200, shared(190, 210)))).toBe(1)
  })

  it('says that the difference may be that of other functions', () => {
    const both = compare(side(100), side(200, shared(0, 900)))
    const explained = explainChange(both, 0 as PairIndex, 'change', {
      measure: 'self',
      unit: 'time',
      rows: 1,
    })
    expect(JSON.stringify(explained)).toContain('the difference may be theirs')
  })
})

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
    // Differences within NEAR are not computed, so none there may be rarer than one in twenty,
    // however few are compared.
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
        expect(count).toBe(expected.filter((is) => is === 1).length)
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
    expect(caution(compare(none, none))).toBe('Neither holds any samples: only calls can be compared.')
  })
})

describe('what is not known to be significant', () => {
  it('is not called so before it is known how many are compared', () => {
    const both = compare(
      profileFrom([{ name: 'f', file: '', ticks: 10, calls: 0 }]),
      profileFrom([{ name: 'f', file: '', ticks: 25, calls: 0 }]),
    )
    const noteFor = (rows: number) =>
      explainChange(both, 0 as PairIndex, 'change', { measure: 'self', unit: 'time', rows }).note
    expect(noteFor(0)).toBe('25 samples after 10: by chance alone so much or more in 1 of 60 comparisons.')
    expect(noteFor(1)).toMatch(/: significant\.$/)
    expect(noteFor(9)).toMatch(/, and 9 functions are compared: within noise\.$/)
  })
})
