// The certain part of a time is the same in every view: flat profile, entries, details and call
// tree.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { NONE } from '../../base/columns.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { callTree } from '../../reports/call-tree/call-tree.ts'
import { explainNode } from '../../reports/call-tree/explain-node.ts'
import { explainFlatCell } from '../../reports/explain/flat-cells.ts'
import { timeFacts } from '../../reports/function-facts.ts'
import { explainArc, explainEntryCell, explainTotalShare } from '../../reports/explain-entry.ts'
import { listProfile } from '../../reports/listing/listing.ts'
import { describeArc } from '../../reports/graph/drawing-text.ts'
import { certainPart, certainPartOfArc, certainPartOfCycle } from './certain-parts.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from './bounds.ts'
import { effort } from '../../../testing/effort.ts'

const analyzed = analyzeProfile(
  profileFromText(`main 1; parse 2; item 3; list 4; k 8
    main -> parse 1; parse -> item 2; parse -> list 6; item -> k 1; list -> k 3`),
  EMPTY_SCENARIO,
)
const listing = listProfile(analyzed)
const bounds = finish(boundsOf(analyzed))
const [main, parse, item] = [0, 1, 2] as FunctionIndex[] as [FunctionIndex, FunctionIndex, FunctionIndex]
const [toParse, toItem, toK] = [0, 1, 3] as ArcIndex[] as [ArcIndex, ArcIndex, ArcIndex]

/** 17 samples. */
const CERTAIN =
  /^Certain, as far as calls were counted: no other function calls what runs below it\. Sampled: with 95% confidence 0\.\d\d to 0\.\d\d s\.$/

it('only self time is certain before bounds are computed', () => {
  expect(certainPart(analyzed, null, item)).toBe(3 / 5)
  expect(certainPart(analyzed, null, main)).toBe(1 / 18)
  expect(explainFlatCell(analyzed, null, listing.flat, main, 'total').note).toMatch(
    /^At least 0\.01 s, as far/,
  )
})

it('all of a total is certain where no other function calls what runs below', () => {
  expect(certainPart(analyzed, bounds, main)).toBe(1)
  expect(certainPart(analyzed, bounds, parse)).toBe(1)
  expect(certainPart(analyzed, bounds, item)).toBe(3 / 5)
  expect(certainPartOfArc(analyzed, bounds, toParse)).toBe(1)
  expect(certainPartOfArc(analyzed, bounds, toItem)).toBe(3 / 5)
  expect(certainPartOfArc(analyzed, bounds, toK)).toBe(0)
})

it('of a function whose time is partly excluded, nothing is certain', () => {
  const profile = profileFromText(`main 1; left 2; right 4; shared 8
    main -> left 1; main -> right 1; left -> shared 1; right -> shared 1`)
  const partly = analyzeProfile(profile, { ...EMPTY_SCENARIO, timeLeftOut: ['left'] })
  expect(partly.times.fraction[3 as FunctionIndex]).toBe(0.5)
  expect(finish(boundsOf(partly)).least.slice(0, 4)).toEqual(Float64Array.of(5, 0, 4, 0))
})

it('and so it is explained in every view', () => {
  const entry = listing.entries.entryOfFunction[parse]
  const line = { kind: 'primary', entry } as const
  expect(explainFlatCell(analyzed, bounds, listing.flat, parse, 'total').note).toMatch(CERTAIN)
  expect(explainFlatCell(analyzed, bounds, listing.flat, parse, 'totalPerCall').note).toMatch(CERTAIN)
  expect(explainEntryCell(analyzed, bounds, listing, line, 'percent')?.note).toMatch(CERTAIN)
  expect(explainEntryCell(analyzed, bounds, listing, line, 'children')?.note).toMatch(CERTAIN)
  expect(explainTotalShare(analyzed, bounds, parse).note).toMatch(CERTAIN)
  expect(timeFacts(analyzed, bounds, listing, parse).at(-1)?.explanation?.note).toMatch(CERTAIN)
  const tree = callTree(analyzed, listing, 'callees', parse, bounds)
  expect(explainNode(tree, tree.root, 'total')?.note).toMatch(/^Certain/)
})

it('a part that is certain is shown with its size', () => {
  expect(explainFlatCell(analyzed, bounds, listing.flat, item, 'total').note).toMatch(
    /^At least 0\.03 s, as far as calls were counted; the rest by assumption\. Assumes/,
  )
  const line = { kind: 'primary', entry: listing.entries.entryOfFunction[item] } as const
  expect(explainEntryCell(analyzed, bounds, listing, line, 'children')?.note).toMatch(/^Assumes/)
})

it('an arc passes certain time where all calls came along it', () => {
  expect(explainArc(analyzed, bounds, toParse, 'self')?.note).toMatch(
    /^Certain, as far as calls were counted: all came along this arc\./,
  )
  expect(explainArc(analyzed, bounds, toParse, 'children')?.note).toMatch(
    /^Certain, as far as calls were counted: no other function calls what runs below this arc\. Sampled: /,
  )
  expect(explainArc(analyzed, bounds, toItem, 'children')?.note).toMatch(/^Assumes/)
  expect(explainArc(analyzed, bounds, toK, 'self')?.note).toMatch(/^Assumes/)
  expect(describeArc(analyzed, bounds, toItem).note).toMatch(/^At least 0\.03 s, as far/)
})

const SIZE = 7
const place = fc.integer({ min: 0, max: SIZE - 1 })
const programs = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 50 }), { minLength: SIZE, maxLength: SIZE }),
    fc.uniqueArray(fc.tuple(place, place, fc.integer({ min: 0, max: 20 })), {
      maxLength: 14,
      selector: ([from, to]) => `${from} ${to}`,
    }),
  )
  .map(([ticks, arcs]) => [
    ...ticks.map((own, f) => `f${f} ${own}`),
    ...arcs.map(([from, to, count]) => `f${from} -> f${to} ${count}`),
  ])

it('in random programs a function, or a cycle as a whole, is as certain as the tree under it says', () => {
  fc.assert(
    fc.property(programs, (lines) => {
      const graph = analyzeProfile(profileFromText(lines.join(';')), EMPTY_SCENARIO)
      const ofGraph = finish(boundsOf(graph))
      const rows = listProfile(graph)
      for (let row = 0; row < graph.profile.functions.length; row++) {
        const f = row as FunctionIndex
        const cycle = graph.cycles.cycleOf[f]
        const { root } = callTree(graph, rows, 'callees', f, ofGraph)
        // gprof has no time for the whole of a cycle without callers outside.
        if (!(root.totalTicks > 0) || (cycle !== NONE && graph.cycles.calls[cycle] === 0)) continue
        const part =
          cycle === NONE ? certainPart(graph, ofGraph, f) : certainPartOfCycle(graph, ofGraph, cycle)
        expect(part).toBeCloseTo(Math.max(root.selfTicks, root.certainTicks) / root.totalTicks, 6)
      }
    }),
    { numRuns: effort(100) },
  )
})
