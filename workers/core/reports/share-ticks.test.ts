// A function has one share of all recorded samples, whichever view prints it, under random scenarios.
import { finish } from '../base/yielder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomAnalyses } from '../../testing/random/random-analyses.ts'
import { effort } from '../../testing/effort.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { callTree, childAt, childCount } from './call-tree/call-tree.ts'
import { boxFigures } from './call-tree/box-text.ts'
import { treeRowText } from './call-tree/tree-text.ts'
import { listCycles, listMembers } from './cycle-rows.ts'
import { hottest, longest } from './highlights.ts'
import { timeFacts } from './function-facts.ts'
import { DEFAULT_CHOICE } from './graph/graph-choice.ts'
import { listNodeLink } from './graph/node-link.ts'
import { type Listing, listProfile } from './listing/listing.ts'
import { formatShare, formatShareOf, wholeTicks } from '../quantities.ts'
import { entryLineText } from './entry-line-text.ts'
import { flatCells } from './flat-rows.ts'
import { cycleTicksOf, percentOfWhole, selfTicksOf, totalTicksOf } from './share-ticks.ts'

const SHARE = /[<\d.]+%$/

const factShare = (analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex, label: string): string => {
  const value = timeFacts(analyzed, null, listing, f).find((fact) => fact.label === label)?.value ?? ''
  return value === '0' ? '0%' : (SHARE.exec(value)?.[0] ?? '')
}

/** The shares of a function's total time in all views, by view. */
function totals(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex): Map<string, string> {
  const shares = new Map<string, string>()
  const add = (view: string, text: string | undefined) => text !== undefined && shares.set(view, text)
  const { cycles } = analyzed
  const cycle = cycles.cycleOf[f]
  add('flat profile', flatCells(analyzed, listing.flat, f).totalPercent)
  add('details', factShare(analyzed, listing, f, 'Total'))
  add('top total time', longest(analyzed, listing, 99).find((one) => one.f === f)?.percent)
  // A scenario may show part of its time in the call graph.
  if (analyzed.times.fraction[f] < 1) return shares
  const entry = listing.entries.entryOfFunction[f]
  if (analyzed.times.isPrinted[f] === 1)
    add('call graph', entryLineText(analyzed, listing, { kind: 'primary', entry }).percent)
  if (cycle !== NONE)
    add('cycles', listMembers({ analyzed, listing }, cycle, 99).find((one) => one.f === f)?.share)
  const tree = callTree(analyzed, listing, 'callees', f, null)
  if (cycle === NONE) {
    add('call tree', treeRowText(tree, tree.root).share)
    add('flame', SHARE.exec(boxFigures(tree, tree.root))?.[0])
  } else if (cycles.calls[cycle] > 0) {
    for (let at = 0; at < childCount(tree, tree.root); at++) {
      const node = childAt(tree, tree.root, at)
      if (node.function === f) add('call tree', treeRowText(tree, node).share)
    }
  }
  // The node of a closed cycle has the cycle's total, and is named after one of its members.
  const node = finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0, limit: 99 })).nodes.find(
    (one) => one.function === f && one.closed === NONE,
  )
  add('graph', node && formatShare(node.totalShare))
  return shares
}

function selves(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex): Map<string, string> {
  const shares = new Map([
    ['flat profile', flatCells(analyzed, listing.flat, f).selfPercent],
    ['details', factShare(analyzed, listing, f, 'Self')],
  ])
  const top = hottest(analyzed, listing, 99).find((one) => one.f === f)
  if (top) shares.set('top self time', top.percent)
  return shares
}

describe('a share', () => {
  it('of a function is the same in all views', () => {
    fc.assert(
      fc.property(randomAnalyses, (analyzed) => {
        const listing = listProfile(analyzed)
        for (const row of listing.flat.printed) {
          const f = row as FunctionIndex
          for (const shares of [totals(analyzed, listing, f), selves(analyzed, listing, f)]) {
            const [first] = shares.values()
            for (const [view, share] of shares) expect(share, `${view} of f${f}`).toBe(first)
          }
        }
      }),
      { numRuns: effort(150) },
    )
  })

  it('of a cycle is the same in its card and in its entry, and of the recorded samples', () => {
    fc.assert(
      fc.property(randomAnalyses, (analyzed) => {
        const listing = listProfile(analyzed)
        for (const { cycle, text } of listCycles({ analyzed, listing }, 9)) {
          const entry = listing.entries.entryOfCycle[cycle]
          const line = { kind: 'primary', entry } as const
          expect(entryLineText(analyzed, listing, line, 'manual').percent).toBe(text.share)
          expect(formatShareOf(analyzed.profile, cycleTicksOf(analyzed, cycle))).toBe(text.share)
        }
      }),
      { numRuns: effort(150) },
    )
  })

  it('of self time is at most that of the total, and all are of one whole', () => {
    fc.assert(
      fc.property(randomAnalyses, (analyzed) => {
        const { profile } = analyzed
        for (const row of listProfile(analyzed).flat.printed) {
          const f = row as FunctionIndex
          const [self, total] = [selfTicksOf(analyzed, f), totalTicksOf(analyzed, f)]
          expect(self).toBeLessThanOrEqual(total * (1 + 1e-12))
          if (wholeTicks(profile) > 0)
            expect(percentOfWhole(profile, self)).toBeCloseTo((100 * self) / profile.totals.recordedTicks, 9)
        }
      }),
      { numRuns: effort(100) },
    )
  })
})
