// Bounds are the best that follow from the arcs: compared with every path through small graphs.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { finish } from '../../base/yielder.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { boundsOf, leastOfCycle, MOST_JOINED_IN_PAGE, tightenBounds } from './bounds.ts'
import { explainTotal } from '../../reports/explain/total.ts'
import { rangeOfSet } from './upper-bound.ts'
import { rangeOfArc, rangeOfTotal } from './certain-parts.ts'
import { rangeText } from '../../reports/explain/stack-range.ts'

const SIZE = 9
const node = fc.nat(SIZE - 1)

/** Nodes reachable from `starts` without passing `without`. */
function reach(
  starts: readonly number[],
  links: readonly (readonly [number, number])[],
  without = -1,
): Set<number> {
  const found = new Set(starts.filter((start) => start !== without))
  for (const at of found) for (const [from, to] of links) if (from === at && to !== without) found.add(to)
  return found
}

it('the lower bound of every function is the time of all that no way goes round it to, in cycles too', () => {
  const ticks = fc.array(fc.nat(50), { minLength: SIZE, maxLength: SIZE })
  fc.assert(
    fc.property(
      ticks,
      fc.uniqueArray(fc.tuple(node, node), { maxLength: 24, selector: String }),
      (own, links) => {
        const lines = [
          ...own.map((time, f) => `f${f} ${time}`),
          ...links.map(([from, to]) => `f${from} -> f${to} 1`),
        ]
        const analyzed = analyzeProfile(profileFromText(lines.join(';')), EMPTY_SCENARIO)
        const bounds = finish(boundsOf(analyzed))
        const { cycleOf } = analyzed.cycles
        const headOf = (f: number) =>
          cycleOf[f as FunctionIndex] < 0 ? `f${f}` : `c${cycleOf[f as FunctionIndex]}`
        const isCalled = new Set(
          links.filter(([from, to]) => headOf(from) !== headOf(to)).map(([, to]) => headOf(to)),
        )
        const starts = own.map((_, f) => f).filter((f) => !isCalled.has(headOf(f)))
        for (let f = 0; f < SIZE; f++) {
          const around = reach(starts, links, f)
          const sum = own.reduce((all, time, other) => all + (around.has(other) ? 0 : time), 0)
          expect(bounds.least[f]).toBe(sum)
          const single = Uint8Array.from(own, (_, other) => (other === f ? 1 : 0))
          const { least, most } = rangeOfSet(analyzed, single)
          expect(least).toBe(sum)
          expect(most).toBe(rangeOfTotal(analyzed, bounds, f as FunctionIndex).most)
          expect(most).toBeGreaterThanOrEqual(sum)
        }
        const pair = [0, 1]
        const around = reach(
          starts.filter((f) => !pair.includes(f)),
          links.filter(([, to]) => !pair.includes(to)),
        )
        const least = own.reduce((all, time, other) => all + (around.has(other) ? 0 : time), 0)
        expect(
          rangeOfSet(
            analyzed,
            Uint8Array.from(own, (_, f) => (f < 2 ? 1 : 0)),
          ).least,
        ).toBe(least)
        links.forEach(([from, to], row) => {
          // The time of all that no way without this arc leads to.
          const withoutArc = reach(
            starts,
            links.filter((_, other) => other !== row),
          )
          const sure = own.reduce((all, time, other) => all + (withoutArc.has(other) ? 0 : time), 0)
          const range = rangeOfArc(analyzed, bounds, row as ArcIndex)
          expect(range, `${from} -> ${to}`).toEqual({
            least: sure,
            most: rangeOfTotal(analyzed, bounds, to as FunctionIndex).most,
          })
        })
        for (let cycle = 0; cycle < analyzed.cycles.length; cycle++) {
          const members = own.map((_, f) => f).filter((f) => headOf(f) === `c${cycle}`)
          const without = reach(
            starts.filter((f) => !members.includes(f)),
            links.filter(([, to]) => !members.includes(to)),
          )
          const sum = own.reduce((all, time, other) => all + (without.has(other) ? 0 : time), 0)
          expect(leastOfCycle(analyzed, bounds, cycle as CycleIndex)).toBe(sum)
        }
      },
    ),
    { numRuns: 500 },
  )
})

