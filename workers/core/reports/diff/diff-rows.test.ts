// Malicious names take no longer than others.
import { describe, expect, it } from 'vitest'
import { profileOf } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { asArray } from '../../base/columns.ts'
import { finish } from '../../base/yielder.ts'
import { listProfile, type Analysis } from '../listing/listing.ts'
import { changeLines } from './diff-tables.ts'
import type { BeforeAfter } from './measures.ts'
import { orderRows } from './diff-rows.ts'
import { compare, profileFrom } from '../../../testing/two-profiles.ts'
import { effort } from '../../../testing/effort.ts'

const NO_ARCS = {
  length: 0,
  parent: new Int32Array(0),
  child: new Int32Array(0),
  count: new Float64Array(0),
}

describe('names that somebody made up', () => {
  /** Everything below takes milliseconds; with quadratic time it took half a minute and more. */
  const SOON_MS = 5000
  const plain = (names: readonly string[], file = '') =>
    profileFrom(names.map((name) => ({ name, file, ticks: 1, calls: 0 })))
  const timeOf = (work: () => unknown): number => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  }

  it('may all be one name in one file', () => {
    const count = effort(40_000)
    const all = plain(
      Array.from({ length: count }, () => 'init'),
      'x.c',
    )
    let pairs = 0
    expect(timeOf(() => (pairs = compare(all, all).pairs.length))).toBeLessThan(SOON_MS)
    expect(pairs).toBe(count)
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

  it('may be very many, each in a line for a terminal', () => {
    const length = effort(150_000)
    const names = Array.from({ length }, (_, f) => `f${f}`)
    const analyzed = analyzeProfile(
      profileOf(names, new Float64Array(length).fill(1), NO_ARCS),
      EMPTY_SCENARIO,
    )
    const all: Analysis = { analyzed, listing: listProfile(analyzed, { keepsNameOrder: true }) }
    const both = compare(all, all)
    const { rows } = finish(orderRows(both, 'self', 'time', null))
    expect(changeLines(both, rows, 'self', 'time', new Uint8Array(length))).toHaveLength(length + 1)
  })
})
