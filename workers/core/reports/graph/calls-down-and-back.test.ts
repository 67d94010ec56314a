// The way down through a cycle, against all orders of its members.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import { findWayDown, type InsideCall } from './calls-down-and-back.ts'

const call = (from: number, to: number, calls = 1): InsideCall => ({ from, to, calls })

/** Random members, of which the first may be entries, and calls that make them reachable. */
const cycles = (most: number) =>
  fc
    .integer({ min: 2, max: most })
    .chain((count) =>
      fc.record({
        entries: fc.integer({ min: 1, max: count }),
        parents: fc.array(fc.nat(), { minLength: count, maxLength: count }),
        more: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1), fc.integer({ min: 1, max: 50 })), {
          maxLength: 3 * count,
        }),
        count: fc.constant(count),
      }),
    )
    .map(({ count, entries, parents, more }) => ({
      entering: Array.from({ length: count }, (_, member) => (member < entries ? 1 : 0)),
      inside: [
        ...parents.slice(1).map((parent, at) => call(parent % (at + 1), at + 1, 2)),
        ...more.filter(([from, to]) => from !== to).map(([from, to, calls]) => call(from, to, calls)),
      ],
    }))

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  )
}

const costOf = (inside: readonly InsideCall[], isBack: readonly boolean[]): number =>
  inside.reduce((sum, { calls }, at) => sum + (isBack[at] ? calls : 0), 0)

describe('the way down', () => {
  it('has entries on top, members below, and calls back up to them', () => {
    expect(findWayDown([1, 0, 0], [call(0, 1, 3), call(1, 2, 2), call(2, 0, 9), call(2, 1, 1)])).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('begins where nothing enters with the member that calls the most', () => {
    expect(findWayDown([0, 0], [call(0, 1, 3), call(1, 0, 9)])).toEqual([true, false])
  })

  it('makes no circle, and leads to every member', () => {
    fc.assert(
      fc.property(cycles(20), ({ entering, inside }) => {
        const isBack = findWayDown(entering, inside)
        const down = inside.filter((_, at) => !isBack[at])
        const seen = new Set(entering.flatMap((calls, member) => (calls > 0 ? [member] : [])))
        for (let size = -1; size < seen.size;) {
          size = seen.size
          for (const { from, to } of down) if (seen.has(from)) seen.add(to)
        }
        expect(seen.size).toBe(entering.length)
        // Without circles all members can be taken away, those without callers first.
        let left = down
        for (let before = -1; before !== left.length;) {
          before = left.length
          const called = new Set(left.map(({ to }) => to))
          left = left.filter(({ from }) => called.has(from))
        }
        expect(left).toEqual([])
      }),
      { numRuns: effort(300) },
    )
  })

  it('leads as few calls back as any order of small cycles with the entries first', () => {
    fc.assert(
      fc.property(cycles(6), ({ entering, inside }) => {
        const members = [...entering.keys()]
        const entries = members.filter((member) => (entering[member] ?? 0) > 0)
        let least = Infinity
        for (const order of permutations(members)) {
          const place = new Map(order.map((member, at) => [member, at]))
          const at = (member: number): number => place.get(member) ?? 0
          if (entries.some((entry) => at(entry) >= entries.length)) continue
          const isReached = (member: number): boolean =>
            entries.includes(member) || inside.some(({ from, to }) => to === member && at(from) < at(to))
          if (!members.every(isReached)) continue
          const back = inside.map(({ from, to }) => at(from) > at(to))
          least = Math.min(least, costOf(inside, back))
        }
        expect(costOf(inside, findWayDown(entering, inside))).toBe(least)
      }),
      { numRuns: effort(60) },
    )
  })
})