it('the only way into a cycle was on the stack for all of it, whatever gprof prints', () => {
  const analyzed = analyzeProfile(
    profileFromText('main 1; value 2; term 30; main -> value 1; value -> term 5; term -> value 4'),
    EMPTY_SCENARIO,
  )
  const bounds = finish(boundsOf(analyzed))
  const [value, term] = [1, 2] as FunctionIndex[] as [FunctionIndex, FunctionIndex]
  expect(rangeOfTotal(analyzed, bounds, value)).toEqual({ least: 32, most: 32 })
  expect(rangeOfTotal(analyzed, bounds, term)).toEqual({ least: 30, most: 32 })
  expect(rangeText(analyzed, bounds, term)).toBe('0.30 to 0.32 s')
  expect(explainTotal(analyzed, bounds, value).total).toBe(
    'On the stack for 0.32 s: more than gprof’s 0.02 s. gprof passes no time between members of a cycle.',
  )
})

it('what nothing counted may run below anything', () => {
  const analyzed = analyzeProfile(
    profileFromText('main 1; solve 5; sine 7; main -> solve 3; solve -> copy 2; copy 1'),
    EMPTY_SCENARIO,
  )
  const bounds = finish(boundsOf(analyzed))
  expect(rangeOfTotal(analyzed, bounds, 1 as FunctionIndex)).toEqual({ least: 6, most: 13 })
  expect(explainTotal(analyzed, bounds, 1 as FunctionIndex).total).toMatch(
    /^At least 0\.06 s, as far as calls were counted\. Up to 0\.07 s more: functions whose callers were not counted may run below it\.$/,
  )
})

it('the upper bound of every function is the time of all that counted calls lead to, exactly or loosely', () => {
  const ticks = fc.array(fc.nat(50), { minLength: SIZE, maxLength: SIZE })
  const counted = fc.tuple(node, node, fc.nat(1))
  fc.assert(
    fc.property(
      ticks,
      fc.uniqueArray(counted, { maxLength: 24, selector: ([from, to]) => `${from} ${to}` }),
      (own, arcs) => {
        const name = (f: number) => (f === 0 ? 'main' : `f${f}`)
        const lines = [
          ...own.map((time, f) => `${name(f)} ${time}`),
          ...arcs.map(([from, to, count]) => `${name(from)} -> ${name(to)} ${count}`),
        ]
        const profile = profileFromText(lines.join(';'))
        const links = arcs.filter(([, , count]) => count > 0).map(([from, to]) => [from, to] as const)
        const unseen = own
          .map((_, f) => f)
          .filter((f) => f > 0 && links.every(([, to]) => to !== f))
          .filter((f) => (own[f] ?? 0) > 0 || arcs.some(([from]) => from === f))
        const timeBelow = (f: number): number =>
          [...reach([f, ...unseen], links)].reduce((sum, other) => sum + (own[other] ?? 0), 0)
        for (const limit of [Infinity, 0]) {
          const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
          const bounds = finish(boundsOf(analyzed, limit))
          for (let row = 0; row < SIZE; row++) {
            const f = row as FunctionIndex
            const isLoose = bounds.isLoose[f] === 1
            const { most } = rangeOfTotal(analyzed, bounds, f)
            if (limit === Infinity) expect(isLoose).toBe(false)
            if (isLoose) expect(most).toBeGreaterThanOrEqual(timeBelow(row))
            else expect(most).toBe(timeBelow(row))
            const tight = finish(tightenBounds(analyzed, bounds, f))
            expect(tight !== bounds).toBe(isLoose)
            expect(rangeOfTotal(analyzed, tight, f).most).toBe(timeBelow(row))
          }
        }
      },
    ),
    { numRuns: 500 },
  )
})

it('a large profile has exact upper bounds; loose ones say so until they are tightened', () => {
  const functions = 1200
  const lines = Array.from(
    { length: functions },
    (_, f) => `f${f} 1; f${f} -> f${f + 1} 1; f${f} -> f${f + 3} 1`,
  )
  const text = `main 1; main -> f0 1; ${lines.join(';')}; other 1; main -> other 1; other -> f1000 1`
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  const exact = finish(boundsOf(analyzed, MOST_JOINED_IN_PAGE))
  // One pass is for 256 functions.
  const loose = finish(boundsOf(analyzed, 40_000))
  const middle = 601 as FunctionIndex
  expect(rangeText(analyzed, exact, middle)).toBe('0.01 to 6.00 s')
  expect(loose.isLoose[middle]).toBe(1)
  expect(rangeText(analyzed, loose, middle)).toMatch(/^0\.01 to \d+\.\d\d s, loosely$/)
  const tight = finish(tightenBounds(analyzed, loose, middle))
  expect(rangeText(analyzed, tight, middle)).toBe('0.01 to 6.00 s')
})
