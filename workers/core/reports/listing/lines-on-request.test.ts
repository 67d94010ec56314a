// Sorting entries one at a time yields the same order as sorting all at once.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { withCopies } from '../../base/buffers.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { listEntryLines } from './entry-lines.ts'
import { allLines, childLines, listLongLines, parentLines } from './lines-on-request.ts'
import { effort } from '../../../testing/effort.ts'

function expectSameOrder(analyzed: AnalyzedProfile): void {
  const all = listEntryLines(analyzed)
  // As the page has them, which receives them from the worker.
  const lines = withCopies(listLongLines(analyzed), [])
  const { length } = analyzed.profile.functions
  // Repeated, and not consecutively.
  for (const step of [1, 2]) {
    for (let at = 0; at < length; at++) {
      const f = ((at * step) % length) as FunctionIndex
      const [parents, children] = [all.parentArcs, all.childArcs].map(({ offsets, items }) => [
        ...items.subarray(offsets[f], offsets[f + 1]),
      ])
      expect([...parentLines(analyzed, lines, f)]).toEqual(parents)
      expect([...childLines(analyzed, lines, f)]).toEqual(children)
      expect([...parentLines(analyzed, all, f)]).toEqual(parents)
    }
  }
  expect(lines.cycleMembers).toEqual(all.cycleMembers)
  expect(allLines(analyzed, lines)).toEqual(all)
}

it('on any profile', () => {
  const FUNCTIONS = 9
  const f = fc.nat(FUNCTIONS - 1)
  const cases = fc.record({
    ticks: fc.array(fc.nat(4), { minLength: FUNCTIONS, maxLength: FUNCTIONS }),
    arcs: fc.uniqueArray(fc.tuple(f, f, fc.nat(3)), { maxLength: 50, selector: ([a, b]) => a * 100 + b }),
    leftOut: fc.array(f, { maxLength: 2 }),
  })
  fc.assert(
    fc.property(cases, ({ ticks, arcs, leftOut }) => {
      const lines = [
        ...ticks.map((own, at) => `f${at} ${own}`),
        ...arcs.map(([a, b, count]) => `f${a} -> f${b} ${count}`),
      ]
      const timeLeftOut = leftOut.map((at) => `f${at}`)
      expectSameOrder(analyzeProfile(profileFromText(lines.join('\n')), { ...EMPTY_SCENARIO, timeLeftOut }))
    }),
    { numRuns: effort(300) },
  )
})

it('where functions have more callers and callees than anybody waits for', () => {
  const FUNCTIONS = 8100
  const hubs = [3, 700]
  const lines = Array.from({ length: FUNCTIONS }, (_, at) => `f${at} ${(at * 7) % 5}`)
  for (let at = 0; at < FUNCTIONS; at++) {
    for (const hub of hubs) {
      lines.push(`f${at} -> f${hub} ${(at * 11) % 7}`)
      // Every other one calls back, and so is in a cycle with both.
      if (at % 2 === 0) lines.push(`f${hub} -> f${at} ${(at * 5) % 3}`)
    }
    lines.push(`f${hubs[0]} -> f${(at * 13) % FUNCTIONS} ${(at * 3) % 4}`)
  }
  const distinct = [...new Map(lines.map((line) => [line.replace(/ \d+$/, ''), line])).values()]
  const analyzed = analyzeProfile(profileFromText(distinct.join('\n')), EMPTY_SCENARIO)
  const { parentArcs, childArcs } = listLongLines(analyzed)
  expect([parentArcs, childArcs].map((side) => side.items === null && [...side.long.functions])).toEqual([
    hubs,
    [hubs[0]],
  ])
  expectSameOrder(analyzed)
})
