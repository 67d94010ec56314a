// Every bar is as long as the share that its cell prints, in all tables and lists, under random scenarios.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomAnalyses } from '../../testing/random/random-analyses.ts'
import { profileFromText } from '../../testing/graph-text.ts'
import { effort } from '../../testing/effort.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { NONE } from '../base/columns.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { finish } from '../base/yielder.ts'
import { boundsOf } from '../trust/bounds/bounds.ts'
import { callTree, childAt, childCount } from './call-tree/call-tree.ts'
import type { TreeNode } from './call-tree/tree-node.ts'
import { treeRowText } from './call-tree/tree-text.ts'
import { listCycles } from './cycle-rows.ts'
import { hottest, longest, mostCalled } from './highlights.ts'
import { listProfile } from './listing/listing.ts'
import { flatCells } from './flat-rows.ts'
import { barOfCycle, barOfHighlight, type BarLengths, barOfSelf, barOfTotal, whiskerOf } from './time-bar.ts'

/** The bar's parts are in order, and its length is the printed share. */
function expectBar({ self, certain, total }: BarLengths, printed: string): void {
  expect(self).toBeGreaterThanOrEqual(0)
  expect(certain).toBeGreaterThanOrEqual(self)
  expect(total).toBeGreaterThanOrEqual(certain)
  expect(total).toBeLessThanOrEqual(1)
  if (printed === '') expect(total).toBe(0)
  else if (printed === '<0.1%') expect(total > 0 && total <= 0.0005).toBe(true)
  else expect(Math.abs(100 * total - parseFloat(printed)), printed).toBeLessThanOrEqual(0.05 + 1e-9)
}

it('is as long as the number beside it', () => {
  fc.assert(
    fc.property(randomAnalyses, fc.boolean(), (analyzed, isComputed) => {
      const listing = listProfile(analyzed)
      const bounds = isComputed ? finish(boundsOf(analyzed)) : null
      for (const row of listing.flat.printed) {
        const f = row as FunctionIndex
        const cells = flatCells(analyzed, listing.flat, f)
        expectBar(barOfSelf(analyzed, f), cells.selfPercent)
        expectBar(barOfTotal(analyzed, bounds, f), cells.totalPercent)
      }
      for (const one of [...hottest(analyzed, listing, 9), ...longest(analyzed, listing, 9)])
        expectBar(barOfHighlight(analyzed, bounds, one), one.percent)
      for (const { cycle, text } of listCycles({ analyzed, listing }, 9))
        expectBar(barOfCycle(analyzed, bounds, cycle), text.share)
      for (const direction of ['callees', 'callers'] as const) {
        const tree = callTree(analyzed, listing, direction, 0 as FunctionIndex, bounds)
        const nodes: TreeNode[] = [tree.root]
        for (let node = nodes.pop(), left = 60; node && left > 0; node = nodes.pop(), left--) {
          const { share, bar } = treeRowText(tree, node)
          expectBar(bar, share)
          for (let at = 0; at < childCount(tree, node); at++) nodes.push(childAt(tree, node, at))
        }
      }
    }),
    { numRuns: effort(300) },
  )
})

it('of a member of a cycle ends at its own number; its range is a whisker', () => {
  const analyzed = analyzeProfile(
    profileFromText(
      'main 10; eval 20; binary 5; seq 0; main -> eval 1; eval -> binary 9; binary -> eval 9; eval -> seq 2; seq -> eval 2',
    ),
    EMPTY_SCENARIO,
  )
  const bounds = finish(boundsOf(analyzed))
  const { cycleOf } = analyzed.cycles
  const [binary, seq] = [2, 3] as FunctionIndex[] as [FunctionIndex, FunctionIndex]
  expect(cycleOf[binary]).not.toBe(NONE)
  expect(barOfTotal(analyzed, bounds, binary).total).toBeCloseTo(5 / 35)
  expect(barOfTotal(analyzed, bounds, seq)).toEqual({ self: 0, certain: 0, total: 0 })
  expect(whiskerOf(analyzed, bounds, seq)).toEqual({ least: 0, most: 25 / 35 })
  expect(whiskerOf(analyzed, bounds, 0 as FunctionIndex)).toBeNull()
  expect(whiskerOf(analyzed, null, seq)).toBeNull()
})

it('of calls is a part of the most calls', () => {
  const analyzed = analyzeProfile(profileFromText('main -> parse 4; parse -> lex 8'), EMPTY_SCENARIO)
  const bars = mostCalled(analyzed, listProfile(analyzed), 9).map((one) =>
    barOfHighlight(analyzed, null, one),
  )
  expect(bars.map(({ total }) => total)).toEqual([1, 0.5])
})
